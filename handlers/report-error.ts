import { type ChatPlatform, type IncomingMessage, textReply } from '../src/chat.ts'
import { UpstreamError, UserError } from '../src/errors.ts'
import type { Logger } from '../src/logger.ts'

/** Says in the conversation what went wrong and what to do; what is nobody's mistake is logged. Never rejects. */
export async function reportError(
  error: unknown,
  incoming: IncomingMessage,
  platform: ChatPlatform,
  logger: Logger,
): Promise<void> {
  if (!(error instanceof UserError))
    logger.error({ err: error, message_id: incoming.id }, 'a message could not be handled')
  try {
    await platform.post(incoming.conversation, textReply(wordError(error)))
  } catch (failed) {
    logger.error({ err: failed, message_id: incoming.id }, 'an error could not be reported')
  }
}

/** What is wrong and what to do, as two lines of Markdown. */
function wordError(error: unknown): string {
  if (error instanceof UserError) return `${error.message}\n${error.remedy}`
  if (error instanceof UpstreamError && error.retryable) return `${error.message}\nPlease ask again in a moment.`
  return 'Something went wrong on our side; it is in the log.\nAsking again may help; if not, tell whoever runs this bot.'
}
