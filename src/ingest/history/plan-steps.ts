import type { CommitRecord } from '../../git/types.ts'
import type { CommitIndex } from './commit-index.ts'
import type { RecognisedPullRequest } from './recognise-pull-request.ts'

/**
 * One difference that history is made of. `pull`: a pull request; `commit`: a change that no pull request records; `carry`:
 * a merge of branches, or a commit inside a pull request, which says how functions moved on but is no change of its own.
 */
export interface Step {
  readonly commit: CommitRecord
  readonly parent: string | null
  readonly role: 'pull' | 'commit' | 'carry'
  readonly pull: RecognisedPullRequest | null
  /** What the step brings in and no earlier or inner step did, oldest first. */
  readonly commits: readonly CommitRecord[]
  /** Further parents of a merge. */
  readonly joined: readonly string[]
  /** Steps that lie inside this one. */
  readonly inner: readonly Step[]
}

export interface Recognition {
  /** The pull request that a commit of a base branch merges. */
  merged(commit: CommitRecord): RecognisedPullRequest | null
  /** Commits right before `commit` on its branch that came with the same pull request (rebase merges): how many. */
  earlierCommits(commit: CommitRecord): number
}

/** `base`: on a branch that pull requests go to. `inner`: on the branch of a pull request. */
type Place = 'base' | 'inner'

/**
 * History from old to new. It follows the first parents; the other sides of a merge that is no pull request are followed
 * the same way before it, back to what is known already. Pull requests inside the branch of another one become steps
 * of their own too, the outer one's difference stays whole. A number counts once: for the first step that is not a copy.
 */
export function planSteps(commits: CommitIndex, recognition: Recognition): Step[] {
  const seen = new Set<string>()
  const steps: Step[] = []
  walk(commits.head, 'base', [])
  return demoteRepeated(steps)

  function walk(tip: string, place: Place, outer: CommitRecord[]): void {
    for (const { first, last } of groups(chainTo(tip), place)) {
      addStep(last, commits.parents(first)[0] ?? null, place, outer)
    }
  }

  function addStep(commit: CommitRecord, parent: string | null, place: Place, outer: CommitRecord[]): void {
    const joined = commits.parents(commit).slice(1)
    const pull = recognise(commit, place)
    const own = pull === null && place === 'inner' ? outer : []
    const before = steps.length
    for (const side of joined) {
      if (seen.has(side)) continue
      if (pull === null && place === 'base') walk(side, 'base', [])
      else if (holdsPullRequest(side)) walk(side, 'inner', own)
    }
    mark(commit.sha, own)
    const role = pull !== null ? 'pull' : place === 'inner' || joined.length > 0 ? 'carry' : 'commit'
    const inner = role === 'pull' ? steps.slice(before) : []
    steps.push({ commit, parent, role, pull, commits: role === 'carry' ? [] : own, joined, inner })
  }

  /** Commits on the first-parent chain that are not seen yet, oldest first. */
  function chainTo(tip: string): CommitRecord[] {
    const chain: CommitRecord[] = []
    for (let at = commits.get(tip); at !== undefined && !seen.has(at.sha); ) {
      chain.push(at)
      at = commits.get(commits.parents(at)[0] ?? '')
    }
    return chain.reverse()
  }

  /** The commits of a rebased pull request are one group, every other commit is its own. */
  function groups(chain: readonly CommitRecord[], place: Place): { first: CommitRecord; last: CommitRecord }[] {
    const found: { first: CommitRecord; last: CommitRecord }[] = []
    for (let index = chain.length - 1; index >= 0; index--) {
      const last = chain[index] as CommitRecord
      index = Math.max(0, index - (place === 'base' ? recognition.earlierCommits(last) : 0))
      found.push({ first: chain[index] as CommitRecord, last })
    }
    return found.reverse()
  }

  function recognise(commit: CommitRecord, place: Place): RecognisedPullRequest | null {
    const pull = recognition.merged(commit)
    // Inside a pull request "(#12)" mostly names an issue; only what GitHub itself committed or recorded is a merge there.
    const isSure = place === 'base' || commit.parents.length > 1 || isCommittedByGitHub(commit)
    return isSure || pull?.recorded === true ? pull : null
  }

  function holdsPullRequest(tip: string): boolean {
    const visited = new Set<string>()
    const open = [tip]
    for (let sha = open.pop(); sha !== undefined; sha = open.pop()) {
      const commit = commits.get(sha)
      if (commit === undefined || seen.has(sha) || visited.has(sha)) continue
      if (recognise(commit, 'inner') !== null) return true
      visited.add(sha)
      open.push(...commit.parents)
    }
    return false
  }

  /** Marks everything reachable as seen; what is new goes to `into`, parents first. */
  function mark(tip: string, into: CommitRecord[]): void {
    const open: { commit: CommitRecord; next: number }[] = []
    const enter = (sha: string) => {
      const commit = commits.get(sha)
      if (commit === undefined || seen.has(sha)) return
      seen.add(sha)
      open.push({ commit, next: 0 })
    }
    enter(tip)
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const parent = top.commit.parents[top.next++]
      if (parent !== undefined) enter(parent)
      else {
        into.push(top.commit)
        open.pop()
      }
    }
  }
}

const isCommittedByGitHub = ({ committer }: CommitRecord) => committer.email === 'noreply@github.com'

function demoteRepeated(steps: readonly Step[]): Step[] {
  const originals = new Map<number, Step>()
  for (const step of steps) {
    if (step.pull === null) continue
    const known = originals.get(step.pull.number)
    if (known === undefined || isBetter(step.pull, known.pull)) originals.set(step.pull.number, step)
  }
  return steps.map((step) =>
    step.pull === null || originals.get(step.pull.number) === step ? step : { ...step, role: 'commit', pull: null },
  )
}

const isBetter = (some: RecognisedPullRequest, known: RecognisedPullRequest | null) =>
  known?.recorded !== true && (some.recorded === true || (known?.copied === true && !some.copied))
