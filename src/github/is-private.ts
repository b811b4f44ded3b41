import { createGitHubClient } from './create-github-client.ts'
import { visibilityQuery } from './queries/visibility.ts'

const PATIENCE_MS = 10_000

export interface VisibilityOptions {
  readonly apiUrl: string
  readonly token: string | null
  /** `owner/name`. */
  readonly slug: string
  readonly signal?: AbortSignal | undefined
}

/**
 * Whether a repository is for the eyes of some only. Without a token nothing that is could be read. Throws what a GitHub
 * client throws.
 */
export async function isPrivate({ apiUrl, token, slug, signal }: VisibilityOptions): Promise<boolean> {
  if (token === null) return false
  const patience = AbortSignal.timeout(PATIENCE_MS)
  const client = createGitHubClient({
    apiUrl,
    token,
    repository: slug,
    signal: signal ? AbortSignal.any([signal, patience]) : patience,
  })
  const [owner = '', name = ''] = slug.split('/')
  const { repository } = (await client.ask(visibilityQuery, { owner, name })).data
  // What is not there is not secret; the ingest says so in better words.
  return repository?.isPrivate ?? false
}
