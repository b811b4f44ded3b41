/** Which pull requests are left alone, unless a person asks for a review. */
import picomatch from 'picomatch'
import type { LivePullRequest } from '../github/open-pull-requests.ts'

export interface ReviewRules {
  /** Whether drafts, and what bots opened, are reviewed as well. */
  readonly drafts: boolean
  readonly bots: boolean
  /** Any of these labels opts out; upper and lower case are the same. */
  readonly skipLabels: readonly string[]
  /** Glob patterns, as in `docs/**`; a pull request that changes nothing else is left alone. */
  readonly skipPaths: readonly string[]
}

/** Why it is not reviewed, as the end of a sentence; null when it is. */
export function whyNotReview(pull: LivePullRequest, rules: ReviewRules): string | null {
  if (!pull.open) return 'it is not open'
  if (pull.draft && !rules.drafts) return 'it is a draft'
  if (pull.author?.bot && !rules.bots) return `${pull.author.login} is a bot`
  const label = pull.labels.find((each) => rules.skipLabels.some((skip) => skip.toLowerCase() === each.toLowerCase()))
  return label === undefined ? null : `it has the label ${label}`
}

/** Whether every changed path is one that is left alone. */
export function changesOnlySkipped(paths: readonly string[], { skipPaths }: ReviewRules): boolean {
  if (skipPaths.length === 0 || paths.length === 0) return false
  const isSkipped = picomatch([...skipPaths], { dot: true })
  return paths.every((path) => isSkipped(path))
}
