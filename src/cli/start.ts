/** `start`: the bot on every platform that is configured; the terminal is the one that needs no configuration. */
import { type PlatformSpec, startBot } from '../app.ts'
import type { Config } from '../config.ts'
import { createIngestMemory } from '../ingest/ingest-memory.ts'
import { createLogger, type Logger } from '../logger.ts'
import { run as chat } from './chat.ts'
import type { CommandContext } from './command.ts'
import { openContextDatabase } from './open-database.ts'
import { openModel } from './open-model.ts'

interface Options {
  readonly repo?: string
}

export async function run(context: CommandContext, args: [], options: Options): Promise<number> {
  const { config, shutdown } = context
  // Whoever runs a bot wants to know that it came up, and when it does not.
  const logger = createLogger({ level: config.logLevel ?? 'info', destination: context.terminal.stderr })
  const platforms = await platformsOf(config, logger)
  if (platforms.length === 0) return chat(context, args, options)
  const database = await openContextDatabase(context)
  const ingestMemory = createIngestMemory()
  shutdown.add('ingest', ingestMemory.close)
  const { server } = await startBot({
    services: {
      database,
      dataDir: config.dataDir,
      github: config.github,
      ingestMemory,
      model: await openModel(context),
      admins: config.admins,
      logger,
      signal: shutdown.signal,
    },
    shutdown,
    platforms,
    port: config.port,
    syncMinutes: config.syncMinutes,
    reviewRules: config.reviews.post ? config.reviews.rules : null,
  })
  const where = server === null ? '' : `, health on port ${server.port}`
  context.print(`RepoBrain is on ${platforms.map(({ name }) => name).join(' and ')}${where}. Ctrl-C ends it.`)
  await new Promise<void>((resolve) => shutdown.signal.addEventListener('abort', () => resolve(), { once: true }))
  return 0
}

/** A platform's libraries are loaded only where its token is. */
async function platformsOf({ slack, discord }: Config, logger: Logger): Promise<PlatformSpec[]> {
  const platforms: PlatformSpec[] = []
  if (slack) {
    const { createSlackPlatform } = await import('../../adapters/slack/index.ts')
    const { apiUrl, ...access } = slack
    const own = logger.child({ component: 'slack' })
    platforms.push({
      name: 'slack',
      create: (onFailure) => createSlackPlatform({ ...access, apiUrl: apiUrl ?? undefined, logger: own, onFailure }),
    })
  }
  if (discord) {
    const { createDiscordPlatform } = await import('../../adapters/discord/index.ts')
    const own = logger.child({ component: 'discord' })
    platforms.push({
      name: 'discord',
      create: (onFailure) =>
        createDiscordPlatform({ token: discord.token, apiUrl: discord.apiUrl ?? undefined, logger: own, onFailure }),
    })
  }
  return platforms
}
