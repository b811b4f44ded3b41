import type { CommitRecord } from '../../git/types.ts'
import type { PullRequestRecord } from '../../github/records.ts'
import type { CommitIndex } from '../history/commit-index.ts'
import type { RecognisedPullRequest } from '../history/recognise-pull-request.ts'
import type { GitHubRecords } from './github-records.ts'
import { titleText } from './record-text.ts'

/** The pull request that a commit merges, and how many commits right before it came with it (rebase merges). */
export interface RecordedMerge {
  readonly pull: RecognisedPullRequest
  readonly earlier: number
}

/**
 * The message of a commit names the number, but records say otherwise: it is an issue's, or another commit of this history is
 * its merge.
 */
export function contradicts(records: GitHubRecords, commits: CommitIndex, sha: string, number: number): boolean {
  const pull = records.pulls.get(number)
  if (pull === undefined) return records.issues.has(number)
  const merge = mergeCommitOf(pull)
  return merge !== null && merge !== sha && commits.has(merge)
}

/** GitHub stamps all commits of a rebase merge when it makes them. */
const SAME_MERGE_MS = 60_000

/**
 * Merges by the commit that GitHub says the merge made. `spoken` is what messages say, as far as records do not contradict: of
 * several pull requests with one merge commit the one that its message names counts, and such a commit holds all of it.
 */
export function recordedMerges(
  { pulls }: GitHubRecords,
  commits: CommitIndex,
  spoken: ReadonlyMap<string, RecognisedPullRequest>,
): (commit: CommitRecord) => RecordedMerge | null {
  const byCommit = new Map<string, PullRequestRecord[]>()
  for (const pull of pulls.values()) {
    const sha = mergeCommitOf(pull)
    if (sha !== null && commits.has(sha)) byCommit.set(sha, [...(byCommit.get(sha) ?? []), pull])
  }

  function recordOf(commit: CommitRecord): PullRequestRecord | null {
    const candidates = byCommit.get(commit.sha) ?? []
    const named = candidates.find(({ number }) => number === spoken.get(commit.sha)?.number)
    return named ?? (candidates.length === 1 ? (candidates[0] ?? null) : null)
  }

  /** Squashed into one commit, or rebased onto the base branch as several? Only the commits themselves tell. */
  function earlierOf(last: CommitRecord, pull: PullRequestRecord): number {
    if (last.parents.length > 1 || pull.commits < 2 || spoken.has(last.sha)) return 0
    if (subjectOf(last) === titleText(pull.title)) return 0
    let first = last
    for (let earlier = 1; earlier < pull.commits; earlier++) {
      const before = commits.get(first.parents[0] ?? '')
      if (before === undefined || before.parents.length > 1 || byCommit.has(before.sha) || spoken.has(before.sha))
        return 0
      if (!isOfSameMerge(before, last)) return 0
      first = before
    }
    return pull.commits - 1
  }

  return (commit) => {
    const record = recordOf(commit)
    if (record === null) return null
    const branchOwner = record.head.repository?.split('/')[0] ?? null
    const pull = { number: record.number, title: titleText(record.title), branchOwner, copied: false, recorded: true }
    return { pull, earlier: earlierOf(commit, record) }
  }
}

const mergeCommitOf = ({ state, merge_commit }: PullRequestRecord) => (state === 'merged' ? merge_commit : null)

const subjectOf = ({ message }: CommitRecord) => titleText(message.split('\n', 1)[0] ?? '')

function isOfSameMerge(some: CommitRecord, last: CommitRecord): boolean {
  if (some.author.email.toLowerCase() === last.author.email.toLowerCase()) return true
  const apart = Math.abs(Date.parse(some.committer.at) - Date.parse(last.committer.at))
  return some.committer.email === last.committer.email && apart <= SAME_MERGE_MS
}
