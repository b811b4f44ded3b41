/** The adapter on a fake Discord, with a text channel and a person who talks there. */
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { createDiscordPlatform } from '../../../adapters/discord/index.ts'
import type { ChatHandlers, ChatPlatform, IncomingCommand, IncomingMessage } from '../../../src/chat.ts'
import { createLogger } from '../../../src/logger.ts'
import { type DiscordServer, openDiscordServer } from '../../fakes/discord/discord-server.ts'
import { handlersThat } from '../../fixtures/handlers-that.ts'

export interface OpenDiscord {
  readonly discord: DiscordServer
  readonly platform: ChatPlatform
  readonly messages: IncomingMessage[]
  readonly commands: IncomingCommand[]
  readonly failures: Error[]
  /** Lines of the log. */
  readonly log: string[]
  readonly general: string
  readonly ada: ReturnType<DiscordServer['addPerson']>
}

/** What comes in is collected, and handed on to `handlers`. */
export async function openDiscord(
  how: {
    onMessage?: (message: IncomingMessage, platform: ChatPlatform) => Promise<void> | void
    onCommand?: (command: IncomingCommand, platform: ChatPlatform) => Promise<void> | void
    handlers?: Partial<ChatHandlers>
    messageContent?: boolean
    token?: string
    start?: false
    before?: (discord: DiscordServer) => void
  } = {},
): Promise<OpenDiscord> {
  const discord = await openDiscordServer({ messageContent: how.messageContent ?? true })
  const [messages, commands, failures, log]: [IncomingMessage[], IncomingCommand[], Error[], string[]] = [
    [],
    [],
    [],
    [],
  ]
  const platform = createDiscordPlatform({
    token: how.token ?? discord.token,
    apiUrl: discord.apiUrl,
    logger: createLogger({ level: 'debug', destination: { write: (line) => void log.push(line) } }),
    onFailure: (error) => failures.push(error),
  })
  onTestFinished(async () => {
    await platform.stop()
    await discord.close()
  })
  const ada = discord.addPerson('Ada')
  const general = discord.addChannel('general')
  how.before?.(discord)
  if (how.start !== false) {
    await platform.start({
      ...handlersThat({
        onMessage: (message, from) => {
          messages.push(message)
          return how.onMessage?.(message, from)
        },
        onCommand: (command, from) => {
          commands.push(command)
          return how.onCommand?.(command, from)
        },
      }),
      ...how.handlers,
    })
  }
  return { discord, platform, messages, commands, failures, log, general, ada }
}

/** Waits until the condition holds; says what is the case when it does not in time. */
export async function until(condition: () => boolean, told: () => unknown = () => ''): Promise<void> {
  const deadline = Date.now() + 15_000
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`It did not happen in fifteen seconds: ${JSON.stringify(told())}`)
    await wait(5)
  }
}
