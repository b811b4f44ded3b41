import type { IssueRecord, PullRequestRecord, RepositoryRecord } from '../../github/records.ts'

/** What GitHub tells of one repository, by number. */
export interface GitHubRecords {
  /** Null in a file without a line on the repository itself. */
  readonly repository: RepositoryRecord | null
  readonly pulls: ReadonlyMap<number, PullRequestRecord>
  readonly issues: ReadonlyMap<number, IssueRecord>
}

/**
 * The records as they would have been at that time: what came later is left out, and what happened later has not happened
 * yet. Titles, texts and labels are today's, since GitHub's records keep no older ones.
 */
export function recordsAsOf(records: GitHubRecords, at: Date): GitHubRecords {
  const isThere = (time: string | null) => time === null || Date.parse(time) <= at.getTime()
  const pulls = [...records.pulls.values()].flatMap((pull): PullRequestRecord[] => {
    if (!isThere(pull.created_at)) return []
    const reviews = pull.reviews
      .filter((review) => isThere(review.at))
      .map((review) => ({ ...review, comments: review.comments.filter((comment) => isThere(comment.at)) }))
    if (isThere(pull.merged_at ?? pull.closed_at)) return [{ ...pull, reviews }]
    const open = { state: 'open', merged_at: null, merged_by: null, closed_at: null, merge_commit: null } as const
    return [{ ...pull, ...open, reviews }]
  })
  const issues = [...records.issues.values()].flatMap((issue): IssueRecord[] => {
    if (!isThere(issue.created_at)) return []
    return [isThere(issue.closed_at) ? issue : { ...issue, state: 'open', state_reason: null, closed_at: null }]
  })
  return {
    repository: records.repository,
    pulls: new Map(pulls.map((pull) => [pull.number, pull])),
    issues: new Map(issues.map((issue) => [issue.number, issue])),
  }
}
