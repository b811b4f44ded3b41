import type { FactsCache } from './code/facts-cache.ts'
import type { HistoryMemory } from './history/history-memory.ts'
import { createWorkerPool, type WorkerPool } from './pool.ts'
import type { KeptDigest } from './sync-graph.ts'

/** What a process keeps between ingests. All of it can be found again; it only saves time. */
export interface IngestMemory {
  readonly pool: WorkerPool
  /** By cache folder, then by language. */
  readonly facts: Map<string, Map<string, FactsCache>>
  /** By cache folder. */
  readonly history: HistoryMemory
  /** By graph name. */
  readonly digests: Map<string, KeptDigest>
  close(): Promise<void>
}

export function createIngestMemory(options: { once?: boolean } = {}): IngestMemory {
  const pool = createWorkerPool(options)
  return { pool, facts: new Map(), history: new Map(), digests: new Map(), close: () => pool.close() }
}
