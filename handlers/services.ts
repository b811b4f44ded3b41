/** What handlers work with; made once by the composition root. */

import type { ModelUse } from '../src/agent/model/write-with-model.ts'
import type { ChatPlatform, IncomingCommand } from '../src/chat.ts'
import type { Database } from '../src/graph/types.ts'
import type { GitHubAccess } from '../src/ingest/fetch-github.ts'
import type { IngestMemory } from '../src/ingest/ingest-memory.ts'
import type { Logger } from '../src/logger.ts'

export interface Services {
  readonly database: Database
  readonly dataDir: string
  readonly logger: Logger
  readonly github: GitHubAccess
  /** What one sync leaves for the next one, which makes it quick. */
  readonly ingestMemory: IngestMemory
  /** Words the answers; without it, rules do. */
  readonly model?: ModelUse | undefined
  /** Aborted when the process ends; long work stops early. */
  readonly signal: AbortSignal
}

export type CommandHandler = (services: Services, command: IncomingCommand, platform: ChatPlatform) => Promise<void>
