import type { CommitRecord } from '../../git/types.ts'

/** Every commit reachable from the head, by sha. In a shallow clone parents may be missing: they count as none. */
export interface CommitIndex {
  readonly head: string
  /** False when a parent is missing. */
  readonly complete: boolean
  get(sha: string): CommitRecord | undefined
  has(sha: string): boolean
  /** Parents that the repository holds. */
  parents(commit: CommitRecord): readonly string[]
  all(): Iterable<CommitRecord>
}

/** Takes of `records` what is reachable from `head`. */
export function indexCommits(head: string, records: ReadonlyMap<string, CommitRecord>): CommitIndex {
  const reachable = new Map<string, CommitRecord>()
  const open = [head]
  let complete = records.has(head)
  for (let sha = open.pop(); sha !== undefined; sha = open.pop()) {
    const commit = records.get(sha)
    if (commit === undefined) complete = false
    if (commit === undefined || reachable.has(sha)) continue
    reachable.set(sha, commit)
    open.push(...commit.parents)
  }
  return {
    head,
    complete,
    get: (sha) => reachable.get(sha),
    has: (sha) => reachable.has(sha),
    parents: (commit) =>
      commit.parents.every((sha) => reachable.has(sha))
        ? commit.parents
        : commit.parents.filter((sha) => reachable.has(sha)),
    all: () => reachable.values(),
  }
}
