import type { FileFacts, Resolution } from '../../code/facts.ts'
import type { Language } from '../../code/language.ts'
import { languages as allLanguages } from '../../code/languages.ts'
import type { GitRepository } from '../../git/types.ts'
import type { GraphEdge } from '../../graph/entities.ts'
import type { GraphPart } from '../desired-graph.ts'
import type { WorkerPool } from '../pool.ts'
import type { CodeReport, IngestProgress, SkippedFile } from '../report.ts'
import type { Stopwatch } from '../stopwatch.ts'
import { classifyTree, type SourceFile } from './classify-tree.ts'
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
  readonly caches?: Map<string, FactsCache>
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
  const { repository, commit, stopwatch, onProgress, languages = allLanguages, caches = new Map() } = options
  const entries = await stopwatch.time('tree', () => repository.listTree(commit))
  const tree = classifyTree(entries, { languages, maxFileBytes: options.maxFileBytes ?? MAX_FILE_BYTES })
  onProgress?.({ stage: 'tree', done: entries.length, total: entries.length })

  const sourcesOf = ({ name }: Language) => tree.sources.filter(({ parsedAs }) => parsedAs === name)
  const present = languages.filter((language) => sourcesOf(language).length > 0)
  const facts = new Map<string, FileFacts>()
  const skipped: SkippedFile[] = [...tree.skipped]
  const decoded: { path: string; encoding: string }[] = []
  let cached = 0
  for (const language of present) {
    const sources = sourcesOf(language)
    const cache = caches.get(language.name) ?? openFactsCache(options.cacheDir, language)
    caches.set(language.name, cache)
    cached += await stopwatch.time('code', () => readFacts({ ...options, language, sources, cache }))
    for (const { path, oid } of sources) {
      const blob = cache.get(oid)
      if (blob?.facts) facts.set(path, blob.facts)
      else skipped.push({ path, reason: blob?.skipped ?? 'git does not have its contents' })
      if (blob?.encoding && blob.encoding !== 'utf-8') decoded.push({ path, encoding: blob.encoding })
    }
  }
  const { keys, ...definitions } = definitionGraph(tree.files, facts)

  return {
    definitions,
    resolve: () =>
      stopwatch.time('resolve', async () => {
        onProgress?.({ stage: 'resolve', done: 0, total: facts.size })
        const resolutions = await Promise.all(
          present.map((language) => resolveLanguage(options, language, sourcesOf(language), facts)),
        )
        onProgress?.({ stage: 'resolve', done: facts.size, total: facts.size })
        const edges = resolutions.flatMap((resolution) => resolvedEdges(resolution, keys))
        const report = codeReport({
          files: tree.files,
          facts,
          definitions,
          edges,
          resolutions,
          skipped,
          decoded,
          cached,
        })
        return { edges: [...definitions.edges, ...edges], report }
      }),
  }
}

/** A resolver that throws costs the calls of its language, not the ingest: every file counts as failed. */
async function resolveLanguage(
  { pool, cacheDir }: CodeLayerOptions,
  language: Language,
  sources: readonly SourceFile[],
  facts: ReadonlyMap<string, FileFacts>,
): Promise<Resolution> {
  const own = sources.filter(({ path }) => facts.has(path))
  try {
    if (allLanguages.includes(language)) {
      const files = own.map(({ path, oid }) => ({ path, oid }))
      return await pool.run('resolve', { language: language.name, cacheDir, files })
    }
    // The threads know the languages of the program only.
    return language.resolve(new Map(own.map(({ path }) => [path, facts.get(path) as FileFacts])))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const failures = own.map(({ path }) => ({ path, reason }))
    return { calls: [], imports: [], bases: [], externalCalls: 0, unresolvedCalls: 0, failures }
  }
}
