/** Slack as a place to talk: Socket Mode, or signed requests over HTTP. */
import { App, HTTPReceiver } from '@slack/bolt'
import type { ChatHandlers, ChatPlatform, IncomingMessage, Taken } from '../../src/chat.ts'
import type { Logger } from '../../src/logger.ts'
import { encodeConversation } from './conversation-id.ts'
import { createDirectory } from './directory.ts'
import { listen } from './listen.ts'
import { createPoster } from './poster.ts'
import { createPrivateAnswers } from './private-answers.ts'
import { createRecent } from './recent.ts'
import { createResponses } from './responses.ts'
import { createSlackApi, REPEATABLE } from './slack-api.ts'
import { createSlackLogger } from './slack-logger.ts'
import { createSocketReceiver } from './socket-receiver.ts'

/** An app-level token for Socket Mode, or the secret that requests are signed with and the port where they arrive. */
export type SlackConnection = { readonly appToken: string } | { readonly signingSecret: string; readonly port: number }

export interface SlackOptions {
  readonly botToken: string
  readonly connection: SlackConnection
  /** Of the Web API, with a slash at the end; Slack's own by default. */
  readonly apiUrl?: string | undefined
  readonly logger: Logger
  /** Called once when nothing can arrive any more, for example because the token was revoked. */
  onFailure(error: Error): void
}

/** Where requests arrive over HTTP: events, commands and buttons alike. */
export const REQUEST_PATH = '/slack/events'

export function createSlackPlatform(options: SlackOptions): ChatPlatform {
  const { logger } = options
  const api = createSlackApi({ token: options.botToken, apiUrl: options.apiUrl, logger })
  const responses = createResponses()
  const privately = createPrivateAnswers(api, responses)
  const heard = createHeard()
  const atWork = new Set<Promise<void>>()
  let app: App | null = null
  let stopped: Promise<void> | null = null

  const platform: ChatPlatform = {
    name: 'slack',
    start,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
    ...createPoster({ api, privately, isNew: heard.isNew, logger }),
    channel: (workspace, channel) => encodeConversation({ team: teamOf(workspace), channel, thread: null }),
    direct: async (workspace, person) => encodeConversation(await privately.direct(teamOf(workspace), person)),
  }
  return platform

  async function start(handlers: ChatHandlers): Promise<void> {
    const identity = await api.call((client) => client.auth.test(), REPEATABLE)
    const bot = { team: identity.team_id ?? '', user: identity.user_id ?? '', id: identity.bot_id ?? '' }
    app = new App({
      receiver: createReceiver(options),
      authorize: async () => ({ botToken: options.botToken, botId: bot.id, botUserId: bot.user, teamId: bot.team }),
      logger: createSlackLogger(logger),
    })
    listen({
      app,
      api,
      bot,
      directory: createDirectory(api),
      responses,
      privately,
      platform,
      handlers,
      logger,
      isTaken: heard.has,
      onTaken: (message, taken) => {
        heard.add(message)
        track(taken)
      },
    })
    await app.start()
  }

  async function stop(): Promise<void> {
    await app?.stop().catch((error) => logger.debug({ err: error }, 'the connection to Slack was closed already'))
    while (atWork.size > 0) await Promise.allSettled(atWork)
  }

  function track({ done }: Taken): void {
    const tracked = done.finally(() => atWork.delete(tracked))
    atWork.add(tracked)
  }
}

function createReceiver({ connection, apiUrl, logger, onFailure }: SlackOptions) {
  if ('appToken' in connection) {
    return createSocketReceiver({ appToken: connection.appToken, apiUrl, logger, onFailure })
  }
  return new HTTPReceiver({
    signingSecret: connection.signingSecret,
    port: connection.port,
    endpoints: REQUEST_PATH,
    // Slack hears that all is well only when the work has been taken down.
    processBeforeResponse: true,
    logger: createSlackLogger(logger),
  })
}

/** Which messages this process heard of first: those that were sent after it started. */
function createHeard() {
  const startedAt = Date.now() / 1_000
  const taken = createRecent(10_000)
  return {
    add: ({ id }: IncomingMessage) => taken.add(id),
    has: taken.has,
    isNew: ({ id }: IncomingMessage) => {
      const { 1: ts } = /:(\d+\.\d+)$/.exec(id) ?? []
      return taken.has(id) && (ts === undefined || Number(ts) > startedAt)
    },
  }
}

const teamOf = (workspace: string) => workspace.slice('slack:'.length)
