import type { Account, PullRequestRecord, ReviewCommentRecord } from '../../github/records.ts'
import { bodyText } from './record-text.ts'

/** Words of a review: of the review as a whole, or of one of its comments on code. */
export interface Remark {
  readonly author: Account
  readonly body: string
  readonly url: string
  readonly at: string | null
  /** Of a comment on code; null for a review as a whole. */
  readonly code: Pick<ReviewCommentRecord, 'path' | 'line' | 'commit' | 'side'> | null
}

/** In the order in which they were written; those without a word are left out, and so are pending ones. */
export function remarksOf(pull: PullRequestRecord): readonly Remark[] {
  const known = read.get(pull)
  if (known !== undefined) return known
  const remarks = readRemarks(pull)
  read.set(pull, remarks)
  return remarks
}

const read = new WeakMap<PullRequestRecord, readonly Remark[]>()

function readRemarks({ reviews }: PullRequestRecord): Remark[] {
  const remarks = reviews.flatMap(({ state, author, body, url, at, comments }): Remark[] =>
    state === 'pending'
      ? []
      : [
          { author, body: bodyText(body), url, at, code: null },
          ...comments.map((comment) => {
            const { path, line, commit, side } = comment
            const code = { path, line, commit, side }
            return { author: comment.author, body: bodyText(comment.body), url: comment.url, at: comment.at, code }
          }),
        ],
  )
  const byUrl = new Map(remarks.filter(({ body }) => body !== '').map((remark) => [remark.url, remark]))
  return [...byUrl.values()]
}
