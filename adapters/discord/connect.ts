/** Log-in at the gateway, with errors that tell a person what to do. */
import { once } from 'node:events'
import {
  Client,
  DiscordjsError,
  DiscordjsErrorCodes,
  Events,
  GatewayCloseCodes,
  GatewayIntentBits,
  Partials,
} from 'discord.js'
import { UpstreamError, UserError } from '../../src/errors.ts'
import type { Logger } from '../../src/logger.ts'

export const API_URL = 'https://discord.com/api'
export const PORTAL = 'https://discord.com/developers/applications'

export interface ConnectOptions {
  readonly token: string
  readonly apiUrl: string
  readonly logger: Logger
}

export interface Connection {
  readonly client: Client<true>
  /** Whether messages that are not to the bot can be read. */
  readonly readsMessages: boolean
}

/** Resolves when events arrive. Rejects with UserError for a bad token, with UpstreamError where Discord cannot be reached. */
export async function connect(options: ConnectOptions): Promise<Connection> {
  try {
    return { client: await logIn(options, true), readsMessages: true }
  } catch (error) {
    if (!(error instanceof DisallowedIntentsError)) throw error
    options.logger.warn({ remedy: error.remedy }, 'messages without a mention cannot be read')
    return { client: await logIn(options, false), readsMessages: false }
  }
}

class DisallowedIntentsError extends UserError {
  override name = 'DisallowedIntentsError'

  constructor() {
    super(
      'Discord lets the bot not read the content of messages, so follow-ups need a mention.',
      `Switch on “Message Content Intent” at ${PORTAL} › Bot, then restart.`,
    )
  }
}

async function logIn({ token, apiUrl, logger }: ConnectOptions, readsMessages: boolean): Promise<Client<true>> {
  const client = new Client({
    intents: [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildMessages,
      GatewayIntentBits.DirectMessages,
      ...(readsMessages ? [GatewayIntentBits.MessageContent] : []),
    ],
    // Channels of direct messages are not announced.
    partials: [Partials.Channel],
    rest: { api: apiUrl },
    waitGuildTimeout: 3_000,
  })
  let closeCode = 0
  client.on(Events.ShardDisconnect, ({ code }) => {
    closeCode = code
  })
  client.on(Events.Error, (error) => logger.warn({ err: error }, 'the client of Discord complains'))
  client.on(Events.ShardError, (error) => logger.warn({ err: error }, 'the connection to Discord failed'))
  const ready = new AbortController()
  try {
    await Promise.all([once(client, Events.ClientReady, { signal: ready.signal }), client.login(token)])
  } catch (error) {
    ready.abort()
    await client.destroy()
    const isBadToken = error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid
    throw isBadToken ? refusal(GatewayCloseCodes.AuthenticationFailed) : refusal(closeCode, error)
  }
  if (client.isReady()) return client
  throw new UpstreamError('Discord', 'the log-in did not end', { retryable: true })
}

/** Why Discord closed the connection for good. */
export function refusal(closeCode: number, cause?: unknown): Error {
  switch (closeCode) {
    case GatewayCloseCodes.AuthenticationFailed:
      return new UserError(
        'Discord does not take the token.',
        `Copy it anew from ${PORTAL} › Bot › Reset Token into DISCORD_TOKEN.`,
      )
    case GatewayCloseCodes.DisallowedIntents:
      return new DisallowedIntentsError()
    default:
      return new UpstreamError(
        'Discord',
        closeCode === 0 ? 'it cannot be reached' : `it closed the connection (${closeCode})`,
        {
          retryable: true,
          cause,
        },
      )
  }
}
