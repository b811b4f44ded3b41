import type { CommitRecord } from '../../git/types.ts'
import type { GitHubRecords } from '../records/github-records.ts'
import type { CommitIndex } from './commit-index.ts'
import { recognisePullRequest } from './recognise-pull-request.ts'

export interface PullHead {
  readonly number: number
  readonly sha: string
}

/**
 * Heads of pull requests that may be merged: those that the repository has, and those of merged ones that only GitHub's records
 * name. What an open one asks to merge is not merged, wherever its head is.
 */
export function headsOf(known: readonly PullHead[], github: GitHubRecords | null): PullHead[] {
  const heads = new Map(known.map(({ number, sha }) => [number, sha]))
  for (const { number, state, head } of github?.pulls.values() ?? []) {
    if (state === 'open') heads.delete(number)
    else if (state === 'merged' && head.commit !== null && !heads.has(number)) heads.set(number, head.commit)
  }
  return [...heads].map(([number, sha]) => ({ number, sha }))
}

/** Who made a commit and when: rebasing keeps both. */
const authorship = ({ author }: CommitRecord) => `${author.email.toLowerCase()} ${author.at}`

/**
 * Pull requests that were merged by rebasing, by their last commit on the base branch. `find` gives commits by sha, reading
 * them where needed; of the heads only those that the base branch does not hold are of interest. Two heads of the same
 * authorship are ambiguous: none of them counts.
 */
export async function findRebased(
  heads: readonly PullHead[],
  commits: CommitIndex,
  find: (shas: readonly string[]) => Promise<ReadonlyMap<string, CommitRecord>>,
): Promise<Map<string, { number: number; earlier: number }>> {
  const outside = heads.filter(({ sha }) => !commits.has(sha))
  const records = await find(outside.map(({ sha }) => sha))
  const byAuthorship = new Map<string, PullHead | null>()
  for (const head of outside) {
    const record = records.get(head.sha)
    if (record === undefined || record.parents.length > 1) continue
    const id = authorship(record)
    byAuthorship.set(id, byAuthorship.has(id) ? null : head)
  }

  let growing: { number: number; last: string; first: CommitRecord; of: CommitRecord; earlier: number }[] = []
  for (const commit of commits.all()) {
    if (commit.parents.length > 1) continue
    const head = byAuthorship.get(authorship(commit))
    const of = head && records.get(head.sha)
    if (head && of) growing.push({ number: head.number, last: commit.sha, first: commit, of, earlier: 0 })
  }
  const rebased = new Map<string, { number: number; earlier: number }>()
  for (const { last, number } of growing) rebased.set(last, { number, earlier: 0 })
  while (growing.length > 0) {
    const inBranch = growing.flatMap((each) => {
      const parent = each.of.parents[0]
      return parent === undefined || commits.has(parent) ? [] : [{ each, parent }]
    })
    const parents = await find(inBranch.map(({ parent }) => parent))
    growing = inBranch.flatMap(({ each, parent }) => {
      const of = parents.get(parent)
      const first = commits.get(each.first.parents[0] ?? '')
      if (of === undefined || first === undefined || first.parents.length > 1) return []
      if (authorship(of) !== authorship(first)) return []
      // A head on a rewritten copy of the base branch has the base's own commits behind it, other pull requests among them.
      const own = recognisePullRequest(first, 'unknown')
      if (own !== null && own.number !== each.number) return []
      rebased.set(each.last, { number: each.number, earlier: each.earlier + 1 })
      return [{ ...each, of, first, earlier: each.earlier + 1 }]
    })
  }
  return rebased
}
