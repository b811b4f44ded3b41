import { NotFoundError } from '../errors.ts'
import { parseSource } from '../git/parse-source.ts'
import { checkToken } from '../github/check-token.ts'
import type { FetchReport } from '../github/fetch-records.ts'
import { webAddress } from '../github/web-address.ts'
import { fetchGitHub, GITHUB_COM, type GitHubAccess, recordsPath, storedRecords } from './fetch-github.ts'
import { type FoundSource, findSource } from './find-source.ts'
import type { IngestOptions } from './ingest-repository.ts'

export interface GatheredSource extends FoundSource {
  /** File of GitHub's records; null without. */
  readonly records: string | null
  /** Of the fetch; null when there was none. */
  readonly fetched: FetchReport | null
  /** What is missing in the records, in words. */
  readonly missing: readonly string[]
}

type Options = Pick<
  IngestOptions,
  'source' | 'dataDir' | 'github' | 'githubData' | 'history' | 'onProgress' | 'onPause' | 'signal' | 'logger'
>

/**
 * The repository, and beside it what GitHub knows of it: fetched with a token; without one, what was fetched earlier. Throws
 * UserError for a bad token or name; trouble of GitHub's is told in `missing`.
 */
export async function gatherSource(options: Options): Promise<GatheredSource> {
  const { githubData, history, github = GITHUB_COM } = options
  if (github.token !== null) checkToken(github.token)
  const source = withinGitHub(options.source, github)
  const parsed = parseSource(source)
  if (githubData !== undefined || history === false) {
    return { ...(await findSource({ ...options, source, github })), records: githubData ?? null, ...NONE }
  }
  if (parsed.kind === 'github') {
    // A bad token fails both; what the API says of it is clearer than what git says.
    const [records, found] = await Promise.allSettled([
      recordsOf(parsed.slug, github, options),
      findSource({ ...options, source, github }),
    ])
    if (records.status === 'rejected') throw records.reason
    if (found.status === 'rejected') throw found.reason
    return { ...found.value, ...records.value }
  }
  const found = await findSource({ ...options, source, github })
  const { slug } = found.repository
  return { ...found, ...(slug === null ? { records: null, ...NONE } : await recordsOfClone(slug, github, options)) }
}

const NONE = { fetched: null, missing: [] }

type Records = Pick<GatheredSource, 'records' | 'fetched' | 'missing'>

async function recordsOf(slug: string, { apiUrl, token }: GitHubAccess, options: Options): Promise<Records> {
  const { dataDir, onProgress, onPause, signal, logger } = options
  if (token === null) {
    const records = storedRecords(dataDir, slug)
    return { records, fetched: null, missing: records === null ? [] : [notUpToDate('there is no token')] }
  }
  const fetched = await fetchGitHub({ slug, dataDir, apiUrl, token, onProgress, onPause, signal, logger })
  const { problem, pull_requests, issues } = fetched
  return {
    records: pull_requests + issues > 0 || problem === null ? recordsPath(dataDir, slug) : null,
    fetched,
    missing: problem === null ? [] : [notUpToDate(problem)],
  }
}

/** The origin of somebody's clone may be gone, or not for this token. */
async function recordsOfClone(slug: string, github: GitHubAccess, options: Options): Promise<Records> {
  try {
    return await recordsOf(slug, github, options)
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    return { records: storedRecords(options.dataDir, slug), fetched: null, missing: [notUpToDate(error.message)] }
  }
}

const notUpToDate = (reason: string) => `GitHub’s records were not brought up to date: ${reason.replace(/\.$/, '')}`

/** Addresses of an Enterprise server's repositories are `owner/name` there. */
function withinGitHub(source: string, { apiUrl }: GitHubAccess): string {
  const start = `${webAddress(apiUrl)}/`
  return source.startsWith(start) ? source.slice(start.length) : source
}
