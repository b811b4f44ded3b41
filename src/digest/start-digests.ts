import type { ChatPlatform } from '../chat.ts'
import type { Database } from '../graph/types.ts'
import { runEveryMinute } from '../jobs/run-every-minute.ts'
import type { Logger } from '../logger.ts'
import { tick } from './tick.ts'

export interface StartDigests {
  readonly database: Database
  /** Those that run; digests of others wait. */
  readonly platforms: readonly ChatPlatform[]
  readonly logger: Logger
  readonly clock: () => Date
  /** How often it looks, as a cron pattern; every minute by default. */
  readonly pattern?: string
  /** After how long the work of a process that died is another's. */
  readonly leaseMs?: number
}

/** Posts the daily digests from now on. */
export function startDigests({ database, platforms, logger, clock, pattern, leaseMs }: StartDigests): {
  stop(): Promise<void>
} {
  const waits = new Map()
  return runEveryMinute({
    database,
    logger,
    // Processes that serve other platforms have other work.
    name: `digests ${platforms
      .map(({ name }) => name)
      .sort()
      .join(' ')}`,
    ...(pattern === undefined ? {} : { pattern }),
    work: () => tick({ database, platforms, logger, waits, leaseMs }, clock()),
  })
}
