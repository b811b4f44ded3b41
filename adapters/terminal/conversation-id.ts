import type { ConversationId } from '../../src/chat.ts'

const PREFIX = 'terminal:'

/** A terminal's conversation is its session. */
export const encodeConversation = (session: string): ConversationId => `${PREFIX}${session}`

/** The session of a conversation, or null when it belongs to another platform. */
export function decodeConversation(conversation: ConversationId): string | null {
  return conversation.startsWith(PREFIX) && conversation.length > PREFIX.length
    ? conversation.slice(PREFIX.length)
    : null
}
