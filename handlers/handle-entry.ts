/** One attempt to handle what came in: which handler, and what becomes of its failures. */
import { type ChatPlatform, type IncomingCommand, type IncomingMessage, textReply } from '../src/chat.ts'
import { ChannelGoneError, NotAllowedError, UpstreamError, UserError } from '../src/errors.ts'
import { InterruptedError } from '../src/jobs/inbox/create-inbox.ts'
import { ask, lookingReply } from './ask.ts'
import { COMMANDS } from './commands.ts'
import { createDelivery, type Delivery, UndeliveredError } from './delivery.ts'
import type { Entry } from './entry.ts'
import { takeRemark } from './feedback.ts'
import type { Attempt, HandleEntry } from './intake.ts'
import { readVerb } from './read-verb.ts'
import { reportError } from './report-error.ts'
import type { CommandHandler, Services } from './services.ts'

/** With so many at once, even the quick answers take their time. */
const BUSY = 4

/** The handler rejects when another attempt should be made; everything else has been told in the conversation. */
export function createEntryHandler(services: Services): HandleEntry {
  let atWork = 0
  return async (entry, platform, attempt) => {
    const { message } = entry
    const { chat, showSign, close } = openDelivery(entry, platform, attempt)
    const signal = AbortSignal.any([services.signal, attempt.signal])
    atWork += 1
    try {
      if (atWork > BUSY) await showSign()
      await dispatch({ ...services, signal }, entry, chat)
    } catch (error) {
      if (services.signal.aborted) throw new InterruptedError('the process ends')
      if (attempt.signal.reason instanceof InterruptedError) throw attempt.signal.reason
      await tell(error, message, chat, services, attempt.signal.aborted)
    } finally {
      atWork -= 1
      await close()
    }
  }
}

/** For a message whose last attempt failed: whoever wrote it should not wait for ever. */
export const apologise =
  () =>
  async (entry: Entry, platform: ChatPlatform, attempt: Attempt): Promise<void> => {
    const { chat, close } = openDelivery(entry, platform, attempt)
    const sorry = 'Sorry, this could not be answered, although it was tried several times; it is in the log.'
    await chat
      .post(entry.message.conversation, textReply(`${sorry}\nPlease ask again, or tell whoever runs this bot.`))
      .finally(close)
  }

const openDelivery = ({ message }: Entry, platform: ChatPlatform, attempt: Attempt) =>
  createDelivery({ platform, message, log: attempt, ageMs: attempt.ageMs, sign: lookingReply(message.text) })

async function dispatch(services: Services, entry: Entry, chat: Delivery): Promise<void> {
  if (entry.kind === 'command') return commandNamed(entry.message.name)(services, entry.message, chat)
  const said = readVerb(entry.message.text)
  if (said) return commandNamed(said.name)(services, asCommand(entry.message, said), chat)
  if (await takeRemark(services, entry.message, chat)) return
  return ask(services, entry.message, chat)
}

const asCommand = (message: IncomingMessage, said: { name: string; text: string }): IncomingCommand => ({
  ...message,
  ...said,
  pressedOn: null,
})

function commandNamed(name: string): CommandHandler {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command) return command
  throw new UserError(`There is no verb ${name}.`, `There are ${Object.keys(COMMANDS).join(', ')}.`)
}

async function tell(
  error: unknown,
  message: IncomingMessage,
  chat: Delivery,
  services: Services,
  stopped: boolean,
): Promise<void> {
  try {
    if (error instanceof UndeliveredError) throw error
    if (stopped) await chat.post(message.conversation, textReply('Stopped.'))
    else await reportError(error, message, chat, services.logger)
  } catch (undelivered) {
    const cause = undelivered instanceof UndeliveredError ? undelivered.cause : undelivered
    if (!isFinal(cause)) throw undelivered
    services.logger.warn({ err: cause, message_id: message.id }, 'an answer cannot be posted there')
    await tellAlone(cause, message, chat).catch((failed: unknown) => {
      services.logger.warn({ err: failed, message_id: message.id }, 'nor could its author be told')
    })
  }
}

/** Trying again would not help. */
const isFinal = (error: unknown) =>
  error instanceof ChannelGoneError ||
  error instanceof NotAllowedError ||
  (error instanceof UpstreamError && !error.retryable)

/** Where the bot may not answer, its author is told what would let it. */
async function tellAlone(error: unknown, { workspace, author }: IncomingMessage, chat: Delivery): Promise<void> {
  if (!(error instanceof NotAllowedError) || chat.direct === undefined) return
  const alone = await chat.direct(workspace, author.id)
  await chat.post(alone, textReply(`I cannot answer where you asked: ${error.message}.\n${error.remedy}`), {
    key: `alone:${author.id}`,
  })
}
