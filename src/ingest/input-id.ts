import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { languages } from '../code/languages.ts'
import type { DesireRequest, FoundCommit } from './desire-graph.ts'

/** Put in place by the build: a digest of the program's own source. */
declare const BUILD_ID: string | undefined

/** What is run from source may change at any time: it knows only what this process did. */
const program = typeof BUILD_ID === 'undefined' ? randomUUID() : BUILD_ID

/**
 * Of everything that the desired graph is a function of: the program, the commit, what refs and records tell, and the options. Two
 * ingests of the same id want the same graph.
 */
export async function inputId(
  { options, repository, notFetched }: Omit<DesireRequest, 'target'>,
  { head, commit }: FoundCommit,
): Promise<string> {
  const [heads, shallow, records] = await Promise.all([
    repository.pullRequestHeads(),
    repository.shallow ? contentOf(join(repository.gitDir, 'shallow')) : null,
    options.githubData === undefined ? null : contentOf(options.githubData),
  ])
  // Languages of somebody else's may do at each time what they like.
  const read = options.languages ? randomUUID() : languages.map(({ name, version }) => [name, version])
  const asked = [options.name, options.at !== undefined, options.prs, options.history, options.maxFileBytes, read]
  const { gitDir, slug, webUrl } = repository
  const inputs = [program, gitDir, slug, webUrl, head, commit, heads, shallow, records, notFetched, asked]
  return createHash('sha256').update(JSON.stringify(inputs)).digest('hex')
}

/** Null where the file is not there: whoever needs it says so. */
async function contentOf(path: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  } catch {
    return null
  }
  return hash.digest('hex')
}
