import { setTimeout as sleep } from 'node:timers/promises'
import type { IngestReport } from './report.ts'
import { type SyncOptions, syncRepository } from './sync-repository.ts'

/** Either is null. */
export interface SyncOutcome {
  readonly name: string
  readonly report: IngestReport | null
  readonly error: unknown
}

type Options = Omit<SyncOptions, 'name'>

/** Brings repositories up to date, one after the other; one that fails does not keep the others from it. */
export async function syncRepositories(names: readonly string[], options: Options): Promise<SyncOutcome[]> {
  const outcomes: SyncOutcome[] = []
  for (const name of names) {
    try {
      outcomes.push({ name, report: await syncRepository({ ...options, name }), error: null })
    } catch (error) {
      options.signal?.throwIfAborted()
      outcomes.push({ name, report: null, error })
    }
  }
  return outcomes
}

export interface Watch {
  /** Between the end of a sync and the begin of the next. */
  readonly pauseMs: number
  readonly signal: AbortSignal
  /** What is indexed by now. */
  names(): Promise<readonly string[]>
  onOutcomes(outcomes: readonly SyncOutcome[]): void
  /** The database cannot be asked, for instance; the next round tries again. */
  onFailure(error: unknown): void
}

/** Syncs for as long as the process runs; resolves when the signal ends it. What was missed while it was down comes with the first round. */
export async function watchRepositories(watch: Watch, options: Options): Promise<void> {
  const { pauseMs, signal } = watch
  while (!signal.aborted) {
    try {
      watch.onOutcomes(await syncRepositories(await watch.names(), { ...options, signal }))
    } catch (error) {
      if (!signal.aborted) watch.onFailure(error)
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => {})
  }
}
