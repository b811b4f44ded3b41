import type { ConversationId } from '../../src/chat.ts'

/** Where a conversation is. */
export interface Place {
  /** Null: direct messages. */
  readonly guild: string | null
  readonly channel: string
  /** The thread in that channel; one that hangs on a message has the id of that message, whether it is there yet or not. */
  readonly thread: string | null
  /** Only this person sees it: asked privately. */
  readonly person: string | null
}

const FORM = /^discord:(@me|\d+):(\d+)(?:\/(\d+))?(?:~(\d+))?$/

/** `discord:GUILD:CHANNEL/THREAD~PERSON`, the last two where there are such. */
export const encodeConversation = ({ guild, channel, thread, person }: Place): ConversationId =>
  `discord:${guild ?? '@me'}:${channel}${thread === null ? '' : `/${thread}`}${person === null ? '' : `~${person}`}`

/** Null for a conversation of another platform. */
export function decodeConversation(conversation: ConversationId): Place | null {
  const match = FORM.exec(conversation)
  if (!match) return null
  const [, guild = '', channel = '', thread = null, person = null] = match
  return { guild: guild === '@me' ? null : guild, channel, thread, person }
}
