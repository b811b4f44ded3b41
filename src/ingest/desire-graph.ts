import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { languages } from '../code/languages.ts'
import type { GitRepository } from '../git/types.ts'
import { readCodeLayer } from './code/code-layer.ts'
import type { GraphPart, HistoryPart } from './desired-graph.ts'
import { joinParts } from './desired-state.ts'
import type { IngestMemory } from './ingest-memory.ts'
import type { IngestOptions } from './ingest-repository.ts'
import type { CodeReport, IngestReport } from './report.ts'
import { repositoryNode } from './repository-node.ts'
import type { Stopwatch } from './stopwatch.ts'

export interface DesireRequest {
  readonly options: IngestOptions
  readonly repository: GitRepository
  /** The name to index under. */
  readonly name: string
  readonly graph: string
  readonly memory: IngestMemory
  readonly stopwatch: Stopwatch
}

export interface Desire {
  readonly desired: GraphPart
  readonly formerKeys: HistoryPart['formerKeys']
  readonly report: Omit<IngestReport, 'changes' | 'seconds'>
}

/** The graph that should exist for the repository as it is now, and the report on it. Reads git and caches, not the graph. */
export async function desireGraph(request: DesireRequest): Promise<Desire> {
  const { options, repository, name, graph, memory, stopwatch } = request
  const { at, prs, onProgress, signal } = options
  const head = await stopwatch.time('tree', () => repository.head())
  const commit = at === undefined ? (head?.sha ?? null) : await repository.resolveRevision(at)
  const about = { repository: name, graph, commit, branch: head?.branch ?? null, shallow: repository.shallow }
  if (commit === null) {
    const missing = ['the repository has no commits']
    const report = { ...about, status: 'empty', code: null, history: null, missing } as const
    return { desired: joinParts([book(request, report, null)]), formerKeys: new Map(), report }
  }
  const cacheDir = join(options.dataDir, 'cache', cacheName(repository))
  const layer = await readCodeLayer({
    repository,
    commit,
    pool: memory.pool,
    cacheDir,
    caches: cachesIn(memory, cacheDir),
    languages: options.languages,
    maxFileBytes: options.maxFileBytes,
    stopwatch,
    onProgress,
    signal,
  })
  // Side by side: the one keeps a thread busy, the other all that are left.
  const [code, history] = await Promise.all([
    layer.resolve(),
    options.history === false
      ? null
      : stopwatch.time('history', async () => {
          const { buildHistory } = await import('./history/build-history.ts')
          return buildHistory({
            repository,
            commit,
            prs: prs ?? null,
            code: layer.definitions,
            pool: memory.pool,
            cacheDir,
            onProgress,
            signal,
          })
        }),
  ])
  const report = {
    ...about,
    status: code.report.call_failures.length > 0 ? ('degraded' as const) : ('complete' as const),
    code: code.report,
    history: history?.report ?? null,
    missing: missingParts(request, code.report),
  }
  const ownParts = [book(request, report, head?.sha ?? null), { nodes: layer.definitions.nodes, edges: code.edges }]
  const parts = [...ownParts, ...(history ? [history.part] : [])]
  return { desired: joinParts(parts), formerKeys: history?.part.formerKeys ?? new Map(), report }
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

function missingParts({ options, repository }: DesireRequest, code: CodeReport): string[] {
  const failed = code.call_failures.length
  return [
    ...(failed > 0 ? [`calls in ${failed} of ${code.files_parsed} files could not be resolved`] : []),
    ...(options.history === false ? ['history is not indexed'] : ['reviews are not indexed (no GitHub records)']),
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
