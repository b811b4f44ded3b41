/** `review --pr N --post`: the review as a comment on its pull request. */
import { UserError } from '../errors.ts'
import type { GitRepository } from '../git/types.ts'
import { createGitHubClient } from '../github/create-github-client.ts'
import { openPullRequests } from '../github/open-pull-requests.ts'
import type { Graph } from '../graph/types.ts'
import { type ReviewOutcome, reviewPullRequest } from '../review/review-pull-request.ts'
import type { Rewording } from '../review/reviewer/reviewer.ts'
import type { CommandContext } from './command.ts'

interface PostRequest {
  readonly repository: string
  readonly graph: Graph
  readonly git: GitRepository
  readonly number: number
  /** Whether drafts, bots' pull requests and those with a label that opts out are reviewed, too. */
  readonly all: boolean
  readonly rewording?: Rewording | undefined
}

/** Returns the exit code. */
export async function postReviewOf(context: CommandContext, request: PostRequest): Promise<number> {
  const { config, shutdown } = context
  const { repository, number, all } = request
  const { apiUrl, token } = config.github
  if (token === null) {
    throw new UserError(
      'Whoever comments on GitHub needs a token.',
      'Set GITHUB_TOKEN to one with “Pull requests: write”.',
    )
  }
  const logger = context.logger.child({ component: 'review' })
  const client = createGitHubClient({ apiUrl, token, repository, logger, signal: shutdown.signal })
  const pulls = openPullRequests(client, repository)
  const rules = all ? null : config.reviews.rules
  const outcome = await reviewPullRequest({ ...request, pulls, rules, logger, signal: shutdown.signal })
  context.print(`#${number} ${wordOutcome(outcome)}`)
  context.printJson({ repository, number, ...outcome })
  return 0
}

function wordOutcome(outcome: ReviewOutcome): string {
  switch (outcome.kind) {
    case 'posted':
      return `is reviewed: ${outcome.url}`
    case 'skipped':
      return `is not reviewed: ${outcome.reason}. With --all it is.`
    case 'outdated':
      return 'has a newer head, or a later review: nothing was written.'
    case 'silent':
      return 'changes nothing that there is something to say about: nothing was written.'
  }
}
