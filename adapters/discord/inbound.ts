/** From Discord's events to the handlers: each channel in order, each message once, none of a gap in the connection missed. */
import type { Client, Message, TextBasedChannel } from 'discord.js'
import type { ChatHandlers, ChatPlatform, Taken } from '../../src/chat.ts'
import type { Logger } from '../../src/logger.ts'
import { timeOf } from './interaction-id.ts'
import { parseMessage, readWords, type Words } from './parse.ts'

/** Who asked while the bot was away is answered when it was not away for longer; later the question is stale. */
const AWAY_MS = 15 * 60_000
/** Clocks differ, and the last event before a gap may have been seen before others of the same moment. */
const OVERLAP_MS = 5_000
const MOST_CHANNELS = 100
const PAGE = 100
const REMEMBERED = 5_000
/** Discord does not deliver again what could not be taken down. */
const TAKE_AGAIN_AFTER_MS = [500, 2_000, 8_000]

export interface Inbound {
  take(message: Message): void
  /** Fetches what was written since the last event, or lately when there was none. */
  catchUp(): void
  /** Something that has to end before the platform may leave. */
  track(work: Promise<unknown>): void
  /** Takes no more; resolves when everything taken has been handled. */
  stop(): Promise<void>
}

export interface InboundOptions {
  readonly client: Client<true>
  readonly apiUrl: string
  readonly handlers: ChatHandlers
  readonly platform: ChatPlatform
  readonly logger: Logger
}

export function createInbound({ client, apiUrl, handlers, platform, logger }: InboundOptions): Inbound {
  const chains = new Map<string, Promise<void>>()
  const atWork = new Set<Promise<unknown>>()
  const seen = new Set<string>()
  let lastEventAt = Date.now() - AWAY_MS
  let stopped = false

  return { take, catchUp, track, stop }

  function take(message: Message): void {
    lastEventAt = Math.max(lastEventAt, timeOf(message.id))
    if (stopped) return
    const words = readWords(message, client)
    inOrder(message.channelId, () => deliver(message, words))
  }

  /** One after the other within a channel. */
  function inOrder(channel: string, work: () => Promise<void>): void {
    const before = chains.get(channel) ?? Promise.resolve()
    const chain = before.then(work).catch((error: unknown) => {
      logger.error({ err: error, channel }, 'a message of Discord could not be handled')
    })
    chains.set(channel, chain)
    track(chain.finally(() => chains.get(channel) === chain && chains.delete(channel)))
  }

  async function deliver(message: Message, words: Words): Promise<void> {
    if (seen.has(message.id)) return
    remember(message.id)
    try {
      const incoming = await parseMessage(message, words, client, apiUrl)
      if (incoming === null) return
      const { done } = await takeDown(() => handlers.onMessage(incoming, platform))
      track(done)
    } catch (error) {
      // The next time that the channel is read up, it is tried again.
      seen.delete(message.id)
      throw error
    }
  }

  async function takeDown(send: () => Promise<Taken>): Promise<Taken> {
    for (const pauseMs of TAKE_AGAIN_AFTER_MS) {
      try {
        return await send()
      } catch (error) {
        if (stopped) throw error
        logger.warn({ err: error, again_in_ms: pauseMs }, 'a message could not be taken down')
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
    return send()
  }

  function remember(id: string): void {
    seen.add(id)
    for (const oldest of seen) {
      if (seen.size <= REMEMBERED) break
      seen.delete(oldest)
    }
  }

  function catchUp(): void {
    const since = lastEventAt - OVERLAP_MS
    const lastAt = (channel: TextBasedChannel) => timeOf(channel.lastMessageId ?? '0')
    const newest = [...client.channels.cache.values()]
      .filter((channel): channel is TextBasedChannel => channel.isTextBased() && 'lastMessageId' in channel)
      // What was the last word of a direct message is told by nobody.
      .filter((channel) => channel.isDMBased() || lastAt(channel) > since)
      .sort((a, b) => lastAt(b) - lastAt(a))
    if (newest.length > MOST_CHANNELS)
      logger.warn({ channels: newest.length }, 'too many channels to catch up with all')
    for (const channel of newest.slice(0, MOST_CHANNELS)) inOrder(channel.id, () => catchUpWith(channel, since))
  }

  async function catchUpWith(channel: TextBasedChannel, since: number): Promise<void> {
    try {
      const page = await channel.messages.fetch({ limit: PAGE, cache: false })
      const missed = [...page.values()].filter((message) => timeOf(message.id) > since).reverse()
      for (const message of missed) if (!stopped) await deliver(message, readWords(message, client))
    } catch (error) {
      // A channel that may not be read has nothing for the bot.
      logger.debug({ err: error, channel: channel.id }, 'a channel could not be caught up with')
    }
  }

  function track(work: Promise<unknown>): void {
    const tracked = work.finally(() => atWork.delete(tracked))
    atWork.add(tracked)
  }

  async function stop(): Promise<void> {
    stopped = true
    while (atWork.size > 0) await Promise.allSettled(atWork)
  }
}
