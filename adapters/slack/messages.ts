/** Messages of a post, written, edited and taken away so that the channel shows what it should, once. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Place } from './conversation-id.ts'
import { isAmbiguous, slackCode } from './errors.ts'
import { findParts, markOf } from './find-parts.ts'
import { type SlackMessage, withEarlier } from './render.ts'
import { ONCE, type Patience, REPEATABLE, type SlackApi } from './slack-api.ts'

export interface Messages {
  /** Makes `existing` into these messages; returns the time stamps of all. */
  write(
    place: Place,
    messages: readonly SlackMessage[],
    how: { readonly key: string; readonly existing: readonly string[]; readonly patience: Patience },
  ): Promise<string[]>
}

const ATTEMPTS = 4
const BACKOFF_MS = 500

export function createMessages(api: SlackApi): Messages {
  return { write }

  async function write(
    ...[place, messages, { key, existing, patience }]: Parameters<Messages['write']>
  ): Promise<string[]> {
    const parts: string[] = []
    for (const [index, message] of messages.entries()) {
      const content = withEarlier(message, parts)
      const ts = existing[index]
      if (ts !== undefined) await edit(place, ts, content, patience)
      parts.push(ts ?? (await post(place, content, key, parts, patience)))
    }
    for (const ts of existing.slice(messages.length)) {
      await api.call((client) => client.chat.delete({ channel: place.channel, ts }), REPEATABLE)
    }
    return parts
  }

  /** When nobody knows whether Slack took it, it is looked for before it is sent again. */
  async function post(
    place: Place,
    message: SlackMessage,
    key: string,
    earlier: readonly string[],
    patience: Patience,
  ): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { ts } = await api.call(
          (client) =>
            client.chat.postMessage({
              channel: place.channel,
              ...message,
              ...(place.thread === null ? {} : { thread_ts: place.thread }),
              metadata: markOf(key, earlier),
              unfurl_links: false,
              unfurl_media: false,
            }),
          { ...ONCE, waitMs: patience.waitMs },
        )
        return ts ?? ''
      } catch (error) {
        if (!isAmbiguous(error) || attempt === ATTEMPTS) throw error
        await sleep(BACKOFF_MS * attempt)
        const [first] = earlier
        const found = await findParts(api, place, first === undefined ? { key } : { first })
        const there = found[earlier.length]
        if (there !== undefined) return there
      }
    }
  }

  async function edit(place: Place, ts: string, message: SlackMessage, patience: Patience): Promise<void> {
    const { channel } = place
    const send = () => api.call((client) => client.chat.update({ channel, ts, ...message }), patience)
    try {
      await send()
    } catch (error) {
      // A stream that a process before us left open.
      if (slackCode(error) !== 'streaming_state_conflict') throw error
      await api.call((client) => client.chat.stopStream({ channel, ts }), ONCE)
      await send()
    }
  }
}
