import type { FileFacts, Resolution } from '../../code/facts.ts'
import type { Language } from '../../code/language.ts'
import { languages as allLanguages } from '../../code/languages.ts'
import type { GitRepository } from '../../git/types.ts'
import type { GraphEdge } from '../../graph/entities.ts'
import type { GraphPart } from '../desired-graph.ts'
import type { WorkerPool } from '../pool.ts'
import type { CodeReport, IngestProgress, SkippedFile } from '../report.ts'
import type { Stopwatch } from '../stopwatch.ts'
import { type ClassifiedTree, classifyTree, type SourceFile } from './classify-tree.ts'
import { definitionGraph, resolvedEdges } from './code-graph.ts'
import { codeReport } from './code-report.ts'
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
  readonly caches?: Map<string, FactsCache> | undefined
  readonly languages?: readonly Language[] | undefined
  readonly maxFileBytes?: number | undefined
  readonly stopwatch: Stopwatch
  readonly onProgress?: ((progress: IngestProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

export interface CodeLayer {
  /** Files and definitions. */
  readonly definitions: GraphPart
  /** Calls, imports and bases, and the report on all; resolved when asked for. Never rejects for a resolver's fault. */
  resolve(): Promise<{ readonly edges: readonly GraphEdge[]; readonly report: CodeReport }>
}

/** The code of one commit as a graph: tree, blobs, facts (cached by blob), then resolution over the whole repository. */
export async function readCodeLayer(options: CodeLayerOptions): Promise<CodeLayer> {
  const { repository, commit, stopwatch, onProgress, languages = allLanguages } = options
  const entries = await stopwatch.time('tree', () => repository.listTree(commit))
  const tree = classifyTree(entries, { languages, maxFileBytes: options.maxFileBytes ?? MAX_FILE_BYTES })
  onProgress?.({ stage: 'tree', done: entries.length, total: entries.length })
  const { definitions, parsed, ...read } = await readDefinitions(options, tree, languages)
  const total = read.counts.parsed

  return {
    definitions,
    resolve: () =>
      stopwatch.time('resolve', async () => {
        onProgress?.({ stage: 'resolve', done: 0, total })
        const resolutions = await Promise.all(parsed.map((files) => resolveLanguage(options, files)))
        onProgress?.({ stage: 'resolve', done: total, total })
        const edges = resolutions.flatMap((resolution) => resolvedEdges(resolution, definitions.keys))
        const report = codeReport({ ...read, files: tree.files, definitions, edges, resolutions })
        return { edges: [...definitions.edges, ...edges], report }
      }),
  }
}

/** Definitions, and what the report says of the files. The facts that they come from are let go of, unless `caches` keeps them. */
async function readDefinitions(options: CodeLayerOptions, tree: ClassifiedTree, languages: readonly Language[]) {
  const { stopwatch, caches = new Map() } = options
  const facts = new Map<string, FileFacts>()
  const parsed: ParsedFiles[] = []
  const skipped: SkippedFile[] = [...tree.skipped]
  const decoded: { path: string; encoding: string }[] = []
  let cached = 0
  for (const language of languages) {
    const sources = tree.sources.filter(({ parsedAs }) => parsedAs === language.name)
    if (sources.length === 0) continue
    const cache = caches.get(language.name) ?? openFactsCache(options.cacheDir, language)
    caches.set(language.name, cache)
    cached += await stopwatch.time('code', () => readFacts({ ...options, language, sources, cache }))
    const own = new Map<string, FileFacts>()
    for (const { path, oid } of sources) {
      const blob = cache.get(oid)
      if (blob?.facts) own.set(path, blob.facts)
      else skipped.push({ path, reason: blob?.skipped ?? 'git does not have its contents' })
      if (blob?.encoding && blob.encoding !== 'utf-8') decoded.push({ path, encoding: blob.encoding })
    }
    for (const [path, known] of own) facts.set(path, known)
    const files = sources.filter(({ path }) => own.has(path))
    parsed.push({ language, files, own: allLanguages.includes(language) ? null : own })
  }
  const withSyntaxErrors = [...facts.values()].filter(({ syntaxErrors }) => syntaxErrors > 0).length
  const counts = { parsed: facts.size, withSyntaxErrors }
  return { definitions: definitionGraph(tree.files, facts), parsed, counts, skipped, decoded, cached }
}

interface ParsedFiles {
  readonly language: Language
  readonly files: readonly SourceFile[]
  /** Their facts, for a language that the threads do not know: of the others each thread reads them itself. */
  readonly own: ReadonlyMap<string, FileFacts> | null
}

/** A resolver that throws costs the calls of its language, not the ingest: every file counts as failed. */
async function resolveLanguage(
  { pool, cacheDir }: CodeLayerOptions,
  { language, files, own }: ParsedFiles,
): Promise<Resolution> {
  try {
    if (own !== null) return language.resolve(own)
    const blobs = files.map(({ path, oid }) => ({ path, oid }))
    return await pool.run('resolve', { language: language.name, cacheDir, files: blobs })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const failures = files.map(({ path }) => ({ path, reason }))
    return { calls: [], imports: [], bases: [], externalCalls: 0, unresolvedCalls: 0, failures }
  }
}
