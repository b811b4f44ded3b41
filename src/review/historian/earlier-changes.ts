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
import { linesBehind } from './lines-behind.ts'
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
  const isBefore = (change: string) => ancestry.has(shaOf.get(change) ?? '')
  const collected = new Map<
    string,
    { change: ChangeRow | null; lines: number; beside: number; places: EarlierPlace[] }
  >()
  const at = (change: string) => {
    const known = collected.get(change) ?? { change: null, lines: 0, beside: 0, places: [] }
    collected.set(change, known)
    return known
  }

  const changeOf = createChangeOf(
    ancestry,
    new Map(shas.map(({ change, sha }) => [sha, change])),
    state?.history === 'all',
  )
  for (const { commit, path, former, removed, beside } of behind.written) {
    const change = changeOf(commit)
    if (change === null) continue
    const known = at(change)
    known.lines += removed.length
    known.beside += beside.length
    for (const target of targetsOfLines(path, removed, task.functions)) {
      // The commit itself is small; only what it did to the very file is compared.
      const own = commit === shaOf.get(change) ? null : commit
      if (own !== null) known.places.push({ target, path, former: { path: former, name: null }, size: 0, commit: own })
    }
  }
  for (const row of history) {
    const target = targets.get(row.function)
    if (target === undefined || target.was === null || !isBefore(row.change)) continue
    const isOwn = isOwnChange({ ...row, did: row.did as 'changed' })
    const known = collected.get(row.change)
    if (!isOwn && known === undefined) continue
    const place = {
      target,
      path: target.was.path,
      former: { path: row.path, name: row.qualified_name },
      size: row.added + row.removed,
      commit: row.sha,
    }
    const entry = at(row.change)
    entry.change = row
    entry.places.push(place)
  }
  for (const row of fixes) {
    if (!isBefore(row.change)) continue
    const entry = at(row.change)
    entry.change = row
    entry.places.push({ target: null, path: row.path, former: { path: row.path, name: '' }, size: 0, commit: row.sha })
  }
  const lacking = [...collected].flatMap(([ref, { change }]) => (change === null ? [ref] : []))
  const rows = lacking.length === 0 ? [] : await graph.run(changesByRef, { keys: lacking.map(storedKey) })
  for (const row of rows) at(row.change).change = row
  const found = [...collected.values()].flatMap(({ change, ...rest }) => (change === null ? [] : [{ change, ...rest }]))
  return { found: rankEarlier(found), ancestry, complete: behind.complete }
}

function targetsOfLines(path: string, lines: readonly number[], functions: readonly Target[]): (Target | null)[] {
  const inside = functions.filter(
    ({ was }) => was?.path === path && lines.some((line) => line >= was.start_line && line <= was.end_line),
  )
  return lines.length > 0 && inside.length === 0 ? [null] : inside
}
