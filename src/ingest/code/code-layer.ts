import type { FileFacts, Resolution } from '../../code/facts.ts'
import type { Language } from '../../code/language.ts'
import { languages as allLanguages } from '../../code/languages.ts'
import type { GitRepository } from '../../git/types.ts'
import type { GraphPart } from '../desired-graph.ts'
import type { WorkerPool } from '../pool.ts'
import type { CodeReport, IngestProgress, SkippedFile } from '../report.ts'
import type { Stopwatch } from '../stopwatch.ts'
import { classifyTree, type SourceFile } from './classify-tree.ts'
import { buildCodeGraph } from './code-graph.ts'
import { type FactsCache, openFactsCache } from './facts-cache.ts'
import { readFacts } from './read-facts.ts'

/** Far above any source file written by hand; a larger one is listed in the report. */
const MAX_FILE_BYTES = 8 * 1024 * 1024

export interface CodeLayerOptions {
  readonly repository: GitRepository
  readonly commit: string
  readonly pool: WorkerPool
  /** Folder of the facts of this repository's blobs. */
  readonly cacheDir: string
  /** Caches that a running process keeps open, by language; filled here. */
  readonly caches?: Map<string, FactsCache>
  readonly languages?: readonly Language[] | undefined
  readonly maxFileBytes?: number | undefined
  readonly stopwatch: Stopwatch
  readonly onProgress?: ((progress: IngestProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

export interface CodeLayer {
  readonly part: GraphPart
  readonly report: CodeReport
}

/** The code of one commit as a graph: tree, blobs, facts (cached by blob), then resolution over the whole repository. */
export async function buildCodeLayer(options: CodeLayerOptions): Promise<CodeLayer> {
  const {
    repository,
    commit,
    stopwatch,
    onProgress,
    languages = allLanguages,
    caches = new Map<string, FactsCache>(),
  } = options
  const entries = await stopwatch.time('tree', () => repository.listTree(commit))
  const tree = classifyTree(entries, { languages, maxFileBytes: options.maxFileBytes ?? MAX_FILE_BYTES })
  onProgress?.({ stage: 'tree', done: entries.length, total: entries.length })

  const facts = new Map<string, FileFacts>()
  const skipped: SkippedFile[] = [...tree.skipped]
  const decoded: { path: string; encoding: string }[] = []
  const resolutions: Resolution[] = []
  let cached = 0
  for (const language of languages) {
    const sources = tree.sources.filter((file) => file.language === language.name)
    if (sources.length === 0) continue
    const cache = caches.get(language.name) ?? openFactsCache(options.cacheDir, language)
    caches.set(language.name, cache)
    cached += await stopwatch.time('code', () => readFacts({ ...options, language, sources, cache }))
    const own = factsByPath(sources, cache, { skipped, decoded })
    for (const [path, each] of own) facts.set(path, each)
    onProgress?.({ stage: 'resolve', done: 0, total: own.size })
    resolutions.push(await stopwatch.time('resolve', () => resolveAll(language, own)))
    onProgress?.({ stage: 'resolve', done: own.size, total: own.size })
  }
  const part = buildCodeGraph({ files: tree.files, facts, resolutions })
  return { part, report: report({ files: tree.files, facts, resolutions, part, skipped, decoded, cached }) }
}

function factsByPath(
  sources: readonly SourceFile[],
  cache: FactsCache,
  notes: { skipped: SkippedFile[]; decoded: { path: string; encoding: string }[] },
): Map<string, FileFacts> {
  const facts = new Map<string, FileFacts>()
  for (const { path, oid } of sources) {
    const blob = cache.get(oid)
    if (blob?.facts) facts.set(path, blob.facts)
    else notes.skipped.push({ path, reason: blob?.skipped ?? 'git does not have its contents' })
    if (blob?.encoding && blob.encoding !== 'utf-8') notes.decoded.push({ path, encoding: blob.encoding })
  }
  return facts
}

/** A resolver that throws costs the calls of its language, not the ingest: every file counts as failed. */
function resolveAll(language: Language, facts: ReadonlyMap<string, FileFacts>): Resolution {
  try {
    return language.resolve(facts)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const failures = [...facts.keys()].map((path) => ({ path, reason }))
    return { calls: [], imports: [], bases: [], externalCalls: 0, unresolvedCalls: 0, failures }
  }
}

interface ReportInput {
  readonly files: readonly SourceFile[]
  readonly facts: ReadonlyMap<string, FileFacts>
  readonly resolutions: readonly Resolution[]
  readonly part: GraphPart
  readonly skipped: readonly SkippedFile[]
  readonly decoded: CodeReport['decoded']
  readonly cached: number
}

function report({ files, facts, resolutions, part, skipped, decoded, cached }: ReportInput): CodeReport {
  const sum = (count: (resolution: Resolution) => number) =>
    resolutions.reduce((total, resolution) => total + count(resolution), 0)
  return {
    files_by_language: countBy(files, ({ language }) => language),
    files_parsed: facts.size,
    files_cached: cached,
    files_with_syntax_errors: [...facts.values()].filter(({ syntaxErrors }) => syntaxErrors > 0).length,
    skipped: skipped.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    decoded,
    functions: part.nodes.filter(({ label }) => label === 'Function').length,
    classes: part.nodes.filter(({ label }) => label === 'Class').length,
    calls: countBy(
      part.edges.filter(({ label }) => label === 'CALLS'),
      ({ props }) => String(props.how),
    ),
    calls_external: sum(({ externalCalls }) => externalCalls),
    calls_unresolved: sum(({ unresolvedCalls }) => unresolvedCalls),
    imports: part.edges.filter(({ label }) => label === 'IMPORTS').length,
    call_failures: resolutions.flatMap(({ failures }) => failures),
  }
}

/** Counts by name, most frequent first. */
function countBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): Record<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1)
  return Object.fromEntries([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)))
}
