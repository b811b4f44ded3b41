import { z } from 'zod'
import type { IncomingCommand, IncomingMessage } from '../src/chat.ts'

/** What comes in from a platform, as it is written down until it is handled. */
export type Entry =
  | { readonly kind: 'message'; readonly message: IncomingMessage }
  | { readonly kind: 'command'; readonly message: IncomingCommand }

const message = z.object({
  id: z.string().min(1),
  workspace: z.string().min(1),
  channel: z.string(),
  conversation: z.string().min(1),
  isPrivate: z.boolean(),
  author: z.object({ id: z.string(), name: z.string(), isBot: z.boolean(), isAdmin: z.boolean() }),
  text: z.string(),
  addressed: z.enum(['directly', 'thread']),
  about: z.string().nullable(),
  audience: z.enum(['everyone', 'author']),
})

const entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), message }),
  z.object({
    kind: z.literal('command'),
    message: message.extend({ name: z.string(), pressedOn: z.string().nullable() }),
  }),
])

/** Throws ZodError for what an earlier version wrote down in another form. */
export const parseEntry = (text: string): Entry => entry.parse(JSON.parse(text))
