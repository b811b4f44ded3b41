import type { ConversationId } from '../../src/chat.ts'

/** Where something is said: a thread, or a channel itself when `thread` is null. */
export interface Place {
  readonly team: string
  readonly channel: string
  readonly thread: string | null
}

export const encodeConversation = ({ team, channel, thread }: Place): ConversationId =>
  `slack:${team}:${channel}${thread === null ? '' : `:${thread}`}`

/** Null when the conversation belongs to another platform. */
export function decodeConversation(conversation: ConversationId): Place | null {
  const match = /^slack:(\w+):(\w+)(?::(\d+\.\d+))?$/.exec(conversation)
  if (!match) return null
  const [, team = '', channel = '', thread] = match
  return { team, channel, thread: thread ?? null }
}
