import { fragmentIssue } from './changelog.ts'
import type { ChangedFile, MappedFile } from './map-changes.ts'
import type { MappedFunction } from './map-file.ts'
import { type LonePlace, matchMoves } from './match-moves.ts'
import type { ChangelogReference, FunctionChange, StepRecord } from './step-record.ts'

/** A changed file that is read; `mapped` is filled in when it has been. */
export interface DraftFile {
  readonly was: string | null
  readonly now: string | null
  readonly change: ChangedFile
  mapped: MappedFile | null
}

export interface DraftStep extends Pick<StepRecord, 'commit' | 'parent' | 'files' | 'hunks'> {
  readonly readable: readonly DraftFile[]
}

interface LoneChange extends LonePlace {
  readonly lines: number
}

/** Joins what was found in the files of a step: functions that moved between them, and what its changelog names. */
export function assembleStep({ commit, parent, files, hunks, readable }: DraftStep): StepRecord {
  const functions: FunctionChange[] = []
  const gone: LoneChange[] = []
  const fresh: LoneChange[] = []
  for (const file of readable) {
    for (const each of file.mapped?.functions ?? []) {
      if (each.lone === null || (each.was !== null && each.now !== null)) functions.push(inFile(file, each))
      else if (each.now === null) gone.push(loneChange(file, each.lone, each.was ?? '', file.was ?? '', each.removed))
      else fresh.push(loneChange(file, each.lone, each.now, file.now ?? '', each.added))
    }
  }
  const moves = matchMoves(gone, fresh)
  const moved = new Set<LoneChange>(moves.flatMap(({ was, now }) => [was, now]))
  functions.push(...moves.map(({ was, now }) => moveOf(was, now)))
  for (const each of gone) {
    if (!moved.has(each))
      functions.push({ kind: 'deleted', was: placeOf(each), now: null, added: 0, removed: each.lines })
  }
  for (const each of fresh) {
    if (!moved.has(each))
      functions.push({ kind: 'added', was: null, now: placeOf(each), added: each.lines, removed: 0 })
  }
  return {
    commit,
    parent,
    files,
    functions,
    changelog: changelogOf(files, readable),
    hunks,
    hunksMapped: readable.reduce(
      (sum, { change, mapped }) => sum + (mapped?.mapped && change.read !== 'changelog' ? change.hunks.length / 4 : 0),
      0,
    ),
  }
}

const placeOf = ({ path, key }: LonePlace) => ({ path, key })

function loneChange(file: DraftFile, lone: LonePlace['lone'], key: string, path: string, lines: number): LoneChange {
  return { path, key, file: file.now ?? file.was ?? '', lone, lines }
}

function inFile({ was, now }: DraftFile, each: MappedFunction): FunctionChange {
  return {
    kind: each.kind,
    was: each.was === null || was === null ? null : { path: was, key: each.was },
    now: each.now === null || now === null ? null : { path: now, key: each.now },
    added: each.added,
    removed: each.removed,
  }
}

function moveOf(was: LoneChange, now: LoneChange): FunctionChange {
  const places = { was: placeOf(was), now: placeOf(now) }
  if (was.lone.sketch.hash === now.lone.sketch.hash) return { kind: 'moved', ...places, added: 0, removed: 0 }
  const kind = was.lone.header === now.lone.header ? 'changed' : 'signature'
  return { kind, ...places, added: now.lines, removed: was.lines }
}

/** What the added lines and fragments name and no removed line or fragment did: a release that collects them names nothing new. */
function changelogOf(files: StepRecord['files'], readable: readonly DraftFile[]): ChangelogReference[] {
  const old = new Set<number>()
  const named = new Map<number, ChangelogReference>()
  for (const [was, now] of files) {
    const [before, after] = [was === null ? null : fragmentIssue(was), now === null ? null : fragmentIssue(now)]
    if (before !== null) old.add(before)
    if (after !== null && before !== after) named.set(after, { number: after, pull: false })
  }
  for (const { mapped } of readable) {
    for (const number of mapped?.unnamed ?? []) old.add(number)
    for (const each of mapped?.named ?? []) if (!named.has(each.number)) named.set(each.number, each)
  }
  return [...named.values()].filter(({ number }) => !old.has(number)).sort((a, b) => a.number - b.number)
}
