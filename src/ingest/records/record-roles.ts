import type { Account, PullRequestRecord, ReviewRecord } from '../../github/records.ts'
import { commentKey, type GraphEdge, issueKey, pullRequestKey } from '../../graph/entities.ts'
import { inOrder } from './accounts.ts'
import type { GitHubRecords } from './github-records.ts'
import { remarksOf } from './remarks.ts'

/** What somebody did on GitHub; a null account was deleted. */
export interface RecordedRole {
  readonly label: Extract<GraphEdge['label'], 'AUTHORED' | 'REVIEWED' | 'OPENED' | 'WROTE'>
  readonly account: Account
  readonly to: string
  readonly props: GraphEdge['props']
}

/** Reviews, remarks and issues of all records, and the authors of pull requests that are no step of history. */
export function recordedRoles({ pulls, issues }: GitHubRecords, steps: ReadonlySet<number>): RecordedRole[] {
  const roles: RecordedRole[] = []
  for (const pull of inOrder(pulls)) {
    const to = pullRequestKey(pull.number)
    if (!steps.has(pull.number) && pull.author !== null) {
      roles.push({ label: 'AUTHORED', account: pull.author, to, props: { order: 0 } })
    }
    roles.push(...reviewRoles(pull, to))
    for (const { author, url } of remarksOf(pull)) {
      roles.push({ label: 'WROTE', account: author, to: commentKey(url), props: {} })
    }
  }
  for (const { number, author, missing } of inOrder(issues)) {
    if (missing.includes('author')) continue
    roles.push({ label: 'OPENED', account: author, to: issueKey(number), props: {} })
  }
  return roles
}

/** One for each reviewer: the last verdict, or that there were comments only. Answers of the author are no reviews. */
function reviewRoles({ author, reviews }: PullRequestRecord, to: string): RecordedRole[] {
  const byReviewer = new Map<string | null, ReviewRecord[]>()
  for (const review of reviews) {
    const login = review.author?.login ?? null
    if (review.state === 'pending' || (login !== null && login === author?.login)) continue
    byReviewer.set(login, [...(byReviewer.get(login) ?? []), review])
  }
  return [...byReviewer.values()].map((given) => {
    const ordered = given.sort((a, b) => (a.at ?? '').localeCompare(b.at ?? ''))
    const last = ordered.findLast(({ state }) => state !== 'commented') ?? ordered.at(-1)
    const props = { state: last?.state ?? 'commented', at: last?.at ?? null, reviews: given.length }
    return { label: 'REVIEWED', account: last?.author ?? null, to, props }
  })
}
