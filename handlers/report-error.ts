import { type IncomingMessage, type Reply, textReply } from '../src/chat.ts'
import { UpstreamError, UserError } from '../src/errors.ts'
import type { Logger } from '../src/logger.ts'
import { AskBackError } from './ask-back-error.ts'
import type { Delivery } from './delivery.ts'

/** Says in the conversation what went wrong and what to do; what is nobody's mistake is logged. Throws UndeliveredError. */
export async function reportError(
  error: unknown,
  message: IncomingMessage,
  chat: Delivery,
  logger: Logger,
): Promise<void> {
  if (!(error instanceof UserError))
    logger.error({ err: error, message_id: message.id }, 'a message could not be handled')
  await chat.post(message.conversation, wordError(error))
}

/** What is wrong and what to do, as two lines of Markdown. */
function wordError(error: unknown): Reply {
  if (error instanceof AskBackError) {
    return { ...textReply(`${error.message}\n${error.remedy}`), buttons: error.buttons }
  }
  if (error instanceof UserError) return textReply(`${error.message}\n${error.remedy}`)
  if (error instanceof UpstreamError && error.retryable) {
    return textReply(`${error.message}\nPlease ask again in a moment.`)
  }
  return textReply(
    'Something went wrong on our side; it is in the log.\nAsking again may help; if not, tell whoever runs this bot.',
  )
}
