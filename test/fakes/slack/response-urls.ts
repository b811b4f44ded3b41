import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { blocksSchema } from './blocks.ts'
import { SLACK } from './limits.ts'
import { BOT_USER, type FakeWorld } from './world.ts'

const response = z.strictObject({
  text: z.string().min(1),
  blocks: blocksSchema,
  response_type: z.enum(['ephemeral', 'in_channel']).optional(),
  replace_original: z.boolean().optional(),
  thread_ts: z.string().optional(),
})

export interface ResponseUrls {
  create(channel: string, user: string): string
  /** HTTP status of a response that was posted to one of them. */
  respond(path: string, body: string): number
}

/** Addresses that a command or button may be answered at: five times within half an hour, also where the bot is no member. */
export function createResponseUrls(world: FakeWorld, origin: string): ResponseUrls {
  const open = new Map<
    string,
    { readonly channel: string; readonly user: string; readonly until: number; left: number }
  >()
  return {
    create: (channel, user) => {
      const path = `/respond/${randomUUID()}`
      open.set(path, { channel, user, until: Date.now() + SLACK.responseUrlMs, left: SLACK.responseUrlUses })
      return `${origin}${path}`
    },
    respond: (path, body) => {
      const address = open.get(path)
      if (!address || address.left === 0 || address.until < Date.now()) return 404
      const parsed = response.safeParse(JSON.parse(body))
      if (!parsed.success) return 400
      address.left -= 1
      const { text, blocks, response_type, thread_ts } = parsed.data
      world.add({
        channel: address.channel,
        user: BOT_USER,
        thread: thread_ts ?? null,
        onlyFor: response_type === 'in_channel' ? null : address.user,
        text,
        blocks,
      })
      return 200
    },
  }
}
