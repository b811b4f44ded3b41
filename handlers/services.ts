/** What handlers work with; made once by the composition root. */

import type { ModelUse } from '../src/agent/model/write-with-model.ts'
import type { IncomingCommand } from '../src/chat.ts'
import type { Database } from '../src/graph/types.ts'
import type { GitHubAccess } from '../src/ingest/fetch-github.ts'
import type { IngestMemory } from '../src/ingest/ingest-memory.ts'
import type { Logger } from '../src/logger.ts'
import type { Delivery } from './delivery.ts'

export interface Services {
  readonly database: Database
  readonly dataDir: string
  readonly logger: Logger
  readonly github: GitHubAccess
  /** What one sync leaves for the next one, which makes it quick. */
  readonly ingestMemory: IngestMemory
  /** Words the answers; without it, rules do. */
  readonly model?: ModelUse | undefined
  /** Who may ingest, change settings and forget what others said: `platform:id` or `id`; absent or empty: everybody. */
  readonly admins?: readonly string[] | undefined
  /** Whether people may name repositories on the disk of this machine: those who sit at it may. */
  readonly localSources?: boolean | undefined
  /** Aborted when the process ends; long work stops early. */
  readonly signal: AbortSignal
}

export type CommandHandler = (services: Services, command: IncomingCommand, chat: Delivery) => Promise<void>
