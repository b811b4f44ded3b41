import { UserError } from '../errors.ts'
import { postedHeads } from './posted-reviews.ts'
import { type PullRequestReview, type ReviewOutcome, reviewPullRequest } from './review-pull-request.ts'
import { type ReviewRules, whyNotReview } from './review-rules.ts'

export interface ReviewNewOptions extends Omit<PullRequestReview, 'number' | 'rules'> {
  readonly rules: ReviewRules
  readonly now?: Date
}

/**
 * Pull requests that nothing happened to for so long are left alone: whoever switches reviews on does not want a comment on every
 * old one.
 */
const FRESH_MS = 24 * 60 * 60 * 1000
/** In one go; the others come with the next. */
const MOST_REVIEWS = 10

/**
 * Reviews open pull requests that are new or have a new head, each head once; called again and again. One that fails is logged and
 * tried the next time, and does not keep the others. Throws when GitHub cannot be asked at all.
 */
export async function reviewNew(options: ReviewNewOptions): Promise<ReadonlyMap<number, ReviewOutcome>> {
  const { graph, pulls, rules, logger, signal, now = new Date() } = options
  const [open, done] = await Promise.all([pulls.listOpen(), postedHeads(graph)])
  const fresh = open.filter(
    (pull) =>
      !done.has(pull.head) &&
      now.getTime() - Date.parse(pull.updatedAt) < FRESH_MS &&
      whyNotReview(pull, rules) === null,
  )
  const outcomes = new Map<number, ReviewOutcome>()
  for (const { number } of fresh.slice(0, MOST_REVIEWS)) {
    signal?.throwIfAborted()
    try {
      const outcome = await reviewPullRequest({ ...options, number })
      outcomes.set(number, outcome)
      logger?.info({ number, outcome: outcome.kind }, 'a pull request was looked at')
    } catch (error) {
      signal?.throwIfAborted()
      // What the token may not do, it may not do for the next one either.
      if (error instanceof UserError && error.exitCode !== 3) throw error
      logger?.warn({ err: error, number }, 'a pull request could not be reviewed')
    }
  }
  return outcomes
}
