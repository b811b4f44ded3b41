/** Our own posts, recognised by the metadata that they carry: the only way to know whether one got through. */
import { z } from 'zod'
import type { Place } from './conversation-id.ts'
import { REPEATABLE, type SlackApi } from './slack-api.ts'

const EVENT = 'repobrain_reply'
const PAGE = 200
const MOST_PAGES = 5

const marked = z.object({
  ts: z.string(),
  metadata: z.object({ event_type: z.literal(EVENT), event_payload: z.object({ key: z.string(), part: z.number() }) }),
})

/** The first message of a post is known by its key, what follows by the first one: it may be written much later, by another process. */
export const markOf = (key: string, parts: readonly string[]) => ({
  event_type: EVENT,
  event_payload: { key: parts[0] ?? key, part: parts.length },
})

/**
 * Time stamps of a post's messages in order, found by the key of the post or by its first message; none when nothing of it
 * is there.
 */
export async function findParts(
  api: SlackApi,
  place: Place,
  by: { readonly key: string } | { readonly first: string },
): Promise<string[]> {
  const found = new Map<string, string>()
  for await (const message of messagesAt(api, place)) {
    const { success, data } = marked.safeParse(message)
    if (success) found.set(nameOf(data.metadata.event_payload), data.ts)
  }
  const first = 'first' in by ? by.first : found.get(nameOf({ key: by.key, part: 0 }))
  if (first === undefined) return []
  const parts = [first]
  for (;;) {
    const next = found.get(nameOf({ key: first, part: parts.length }))
    if (next === undefined) return parts
    parts.push(next)
  }
}

const nameOf = ({ key, part }: { readonly key: string; readonly part: number }) => `${part} ${key}`

async function* messagesAt(api: SlackApi, { channel, thread }: Place): AsyncGenerator<unknown> {
  if (thread === null) {
    const { messages } = await api.call(
      (client) => client.conversations.history({ channel, limit: PAGE, include_all_metadata: true }),
      REPEATABLE,
    )
    yield* messages ?? []
    return
  }
  let cursor = ''
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await api.call(
      (client) =>
        client.conversations.replies({
          channel,
          ts: thread,
          limit: PAGE,
          include_all_metadata: true,
          ...(cursor === '' ? {} : { cursor }),
        }),
      REPEATABLE,
    )
    yield* answer.messages ?? []
    cursor = answer.response_metadata?.next_cursor ?? ''
    if (cursor === '') return
  }
}
