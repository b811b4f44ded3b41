import type { Language } from '../../code/language.ts'
import type { GitRepository } from '../../git/types.ts'
import type { WorkerPool } from '../pool.ts'
import type { IngestProgress } from '../report.ts'
import type { SourceFile } from './classify-tree.ts'
import type { FactsCache } from './facts-cache.ts'

export interface ReadFactsOptions {
  readonly repository: GitRepository
  readonly pool: WorkerPool
  readonly language: Language
  readonly sources: readonly SourceFile[]
  readonly cache: FactsCache
  readonly onProgress?: ((progress: IngestProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** Large enough that messages cost nothing, small enough that the threads finish together. */
const BATCH_BYTES = 96 * 1024
const TASKS_UNDER_WAY_PER_THREAD = 3

/** Brings the facts of all sources into the cache, those it lacks by parsing on the pool. Returns how many it had. */
export async function readFacts(options: ReadFactsOptions): Promise<number> {
  const { repository, pool, language, sources, cache, onProgress, signal } = options
  const sizes = new Map(sources.map(({ oid, size }) => [oid, size]))
  const oids = new Set(sizes.keys())
  // The largest first: then the threads finish together.
  const missing = [...sizes].filter(([oid]) => cache.get(oid) === null).sort(([, a], [, b]) => b - a)
  let done = oids.size - missing.length
  onProgress?.({ stage: 'code', done, total: oids.size })

  const running = new Set<Promise<void>>()
  let batch: { oid: string; content: Uint8Array<ArrayBuffer> }[] = []
  let batchBytes = 0
  const send = () => {
    const files = batch
    batch = []
    batchBytes = 0
    const transfer = files.map(({ content }) => content.buffer)
    const task = pool.run('extract', { language: language.name, files }, transfer).then((output) => {
      for (const { oid, json } of output.files) cache.put(oid, json)
      done += output.files.length
      onProgress?.({ stage: 'code', done, total: oids.size })
      running.delete(task)
    })
    task.catch(() => {}) // awaited below; until then a failure must not count as unhandled
    running.add(task)
  }
  try {
    for await (const { oid, content } of repository.blobs(missing.map(([oid]) => oid))) {
      signal?.throwIfAborted()
      if (content === null) continue
      batch.push({ oid, content: new Uint8Array(content) })
      batchBytes += content.length
      if (batchBytes >= BATCH_BYTES) send()
      while (running.size >= pool.size * TASKS_UNDER_WAY_PER_THREAD) await Promise.race(running)
    }
    if (batch.length > 0) send()
    await Promise.all(running)
  } finally {
    await Promise.allSettled(running)
    cache.flush(oids)
  }
  return oids.size - missing.length
}
