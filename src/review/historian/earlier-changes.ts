/** The changes behind what a pull request touches: those whose lines it changes, then those of the same functions. */
import type { z } from 'zod'
import { isTestPath } from '../../code/is-test-path.ts'
import { isOwnChange } from '../../experts/is-own-change.ts'
import { readAncestry } from '../../git/read-ancestry.ts'
import { fileKey, storedKey } from '../../graph/entities.ts'
import {
  changesByRef,
  changesOfFunctions,
  commitsOfChanges,
  fixesInFiles,
} from '../../graph/queries/changes-of-functions.ts'
import { repositoryState } from '../../graph/queries/repository-state.ts'
import { isAside } from '../mapping/is-aside.ts'
import type { ChangedFile } from '../mapping/read-change.ts'
import type { ReviewContext } from '../review-context.ts'
import type { Target } from '../task.ts'
import { linesBehind, type WrittenLines } from './lines-behind.ts'
import { createChangeOf } from './own-changes.ts'
import { rankEarlier } from './rank-earlier.ts'

export type ChangeRow = z.infer<typeof changesByRef.row>

/** Where an earlier change touched what this one touches. */
export interface EarlierPlace {
  /** The function as this change has it; null for what a file says outside of functions. */
  readonly target: Target | null
  /** The file of this change, by its path at the base. */
  readonly path: string
  /** Path and qualified name that the earlier change knew it under; the name is null outside of functions. */
  readonly former: { readonly path: string; readonly name: string | null }
  /** Lines that it added to and removed from the function, where that is recorded. */
  readonly size: number
  /** Commit to look into: the change's own, or the one of its commits that wrote the lines. */
  readonly commit: string | null
}

export interface EarlierChangeFound {
  readonly change: ChangeRow
  /** Lines of it that this change removes. */
  readonly lines: number
  /** Lines of it that stay right beside what changes. */
  readonly beside: number
  readonly places: readonly EarlierPlace[]
}

export interface EarlierChanges {
  readonly found: readonly EarlierChangeFound[]
  readonly ancestry: ReadonlyMap<string, readonly string[]>
  readonly complete: boolean
}

/** Tests change with what they test; their history says nothing on why the code is as it is. */
export async function findEarlierChanges(
  { graph, git, task }: ReviewContext,
  files: readonly ChangedFile[],
): Promise<EarlierChanges> {
  const targets = new Map(
    task.functions.flatMap((target) => {
      const ref = task.refs.get(target.was?.ref ?? '')
      return ref === undefined || target.test || isAside(target.was?.path ?? '') ? [] : [[ref, target] as const]
    }),
  )
  const production = files.filter(
    ({ was, unread }) => was !== null && unread === null && !isTestPath(was) && !isAside(was),
  )
  const [behind, ancestry, shas, history, fixes, [state]] = await Promise.all([
    linesBehind(git.gitDir, task.merge_base, production),
    readAncestry(git.gitDir, task.merge_base),
    graph.run(commitsOfChanges, {}),
    graph.run(changesOfFunctions, { keys: [...targets.keys()].map(storedKey) }),
    graph.run(fixesInFiles, { keys: production.map(({ was }) => storedKey(fileKey(was ?? ''))) }),
    graph.run(repositoryState, {}),
  ])
  const shaOf = new Map(shas.map(({ change, sha }) => [change, sha]))
  const ofSha = new Map(shas.map(({ change, sha }) => [sha, change]))
  const isBefore = ({ change }: ChangeRow) => ancestry.has(shaOf.get(change) ?? '')
  const changeOf = createChangeOf(ancestry, ofSha, state?.history === 'all')

  const collected: Collected = new Map()
  for (const written of behind.written) {
    const change = changeOf(written.commit)
    if (change !== null) addWritten(collected, change, written, shaOf.get(change) ?? null, task.functions)
  }
  for (const row of history.filter(isBefore)) addHistory(collected, row, targets.get(row.function))
  for (const row of fixes.filter(isBefore)) {
    const place = { target: null, path: row.path, former: { path: row.path, name: '' }, size: 0, commit: row.sha }
    add(collected, row.change, { change: row, place })
  }
  const lacking = [...collected].flatMap(([ref, { change }]) => (change === null ? [storedKey(ref)] : []))
  const rows = lacking.length === 0 ? [] : await graph.run(changesByRef, { keys: lacking })
  for (const change of rows) add(collected, change.change, { change })
  const found = [...collected.values()].flatMap(({ change, ...rest }) => (change === null ? [] : [{ change, ...rest }]))
  return { found: rankEarlier(found), ancestry, complete: behind.complete }
}

/** By the readable key of the change; its row may come later than its lines. */
type Collected = Map<string, { change: ChangeRow | null; lines: number; beside: number; places: EarlierPlace[] }>

function add(
  collected: Collected,
  ref: string,
  part: { change?: ChangeRow; place?: EarlierPlace; lines?: number; beside?: number },
): void {
  const known = collected.get(ref) ?? { change: null, lines: 0, beside: 0, places: [] }
  known.change = part.change ?? known.change
  known.lines += part.lines ?? 0
  known.beside += part.beside ?? 0
  if (part.place) known.places.push(part.place)
  collected.set(ref, known)
}

/** `sha`: the commit that stands for the change, which is looked into anyway. */
function addWritten(
  collected: Collected,
  change: string,
  { commit, path, former, removed, beside }: WrittenLines,
  sha: string | null,
  functions: readonly Target[],
): void {
  add(collected, change, { lines: removed.length, beside: beside.length })
  if (commit === sha) return
  // The commit itself is small: what it did to the very file is compared.
  for (const target of targetsOfLines(path, removed, functions)) {
    add(collected, change, { place: { target, path, former: { path: former, name: null }, size: 0, commit } })
  }
}

/** What only carried or moved code counts where it wrote lines, too. */
function addHistory(
  collected: Collected,
  row: z.infer<typeof changesOfFunctions.row>,
  target: Target | undefined,
): void {
  if (target === undefined || target.was === null || !(isOwnChange(row) || collected.has(row.change))) return
  const former = { path: row.path, name: row.qualified_name }
  const place = { target, path: target.was.path, former, size: row.added + row.removed, commit: row.sha }
  add(collected, row.change, { change: row, place })
}

function targetsOfLines(path: string, lines: readonly number[], functions: readonly Target[]): (Target | null)[] {
  const inside = functions.filter(
    ({ was }) => was?.path === path && lines.some((line) => line >= was.start_line && line <= was.end_line),
  )
  return lines.length > 0 && inside.length === 0 ? [null] : inside
}
