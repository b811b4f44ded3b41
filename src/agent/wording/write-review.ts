/** Who reviewed a change, as far as that is recorded. */

import { isDeleted } from '../../experts/rank-experts.ts'
import type { ChangeRow } from '../evidence.ts'
import type { Labels } from './labels.ts'
import type { Phrases } from './phrases.ts'

export function writeReview(change: ChangeRow, labels: Labels, say: Phrases): string {
  const label = labels.change(change)
  const reviewers = [...new Set(change.reviewers.map(labels.person))]
  const each = change.reviewers.map(({ state }) => say.verdict(state)).filter((verdict) => verdict !== '')
  const verdicts = new Set(each).size === 1 ? each.slice(0, 1) : each
  if (reviewers.length === 0) return say.noReview(label, change.reviews_indexed)
  const deleted = change.reviewers.filter(isDeleted).map((ghost) => say.accountDeleted(labels.person(ghost)))
  return [say.reviewedBy(label, reviewers, verdicts), ...deleted].join(' ')
}
