import type { CommitRecord } from '../../git/types.ts'
import type { GitHubRecords } from '../records/github-records.ts'
import { contradicts, recordedMerges } from '../records/recorded-merges.ts'
import type { CommitIndex } from './commit-index.ts'
import { memoByCommit } from './memo-by-commit.ts'
import type { Recognition } from './plan-steps.ts'
import type { PullHead } from './pull-heads.ts'
import { type Forge, type RecognisedPullRequest, recognisePullRequest } from './recognise-pull-request.ts'

/**
 * All ways to recognise a pull request together. GitHub's records of merge commits go before what messages say, and that goes
 * before what the heads of pull requests tell (`refs/pull/*`, where the repository has them): the head was merged, or is the
 * commit itself, or was rebased onto it.
 */
export function createRecognition(
  commits: CommitIndex,
  forge: Forge,
  heads: readonly PullHead[],
  rebased: ReadonlyMap<string, { readonly number: number; readonly earlier: number }>,
  records: GitHubRecords | null,
): Recognition {
  const isContradicted = (sha: string, number: number) => records !== null && contradicts(records, commits, sha, number)
  const byMessage = new Map<string, RecognisedPullRequest>()
  for (const commit of commits.all()) {
    const pull = messageOf(commit, forge)
    if (pull !== null && !isContradicted(commit.sha, pull.number)) byMessage.set(commit.sha, pull)
  }
  const recorded = records === null ? () => null : recordedMerges(records, commits, byMessage)
  const named = new Set([...byMessage.values()].map(({ number }) => number))
  const byHead = new Map<string, number | null>()
  for (const { number, sha } of heads) {
    if (!named.has(number) && commits.has(sha)) byHead.set(sha, byHead.has(sha) ? null : number)
  }

  const merges = new Map<string, number>()
  for (const commit of commits.all()) {
    if (commit.parents.length > 1) merges.set(subjectOf(commit), (merges.get(subjectOf(commit)) ?? 0) + 1)
  }

  function ofHead(commit: CommitRecord): RecognisedPullRequest | null {
    const [, second, ...more] = commit.parents
    if (second !== undefined && (merges.get(subjectOf(commit)) ?? 0) >= BASE_BRANCH_MERGES) return null
    const head = second === undefined ? commit.sha : more.length === 0 ? second : ''
    const headCommit = commits.get(head)
    // The head of a pull request that asks to merge one base branch into another is a merge itself, or names one.
    if (headCommit === undefined || headCommit.parents.length > 1 || byMessage.has(headCommit.sha)) return null
    const number = byHead.get(head) ?? null
    if (number === null || isContradicted(commit.sha, number)) return null
    return { number, title: subjectOf(headCommit), branchOwner: null, copied: false }
  }

  function ofRebase(commit: CommitRecord): RecognisedPullRequest | null {
    const match = rebased.get(commit.sha)
    if (match === undefined || named.has(match.number) || isContradicted(commit.sha, match.number)) return null
    return { number: match.number, title: subjectOf(commit), branchOwner: null, copied: false }
  }

  return {
    merged: (commit) => recorded(commit)?.pull ?? byMessage.get(commit.sha) ?? ofHead(commit) ?? ofRebase(commit),
    earlierCommits: (commit) => {
      const match = rebased.get(commit.sha)
      const record = recorded(commit)
      if (record !== null) return match?.number === record.pull.number ? match.earlier : record.earlier
      const isRebase = !byMessage.has(commit.sha) && ofHead(commit) === null && ofRebase(commit) !== null
      return isRebase ? (match?.earlier ?? 0) : 0
    },
  }
}

const messageOf = memoByCommit(recognisePullRequest)

/** A merge whose subject stands this often in history (`Merge branch '1.x'`) is one of base branches, whatever its tip is. */
const BASE_BRANCH_MERGES = 3

const subjectOf = (commit: CommitRecord) => commit.message.split('\n', 1)[0] ?? ''
