/** Composition root of the running bot: clients, handlers and platforms become one process. */

import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTerminalPlatform } from '../adapters/terminal/index.ts'
import { createDurableHandlers, createHandlers } from '../handlers/create-handlers.ts'
import type { Services } from '../handlers/services.ts'
import { type HealthServer, startHealthServer } from './bot/health-server.ts'
import { reviewSynced } from './bot/review-synced.ts'
import { type SupervisedPlatform, type SuperviseOptions, supervisePlatform } from './bot/supervise-platform.ts'
import { surviveFailures } from './bot/survive-failures.ts'
import type { Author } from './chat.ts'
import { startDigests } from './digest/start-digests.ts'
import { syncRepositories } from './ingest/sync-repositories.ts'
import type { Logger } from './logger.ts'
import { listAllRepositories } from './repositories.ts'
import type { ReviewRules } from './review/review-rules.ts'
import { createRewording } from './review/reviewer/create-rewording.ts'
import type { Shutdown } from './shutdown.ts'

export interface TerminalApp {
  readonly services: Services
  readonly shutdown: Shutdown
  readonly input: Readable & { readonly isTTY?: boolean }
  readonly output: Writable & { readonly isTTY?: boolean; readonly columns?: number; hasColors?(): boolean }
  readonly workspace: string
  readonly author: Author
  readonly session: string
}

/** Holds a conversation in the terminal; resolves when the person has left. */
export async function runTerminal(app: TerminalApp): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const platform = createTerminalPlatform({ ...app, onEnd: resolve })
    app.shutdown.add('terminal', () => platform.stop())
    platform.start(createHandlers(app.services)).catch(reject)
  })
}

export type PlatformSpec = Pick<SuperviseOptions, 'name' | 'create'>

export interface BotApp {
  readonly services: Services
  readonly shutdown: Shutdown
  readonly platforms: readonly PlatformSpec[]
  /** Null: no HTTP server. */
  readonly port: number | null
  /** Zero: nothing is synced unless somebody asks. */
  readonly syncMinutes: number
  /** After each sync, pull requests are reviewed by these rules; null: only when somebody asks. */
  readonly reviewRules?: ReviewRules | null
  readonly leaseMs?: number
}

export interface Bot {
  readonly supervised: readonly SupervisedPlatform[]
  /** Null without one. */
  readonly server: HealthServer | null
}

/** Starts the bot; everything it starts ends with `shutdown`. Resolves at once: platforms come up by themselves. */
export async function startBot(app: BotApp): Promise<Bot> {
  const { services, shutdown } = app
  const logger = services.logger.child({ component: 'bot' })
  const supervised = app.platforms.map((spec) => startPlatform(app, spec, logger))
  shutdown.add('uncaught failures', surviveFailures(supervised, shutdown, logger))
  const server =
    app.port === null
      ? null
      : await startHealthServer({
          port: app.port,
          health: () => healthOf(services, supervised),
        })
  if (server) {
    shutdown.add('http', server.stop)
    logger.info({ port: server.port }, 'health is told over HTTP')
  }
  const digests = startDigests({
    database: services.database,
    platforms: supervised.map(({ platform }) => platform),
    logger: services.logger.child({ component: 'digest' }),
    clock: () => new Date(),
  })
  shutdown.add('digests', digests.stop)
  if (app.syncMinutes > 0) {
    const watching = watchRepositories(app, services.logger.child({ component: 'sync' }))
    shutdown.add('sync', () => watching)
  }
  return { supervised, server }
}

function startPlatform(
  { services, shutdown, leaseMs }: BotApp,
  spec: PlatformSpec,
  logger: Logger,
): SupervisedPlatform {
  const { handlers, start, stop } = createDurableHandlers(
    { ...services, logger: services.logger.child({ component: spec.name }) },
    spec.name,
    leaseMs === undefined ? {} : { leaseMs },
  )
  const supervised = supervisePlatform({ ...spec, handlers, onUp: start, onDown: stop, logger })
  shutdown.add(spec.name, supervised.stop)
  return supervised
}

async function healthOf({ database }: Services, supervised: readonly SupervisedPlatform[]) {
  const answers = await database.send(['PING']).then(
    () => true,
    () => false,
  )
  const states = supervised.map((each) => [each.platform.name, each.state()] as const)
  return {
    ready: answers && states.every(([, { status }]) => status === 'running'),
    details: { database: answers ? 'answers' : 'does not answer', platforms: Object.fromEntries(states) },
  }
}

const MINUTE_MS = 60_000
/** A replica that died while it synced holds the others up for so long at most. */
const SYNC_LEASE_MS = 10 * MINUTE_MS

/** Brings everything that is indexed up to date again and again; of several replicas, one at a time does. */
async function watchRepositories(app: BotApp, logger: Logger): Promise<void> {
  const { services, shutdown, syncMinutes, reviewRules = null } = app
  const rewording = services.model && createRewording({ ...services.model, signal: shutdown.signal })
  const { signal } = shutdown
  const syncAll = async () => {
    const lease = await services.database.lease('sync', SYNC_LEASE_MS)
    if (lease === null) return
    // A repository of two workspaces has one comment on each pull request all the same.
    const reviewed = new Set<string>()
    try {
      for (const [workspace, names] of await listAllRepositories(services.database)) {
        await lease.renew()
        const syncing = { ...services, workspace, memory: services.ingestMemory, logger, signal }
        for (const { name, report, error } of await syncRepositories(names, syncing)) {
          if (error !== null) logger.warn({ err: error, workspace, repository: name }, 'a repository was not synced')
          else logger.debug({ workspace, repository: name, commit: report?.commit }, 'a repository is up to date')
          if (error !== null || reviewRules === null || reviewed.has(name)) continue
          reviewed.add(name)
          await lease.renew()
          await reviewSynced(workspace, name, { ...services, rules: reviewRules, rewording, logger }).catch(
            (failure: unknown) => {
              if (!signal.aborted)
                logger.warn({ err: failure, repository: name }, 'its pull requests were not reviewed')
            },
          )
        }
      }
    } finally {
      await lease.release()
    }
  }
  while (!signal.aborted) {
    await syncAll().catch((error: unknown) => {
      if (!signal.aborted) logger.warn({ err: error }, 'repositories could not be synced')
    })
    await sleep(syncMinutes * MINUTE_MS, undefined, { signal }).catch(() => {})
  }
}
