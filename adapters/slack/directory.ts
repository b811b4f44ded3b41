/** Who people are and what channels are, asked once in a while. Slack does not say it with a message. */
import type { Author } from '../../src/chat.ts'
import { createCache } from './cache.ts'
import { decodeEntities } from './markup.ts'
import { REPEATABLE, type SlackApi } from './slack-api.ts'

export interface Directory {
  /** Someone unknown is nobody's admin. Never rejects. */
  author(user: string): Promise<Author>
  /** Private when Slack does not say: what is learnt there then stays there. Never rejects. */
  isPrivate(channel: string): Promise<boolean>
  /** What a thread hangs on; null when it cannot be read. Never rejects. */
  rootText(channel: string, thread: string): Promise<string | null>
}

/** Slack wants to be acknowledged within three seconds; a name is not worth missing that. */
const CACHE = { keepMs: 10 * 60_000, most: 5_000, patienceMs: 1_000 }

export function createDirectory(api: SlackApi): Directory {
  const people = createCache<Author>(CACHE)
  const channels = createCache<boolean>(CACHE)
  const roots = createCache<string | null>(CACHE)
  return {
    author: (id) => {
      const unknown: Author = { id, name: id, isBot: false, isAdmin: false }
      return people(id, unknown, async () => {
        const { user } = await api.call((client) => client.users.info({ user: id }), REPEATABLE)
        const name = user?.profile?.display_name || user?.real_name || user?.name || id
        return {
          id,
          name,
          isBot: user?.is_bot ?? false,
          isAdmin: (user?.is_admin ?? false) || (user?.is_owner ?? false),
        }
      })
    },
    isPrivate: (channel) =>
      channels(channel, true, async () => {
        const { channel: info } = await api.call((client) => client.conversations.info({ channel }), REPEATABLE)
        return info?.is_private !== false || (info.is_im ?? false) || (info.is_mpim ?? false)
      }),
    rootText: (channel, thread) =>
      roots(`${channel}:${thread}`, null, async () => {
        const { messages } = await api.call(
          (client) => client.conversations.replies({ channel, ts: thread, limit: 1 }),
          REPEATABLE,
        )
        const text = messages?.[0]?.text
        return text ? decodeEntities(text) : null
      }),
  }
}
