import type { GitRepository } from '../../git/types.ts'

/** Tag by which a repository made for the demo says where to begin. */
const START_TAG = 'refs/tags/demo/start'
/** Changes of the branch that the sync brings in elsewhere; half of them all where the history is short. */
const CHANGES_BACK = 60

export interface Stretch {
  readonly start: string
  readonly end: string
  /** First-parent steps between the two. */
  readonly changes: number
}

/** From where to where the demo goes: up to the tip of the branch, from the tag or from some changes before. Null without commits. */
export async function chooseStretch(repository: GitRepository): Promise<Stretch | null> {
  const head = await repository.head()
  if (head === null) return null
  const trunk = await firstParents(repository, head.sha, 2 * CHANGES_BACK)
  const tagged = await repository.resolveRevision(START_TAG).catch(() => null)
  const index = tagged === null ? -1 : trunk.indexOf(tagged)
  const changes = index >= 0 ? index : Math.min(CHANGES_BACK, Math.floor(trunk.length / 2))
  return { start: trunk[changes] ?? head.sha, end: head.sha, changes }
}

/** The tip and its first parents, newest first. */
async function firstParents(repository: GitRepository, tip: string, count: number): Promise<string[]> {
  const trunk: string[] = []
  let next: string | undefined = tip
  for await (const commit of repository.commits(tip)) {
    if (commit.sha !== next) continue
    trunk.push(commit.sha)
    next = commit.parents[0]
    if (next === undefined || trunk.length > count) break
  }
  return trunk
}
