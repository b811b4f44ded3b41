import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Language } from '../../code/language.ts'
import { type Columns, loadPackedFile, savePackedFile } from '../packed-file.ts'
import { type ChangeTable, createChangeTable, createTexts, numbered, type Texts } from './change-table.ts'
import { createColumn } from './column.ts'
import type { FollowedHistory } from './follow-identity.ts'
import type { StepRecord } from './step-record.ts'
import { createView, type FileView, type FunctionLineage, newFile, type Standing } from './view.ts'
import type { StepSummary, WalkedHistory } from './walk-history.ts'

/** A walked history on disk, for a process that goes on from it. Losing it costs time only. */
export interface WalkSnapshot {
  load(): WalkedHistory | null
  save(history: WalkedHistory): void
}

/** Raise it whenever the same steps would be followed or written otherwise; a test holds what it stands for. */
export const WALK_VERSION = 2

interface Header {
  readonly version: string
  readonly commit: string | null
  readonly identity: string
  readonly texts: string[]
  /** Of steps that have one: number of the step, then the numbers that it names, those of pull requests negative. */
  readonly changelogs: readonly (readonly number[])[]
}

export function openWalkSnapshot(dir: string, languages: readonly Language[]): WalkSnapshot {
  const versions = languages.map(({ name, version }) => `${name} ${version}`).sort()
  const version = createHash('sha256')
    .update([WALK_VERSION, ...versions].join('\n'))
    .digest('hex')
  const path = join(dir, 'walk')
  return {
    load() {
      const file = loadPackedFile<Header>(path, (header) => header.version === version)
      return file && unpack(file.header, file.columns)
    },
    save({ followed, identity, summaries, modified }) {
      if (modified === null) return
      const { commit, texts } = followed
      const columns = {
        ...followed.table.columns(),
        ...packLineages(followed.table, texts),
        ...packView(followed),
        same: Uint32Array.from([...followed.same].flat(), ({ number }) => number),
        hunks: Uint32Array.from(summaries, ({ hunks }) => hunks),
        hunksMapped: Uint32Array.from(summaries, ({ hunksMapped }) => hunksMapped),
        modifiedEnds: modified.ends,
        modifiedTo: modified.to,
        modifiedDigests: modified.digests,
      }
      const header: Header = {
        version,
        commit,
        identity,
        texts: [...texts.all()],
        changelogs: packChangelogs(summaries),
      }
      savePackedFile(path, { header, columns })
    },
  }
}

function unpack({ commit, identity, texts: all, changelogs }: Header, columns: Columns): WalkedHistory {
  const texts = createTexts(all)
  const column = (name: string) => columns[name] as Uint32Array
  const table = createChangeTable(texts, { ...unpackLineages(columns, texts), columns })
  const lineages = table.lineages
  const pairs = column('same')
  const same = new Map<FunctionLineage, FunctionLineage>()
  for (let at = 0; at < pairs.length; at += 2) {
    same.set(lineages[pairs[at] ?? 0] as FunctionLineage, lineages[pairs[at + 1] ?? 0] as FunctionLineage)
  }
  const view = createView(unpackView(columns, table, texts))
  const modified = {
    ends: column('modifiedEnds'),
    to: column('modifiedTo'),
    digests: columns.modifiedDigests as Float64Array,
  }
  const summaries = unpackSummaries(columns, changelogs)
  return { followed: { commit, view, table, texts, same }, identity, summaries, modified }
}

/** Where each lineage was last, and the places that it left, as pairs of path and key. */
function packLineages({ lineages, files }: ChangeTable, texts: Texts): Columns {
  const former = createColumn()
  const formerEnds = createColumn()
  for (const lineage of lineages) {
    for (const place of lineage.former ?? []) {
      const at = place.lastIndexOf('::')
      former.push(texts.number(place.slice(0, at)))
      former.push(texts.number(place.slice(at + 2)))
    }
    formerEnds.push(former.length)
  }
  return {
    lineagePath: Uint32Array.from(lineages, ({ path }) => texts.number(path)),
    lineageKey: Uint32Array.from(lineages, ({ key }) => texts.number(key)),
    filePath: Uint32Array.from(files, ({ path }) => texts.number(path)),
    former: former.values(),
    formerEnds: formerEnds.values(),
  }
}

function unpackLineages(columns: Columns, texts: Texts) {
  const [keys, former, ends] = [columns.lineageKey, columns.former, columns.formerEnds]
  let at = 0
  const lineages = Array.from(columns.lineagePath ?? [], (path, number): FunctionLineage => {
    const places: string[] = []
    for (; at < (ends?.[number] ?? 0); at += 2) {
      places.push(`${texts.at(former?.[at] ?? 0)}::${texts.at(former?.[at + 1] ?? 0)}`)
    }
    const isMoved = places.length > 0
    return {
      path: texts.at(path),
      key: texts.at(keys?.[number] ?? 0),
      former: isMoved ? new Set(places) : null,
      number,
    }
  })
  const files = Array.from(columns.filePath ?? [], (path, number) => ({ path: texts.at(path), number }))
  return { lineages, files }
}

/** Of each file of the view: path, number of the lineage plus one, end of its functions; of each function key, lineage, alive. */
function packView({ view, table, texts }: FollowedHistory): Columns {
  const viewFiles = createColumn()
  const viewFunctions = createColumn()
  for (const path of view.paths()) {
    const file = view.get(path)
    for (const [key, { lineage, alive }] of file?.functions ?? []) {
      viewFunctions.push(texts.number(key))
      viewFunctions.push(numbered(lineage, table.lineages as FunctionLineage[]) * 2 + Number(alive))
    }
    viewFiles.push(texts.number(path))
    viewFiles.push((file?.file.number ?? -1) + 1)
    viewFiles.push(viewFunctions.length)
  }
  return { viewFiles: viewFiles.values(), viewFunctions: viewFunctions.values() }
}

function unpackView({ viewFiles, viewFunctions }: Columns, table: ChangeTable, texts: Texts): Map<string, FileView> {
  const views = new Map<string, FileView>()
  let at = 0
  for (let file = 0; file < (viewFiles?.length ?? 0); file += 3) {
    const path = texts.at(viewFiles?.[file] ?? 0)
    const functions = new Map<string, Standing>()
    for (; at < (viewFiles?.[file + 2] ?? 0); at += 2) {
      const code = viewFunctions?.[at + 1] ?? 0
      const lineage = table.lineages[code >> 1] as FunctionLineage
      functions.set(texts.at(viewFunctions?.[at] ?? 0), { lineage, alive: (code & 1) === 1 })
    }
    const number = (viewFiles?.[file + 1] ?? 0) - 1
    views.set(path, { file: table.files[number] ?? newFile(path), functions })
  }
  return views
}

function packChangelogs(summaries: readonly StepSummary[]): number[][] {
  return summaries.flatMap(({ changelog }, step) =>
    changelog.length === 0 ? [] : [[step, ...changelog.map(({ number, pull }) => (pull ? -number : number))]],
  )
}

function unpackSummaries({ hunks, hunksMapped }: Columns, changelogs: Header['changelogs']): StepSummary[] {
  const named = new Map<number, StepRecord['changelog']>(
    changelogs.map(([step = 0, ...numbers]) => [
      step,
      numbers.map((number) => ({ number: Math.abs(number), pull: number < 0 })),
    ]),
  )
  return Array.from(hunks ?? [], (count, step) => ({
    changelog: named.get(step) ?? [],
    hunks: count,
    hunksMapped: hunksMapped?.[step] ?? 0,
  }))
}
