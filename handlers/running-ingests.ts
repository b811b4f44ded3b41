/** Ingests that this process is at: whoever asks for the same one joins it. */
import type { Database } from '../src/graph/types.ts'
import type { IngestProgress, IngestReport } from '../src/ingest/report.ts'

/** How far it is, or what it waits for, in words. */
export type IngestNews = IngestProgress | { readonly waiting: string }

export interface RunningIngest {
  /** Id of the person who began it. */
  readonly startedBy: string
  readonly report: Promise<IngestReport>
  /** Calls back with what is known already, then with everything new; returns how to stop that. */
  listen(listener: (news: IngestNews) => void): () => void
  cancel(reason: Error): void
}

/** By `workspace:source`, for each database. */
const running = new WeakMap<Database, Map<string, RunningIngest>>()

export const runningIngest = (database: Database, key: string): RunningIngest | null =>
  running.get(database)?.get(key) ?? null

/** Begins an ingest that others can join until it ends. */
export function beginIngest(
  database: Database,
  key: string,
  startedBy: string,
  work: (tell: (news: IngestNews) => void, signal: AbortSignal) => Promise<IngestReport>,
): RunningIngest {
  const ingests = running.get(database) ?? new Map<string, RunningIngest>()
  running.set(database, ingests)
  const controller = new AbortController()
  const listeners = new Set<(news: IngestNews) => void>()
  let latest: IngestNews | null = null
  const tell = (news: IngestNews) => {
    latest = news
    for (const listener of listeners) listener(news)
  }
  const report = work(tell, controller.signal).finally(() => ingests.delete(key))
  const ingest: RunningIngest = {
    startedBy,
    report,
    listen: (listener) => {
      listeners.add(listener)
      if (latest) listener(latest)
      return () => void listeners.delete(listener)
    },
    cancel: (reason) => controller.abort(reason),
  }
  ingests.set(key, ingest)
  return ingest
}
