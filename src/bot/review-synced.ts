import { openRepository } from '../git/open-repository.ts'
import { createGitHubClient } from '../github/create-github-client.ts'
import { openPullRequests } from '../github/open-pull-requests.ts'
import { repositoryRecord } from '../graph/queries/repository-record.ts'
import type { Database } from '../graph/types.ts'
import type { Logger } from '../logger.ts'
import { graphName } from '../repositories.ts'
import { reviewNew } from '../review/review-new.ts'
import type { ReviewRules } from '../review/review-rules.ts'
import type { Rewording } from '../review/reviewer/reviewer.ts'

export interface ReviewSyncedOptions {
  readonly database: Database
  readonly github: { readonly apiUrl: string; readonly token: string | null }
  readonly rules: ReviewRules
  readonly rewording?: Rewording | undefined
  readonly logger: Logger
  readonly signal: AbortSignal
}

/**
 * Comments on the new and updated pull requests of a repository that was just brought up to date. Does nothing for one that is not
 * on GitHub, or without a token. Throws what `reviewNew` throws.
 */
export async function reviewSynced(workspace: string, name: string, options: ReviewSyncedOptions): Promise<void> {
  const { database, github, logger, signal } = options
  const graph = database.graph(graphName(workspace, name))
  const [record] = await graph.run(repositoryRecord, {})
  if (record === undefined || github.token === null) return
  const git = await openRepository(record.git_dir)
  // An Enterprise server's addresses tell no slug: there it is the name.
  const repository = git.slug ?? (git.hasOrigin ? name : null)
  if (repository === null) return
  const client = createGitHubClient({ ...github, token: github.token, repository, logger, signal })
  await reviewNew({ ...options, graph, git, pulls: openPullRequests(client, repository) })
}
