import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { languages } from '../code/languages.ts'
import type { GitRepository } from '../git/types.ts'
import { readCodeLayer } from './code/code-layer.ts'
import type { GraphPart, HistoryLayer, HistoryRequest } from './desired-graph.ts'
import { joinParts, type Moves } from './desired-state.ts'
import { withFormerNames } from './history/former-names.ts'
import type { IngestMemory } from './ingest-memory.ts'
import type { IngestOptions } from './ingest-repository.ts'
import type { GitHubRecords } from './records/github-records.ts'
import { missingRecords } from './records/records-report.ts'
import type { CodeReport, IngestReport } from './report.ts'
import { repositoryNode } from './repository-node.ts'
import type { Stopwatch } from './stopwatch.ts'

export interface ReadRequest {
  readonly options: IngestOptions
  readonly repository: GitRepository
  readonly memory: IngestMemory
  readonly stopwatch: Stopwatch
}

/** What is to be indexed. */
export interface FoundCommit {
  readonly head: { readonly sha: string; readonly branch: string | null } | null
  /** Null in a repository without commits. */
  readonly commit: string | null
}

export async function findCommit({ options, repository }: ReadRequest): Promise<FoundCommit> {
  const head = await repository.head()
  return { head, commit: options.at === undefined ? (head?.sha ?? null) : await repository.resolveRevision(options.at) }
}

async function readCode({ options, repository, memory, stopwatch }: ReadRequest, commit: string) {
  const { languages, maxFileBytes, onProgress, signal } = options
  const cacheDir = join(options.dataDir, 'cache', cacheName(repository))
  const pool = memory.pool
  // What is ingested once is not kept: it would be in the way of the history.
  const caches = memory === options.memory ? cachesIn(memory, cacheDir) : undefined
  const layer = await readCodeLayer({
    repository,
    commit,
    pool,
    cacheDir,
    caches,
    languages,
    maxFileBytes,
    stopwatch,
    onProgress,
    signal,
  })
  return { layer, cacheDir }
}

export interface DesireRequest extends ReadRequest {
  /** What of GitHub's records could not be fetched, in words. */
  readonly notFetched: readonly string[]
  /** The name to index under, and that of its graph; may still be looked up while the repository is read. */
  readonly target: Promise<{ readonly name: string; readonly graph: { readonly name: string } }>
}

export interface Desire {
  readonly desired: GraphPart
  readonly moved: Moves
  readonly report: Omit<IngestReport, 'fetched' | 'changes' | 'seconds'>
}

const NOTHING_MOVED: Moves = { formerKeys: new Map(), movedSince: () => new Map() }

/** The graph that should exist for the repository at the commit, and the report on it. */
export async function desireGraph(request: DesireRequest, { head, commit }: FoundCommit): Promise<Desire> {
  const { options, repository, target } = request
  const about = async () => {
    const { name, graph } = await target
    const branch = head?.branch ?? null
    return { repository: name, graph: graph.name, commit, branch, shallow: repository.shallow }
  }
  if (commit === null) {
    const missing = ['the repository has no commits']
    const report = { ...(await about()), status: 'empty', code: null, history: null, missing } as const
    return { desired: joinParts([book(request, report, null)]), moved: NOTHING_MOVED, report }
  }
  const { layer, cacheDir } = await readCode(request, commit)
  // Side by side: the one keeps a thread busy, the other all that are left.
  const [code, history] = await Promise.all([
    layer.resolve(),
    options.history === false ? null : readHistory(request, { commit, cacheDir, code: layer.definitions }),
  ])
  const { github = null, part = null } = history ?? {}
  const report = {
    ...(await about()),
    status: code.report.call_failures.length > 0 ? ('degraded' as const) : ('complete' as const),
    code: code.report,
    history: history?.report ?? null,
    missing: missingParts(request, code.report, missingRecords(github, mergedIn(part))),
  }
  const nodes = withFormerNames(layer.definitions.nodes, part?.formerNames ?? new Map())
  const codePart = { nodes, edges: code.edges }
  const parts = [book(request, report, head?.sha ?? null), codePart, ...(part === null ? [] : [part])]
  return { desired: joinParts(parts), moved: part ?? NOTHING_MOVED, report }
}

async function readHistory(
  request: DesireRequest,
  about: Pick<HistoryRequest, 'commit' | 'cacheDir' | 'code'>,
): Promise<HistoryLayer & { readonly github: GitHubRecords | null }> {
  const { options, repository, memory, stopwatch } = request
  const github = await readRecordsFor(request, about.commit)
  const layer = await stopwatch.time('history', async () => {
    const { buildHistory } = await import('./history/build-history.ts')
    const { prs = null, onProgress, signal } = options
    const { pool, history } = memory
    return buildHistory({ ...about, repository, prs, github, pool, memory: history, onProgress, signal })
  })
  return { ...layer, github }
}

function book({ options, repository }: DesireRequest, report: Desire['report'], head: string | null): GraphPart {
  const { history, prs } = options
  const node = repositoryNode({
    report,
    webUrl: repository.webUrl,
    gitDir: repository.gitDir,
    head,
    history: history === false ? 'none' : prs === undefined ? 'all' : `${prs}`,
    extractors: languages.map((language) => `${language.name} ${language.version}`),
  })
  return { nodes: [node], edges: [] }
}

/** Null without records. */
async function readRecordsFor({ options, repository }: DesireRequest, commit: string): Promise<GitHubRecords | null> {
  const { githubData, at } = options
  if (githubData === undefined) return null
  const { readGitHub, readGitHubAsOf } = await import('./records/read-github.ts')
  return at === undefined ? readGitHub(githubData) : readGitHubAsOf(githubData, repository.gitDir, commit)
}

/** Numbers of the pull requests that changed the indexed code. */
const mergedIn = (part: GraphPart | null): number[] =>
  part?.nodes.flatMap(({ label, props }) =>
    label === 'PullRequest' && typeof props.sha === 'string' ? Number(props.number) : [],
  ) ?? []

function missingParts(
  { options, repository, notFetched }: DesireRequest,
  code: CodeReport,
  records: string[],
): string[] {
  const failed = code.call_failures.length
  return [
    ...(failed > 0 ? [`calls in ${failed} of ${code.files_parsed} files could not be resolved`] : []),
    ...(options.history === false ? ['history is not indexed'] : [...records, ...notFetched]),
    ...(options.history !== false && options.prs !== undefined
      ? [`history before the last ${options.prs} changes is not indexed`]
      : []),
    ...(repository.shallow ? ['the clone is shallow: history before its first commit is not there'] : []),
  ]
}

function cachesIn(memory: IngestMemory, cacheDir: string) {
  const caches = memory.facts.get(cacheDir) ?? new Map()
  memory.facts.set(cacheDir, caches)
  return caches
}

/** Workspaces share the caches of a repository; two local ones of a name do not. */
function cacheName({ slug, gitDir }: GitRepository): string {
  const text = slug?.toLowerCase() ?? gitDir
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
