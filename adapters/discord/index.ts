/** Discord as a place to talk: mentions and follow-ups in threads, commands, buttons. */
import { Events, REST } from 'discord.js'
import type { ChatHandlers, ChatPlatform, Reply } from '../../src/chat.ts'
import { UpstreamError } from '../../src/errors.ts'
import type { Logger } from '../../src/logger.ts'
import { createDiscordApi } from './api.ts'
import { API_URL, type Connection, connect, refusal } from './connect.ts'
import { encodeConversation } from './conversation-id.ts'
import { createInbound, type Inbound } from './inbound.ts'
import { createInteractionListener } from './interactions.ts'
import { createPoster } from './poster.ts'

export interface DiscordOptions {
  readonly token: string
  /** Of the API without its version; Discord's own by default. */
  readonly apiUrl?: string | undefined
  readonly logger: Logger
  /** Told when this platform cannot go on by itself; the same words as those that `start` rejects with. */
  onFailure(error: Error): void
}

const NEEDS_MENTION = {
  en: 'To follow up, mention me: I may not read other messages here.',
  zh: '继续提问请@我：我在这里读不到其他消息。',
} as const

export function createDiscordPlatform(options: DiscordOptions): ChatPlatform {
  const { token, apiUrl = API_URL, logger } = options
  const api = createDiscordApi(new REST({ api: apiUrl }).setToken(token))
  let connection: Connection | null = null
  let inbound: Inbound | null = null
  let stopping: Promise<void> | undefined

  const poster = createPoster({
    api,
    applicationId: () => connected().client.application.id,
    hasThread: (thread) => connected().client.channels.cache.has(thread),
    adapt,
  })
  const platform: ChatPlatform = {
    name: 'discord',
    start,
    stop: () => (stopping ??= stop()),
    post: poster.post,
    posted: (_, id) => poster.posted(id),
    channel: (workspace, channel) =>
      encodeConversation({ guild: workspace.replace(/^discord:/, ''), channel, thread: null, person: null }),
    direct: async (_, person) =>
      encodeConversation({ guild: null, channel: await poster.directChannel(person), thread: null, person: null }),
  }
  return platform

  async function start(handlers: ChatHandlers): Promise<void> {
    const opened = await connect({ token, apiUrl, logger })
    const { client } = opened
    connection = opened
    const incoming = createInbound({ client, apiUrl, handlers, platform, logger })
    inbound = incoming
    const onInteraction = createInteractionListener({
      client,
      api,
      handlers,
      platform,
      logger,
      postOf: poster.postThatEndsWith,
    })
    client.on(Events.MessageCreate, incoming.take)
    client.on(Events.InteractionCreate, (interaction) => {
      const handled = onInteraction(interaction).catch((error: unknown) => {
        logger.error({ err: error }, 'an interaction could not be handled')
      })
      incoming.track(handled)
    })
    // Of a connection that had to begin anew nothing is told of what was missed meanwhile.
    client.on(Events.ShardReady, incoming.catchUp)
    client.on(Events.ShardDisconnect, ({ code }) => options.onFailure(refusal(code)))
    incoming.catchUp()
  }

  async function stop(): Promise<void> {
    connection?.client.removeAllListeners(Events.MessageCreate)
    connection?.client.removeAllListeners(Events.InteractionCreate)
    connection?.client.removeAllListeners(Events.ShardDisconnect)
    await inbound?.stop()
    await connection?.client.destroy()
  }

  /** What is missing without the right to read messages is said where people would miss it. */
  function adapt(reply: Reply, channel: string): Reply {
    const { client, readsMessages } = connected()
    if (readsMessages || reply.unfinished || !client.channels.cache.get(channel)?.isThread()) return reply
    const note = [reply.note, NEEDS_MENTION[reply.language]].filter((part) => part !== null).join(' · ')
    return { ...reply, note }
  }

  function connected(): Connection {
    if (connection) return connection
    throw new UpstreamError('Discord', 'is not connected', { retryable: true })
  }
}
