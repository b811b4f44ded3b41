import type { Account, PullRequestRecord } from '../../github/records.ts'

/** Gives equal records in which the accounts, paths and commits that tens of thousands of remarks repeat are there once each. */
export function createSharing(): (pull: PullRequestRecord) => PullRequestRecord {
  const accounts = new Map<string, NonNullable<Account>>()
  const texts = new Map<string, string>()
  const text = (value: string): string => {
    const known = texts.get(value)
    if (known === undefined) texts.set(value, value)
    return known ?? value
  }
  const account = (value: Account): Account => {
    if (value === null) return null
    const known = accounts.get(value.login)
    if (known === undefined) accounts.set(value.login, value)
    return known?.id === value.id && known.name === value.name && known.bot === value.bot ? known : value
  }
  return (pull) => ({
    ...pull,
    author: account(pull.author),
    merged_by: account(pull.merged_by),
    reviews: pull.reviews.map((review) => ({
      ...review,
      author: account(review.author),
      comments: review.comments.map((comment) => ({
        ...comment,
        author: account(comment.author),
        path: text(comment.path),
        commit: comment.commit === null ? null : text(comment.commit),
      })),
    })),
  })
}
