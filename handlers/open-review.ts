/** What a review needs besides the graph: the clone, and what GitHub says of the pull request. */
import { UpstreamError, UserError } from '../src/errors.ts'
import { openRepository } from '../src/git/open-repository.ts'
import type { GitRepository } from '../src/git/types.ts'
import { createGitHubClient } from '../src/github/create-github-client.ts'
import { findPullRequest } from '../src/github/find-pull-request.ts'
import { openPullRequests } from '../src/github/open-pull-requests.ts'
import { repositoryRecord } from '../src/graph/queries/repository-record.ts'
import type { Graph } from '../src/graph/types.ts'
import { recordsPath } from '../src/ingest/fetch-github.ts'
import type { KnownPullRequest } from '../src/review/find-subject.ts'
import type { Services } from './services.ts'

/** The clone that the graph was made from. Throws UserError when there is none yet, or when it has gone away. */
export async function openClone(graph: Graph): Promise<GitRepository> {
  const [record] = await graph.run(repositoryRecord, {})
  if (record === undefined) throw new UserError('The repository was never ingested to its end.', 'Ingest it again.')
  return openRepository(record.git_dir)
}

/** As GitHub has it now, where a token lets us ask; else as it was when its records were fetched; null where nobody knows. */
export async function knownPullRequest(
  services: Pick<Services, 'dataDir' | 'github' | 'logger' | 'signal'>,
  repository: string,
  number: number,
): Promise<KnownPullRequest | null> {
  const { dataDir, github, logger, signal } = services
  const { apiUrl, token } = github
  if (token !== null) {
    try {
      const client = createGitHubClient({ apiUrl, token, repository, logger, signal })
      return await openPullRequests(client, repository).read(number)
    } catch (error) {
      if (!(error instanceof UpstreamError || error instanceof UserError)) throw error
      logger.warn({ err: error, number }, 'GitHub did not tell of the pull request')
    }
  }
  const record = await findPullRequest(recordsPath(dataDir, repository), number)
  return record && { ...record, base: record.base.commit, head: record.head.commit }
}
