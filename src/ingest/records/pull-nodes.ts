import type { PullRequestRecord } from '../../github/records.ts'
import { type GraphNode, type Properties, pullRequestKey } from '../../graph/entities.ts'
import { inOrder } from './accounts.ts'
import type { GitHubRecords } from './github-records.ts'
import { bodyText, titleText } from './record-text.ts'

/**
 * What GitHub knows of a pull request beyond git. `author_deleted`: who opened it has no account any more. `reviews_indexed`:
 * that no review is recorded means that there was none.
 */
export function recordedProps(pull: PullRequestRecord): Properties {
  const { title, body, url, state, draft, created_at, merged_at, author, missing } = pull
  return {
    title: titleText(title),
    body: bodyText(body) || null,
    url,
    state,
    draft: draft || null,
    created_at,
    ...(merged_at === null ? {} : { merged_at }),
    author_deleted: (author === null && !missing.includes('author')) || null,
    reviews_indexed: !missing.includes('reviews'),
  }
}

/** Pull requests that are no step of this history: open, closed, or merged elsewhere. */
export function otherPulls({ pulls }: GitHubRecords, steps: ReadonlySet<number>): GraphNode[] {
  return inOrder(pulls)
    .filter(({ number }) => !steps.has(number))
    .map((pull) => ({
      key: pullRequestKey(pull.number),
      label: 'PullRequest',
      props: { number: pull.number, ...recordedProps(pull) },
    }))
}
