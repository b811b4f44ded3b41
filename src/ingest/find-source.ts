import { basename, join, resolve } from 'node:path'
import { cloneRepository } from '../git/clone-repository.ts'
import { openRepository } from '../git/open-repository.ts'
import { parseSource } from '../git/parse-source.ts'
import type { GitRepository } from '../git/types.ts'
import { webAddress } from '../github/web-address.ts'
import type { GitHubAccess } from './fetch-github.ts'
import { withFileLock } from './file-lock.ts'
import type { IngestProgress } from './report.ts'

export interface SourceOptions {
  /** `owner/name`, a GitHub address or a local path. */
  readonly source: string
  /** `owner/name` that the user gives the repository. */
  readonly name?: string | undefined
  readonly dataDir: string
  readonly github: GitHubAccess
  readonly onProgress?: ((progress: IngestProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

export interface FoundSource {
  readonly repository: GitRepository
  /** `owner/name` to index under; a local repository without a name or an origin on GitHub is `local/<directory>`. */
  readonly name: string
}

/** Opens a local repository, or clones one of GitHub into the data directory (fetches when it is there). */
export async function findSource(options: SourceOptions): Promise<FoundSource> {
  const { source, dataDir, github, onProgress, signal } = options
  const parsed = parseSource(source)
  if (parsed.kind === 'path') {
    const repository = named(await openRepository(parsed.path), options.name)
    return { repository, name: options.name ?? repository.slug ?? `local/${directoryName(parsed.path)}` }
  }
  const { slug } = parsed
  const into = join(dataDir, 'clones', `${slug.toLowerCase()}.git`)
  const repository = await withFileLock(`${into}.lock`, { signal }, () =>
    cloneRepository({
      slug,
      url: `${webAddress(github.apiUrl)}/${slug}.git`,
      into,
      ...(github.token === null ? {} : { token: github.token }),
      onProgress: ({ percent }) => onProgress?.({ stage: 'fetch', done: percent, total: 100 }),
    }),
  )
  return { repository, name: options.name ?? slug }
}

/** A copy that has no origin is what the user says it is, so that links lead to GitHub; one that has keeps to its own. */
function named(repository: GitRepository, name: string | undefined): GitRepository {
  if (name === undefined || repository.hasOrigin || name.startsWith('local/')) return repository
  return { ...repository, slug: name, webUrl: `https://github.com/${name}` }
}

/** The last folder of a path that is not git's own, in characters that a name may have. */
function directoryName(path: string): string {
  const name = basename(resolve(path).replace(/\/\.git$/, '')).replace(/\.git$/, '')
  return name.replace(/[^\w.-]+/g, '-') || 'repository'
}
