/** Work that recurs, done by one of all processes on a database each time. */
import { schedule } from 'node-cron'
import type { Database } from '../graph/types.ts'
import type { Logger } from '../logger.ts'

export interface Recurring {
  readonly database: Pick<Database, 'lease'>
  /** The same in all processes that share the work. */
  readonly name: string
  readonly logger: Logger
  /** A cron pattern, in UTC. Every minute by default. */
  readonly pattern?: string
  work(): Promise<unknown>
}

/** Who was chosen for a minute is remembered longer than clocks of machines differ. */
const CHOSEN_FOR_MS = 10 * 60_000

/**
 * Runs the work now, and every minute in one process of all, never twice at a time in one. A process that dies leaves its minute
 * undone; the next is another's. What must be done in any case, the work finds out by looking: a minute can be missed.
 */
export function runEveryMinute({ database, name, logger, pattern = '* * * * *', work }: Recurring): {
  stop(): Promise<void>
} {
  let running: Promise<void> = Promise.resolve()
  const run = () => {
    running = running.then(work).then(
      () => undefined,
      (error: unknown) => logger.error({ err: error }, `${name} failed; it is tried again`),
    )
    return running
  }
  const task = schedule(pattern, run, {
    name,
    timezone: 'UTC',
    noOverlap: true,
    distributed: true,
    distributedLease: CHOSEN_FOR_MS,
    suppressMissedWarning: true,
    runCoordinator: { shouldRun: async (key, ttlMs) => (await database.lease(`run:${key}`, ttlMs)) !== null },
    logger: {
      debug: (text) => logger.debug(String(text)),
      info: (text) => logger.debug(text),
      warn: (text) => logger.warn(text),
      error: (text, error) => logger.warn({ err: error ?? text }, 'a run could not be agreed upon'),
    },
  })
  void run()
  return {
    stop: async () => {
      await task.destroy()
      await running
    },
  }
}
