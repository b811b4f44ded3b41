/** What every platform calls: taking things down, and the few questions that are answered at once. */
import type { ChatHandlers, ChatPlatform, IncomingCommand, IncomingMessage, Taken } from '../src/chat.ts'
import type { Entry } from './entry.ts'
import { apologise, createEntryHandler } from './handle-entry.ts'
import { home } from './home.ts'
import { cancelIngest } from './ingest.ts'
import { createDirectIntake, createDurableIntake, type DurableIntake, type Intake } from './intake.ts'
import type { Services } from './services.ts'
import { suggest } from './suggest.ts'

/** Work that takes its time and concerns nobody's next question: nothing of the conversation waits for it. */
const OWN_LANE = new Set(['digest', 'help', 'ingest', 'path', 'review', 'status', 'facts'])

/** For people who leave with the process, as at a terminal: nothing is written down, and all is done in the order it was typed. */
export const createHandlers = (services: Services): ChatHandlers =>
  handlersOn(
    services,
    createDirectIntake(createEntryHandler(services), services.logger),
    ({ conversation }) => conversation,
  )

export interface DurableHandlers extends Pick<DurableIntake, 'start' | 'stop'> {
  readonly handlers: ChatHandlers
}

/** For a platform that people stay on: what came in is handled once, whatever happens to this process. */
export function createDurableHandlers(
  services: Services,
  name: string,
  how: { leaseMs?: number } = {},
): DurableHandlers {
  const intake = createDurableIntake({
    ...how,
    database: services.database,
    name,
    handle: createEntryHandler(services),
    giveUp: apologise(),
    logger: services.logger,
  })
  return { handlers: handlersOn(services, intake, laneOf), start: intake.start, stop: intake.stop }
}

function handlersOn(services: Services, intake: Intake, laneOf: (command: IncomingCommand) => string): ChatHandlers {
  const take = async (entry: Entry, platform: ChatPlatform, lane: string): Promise<Taken> =>
    isForUs(entry) ? intake.take(entry, platform, lane) : NOTHING

  return {
    onMessage: (message, platform) => take({ kind: 'message', message }, platform, message.conversation),
    onCommand: async (command, platform) => {
      if (command.name === 'stop') {
        await intake.stopWork(command.conversation)
        return NOTHING
      }
      // What it ends holds the queue that it would wait in.
      if (command.name === 'cancel') return { done: cancelIngest(services, command, platform) }
      return take({ kind: 'command', message: command }, platform, laneOf(command))
    },
    onStop: intake.stopWork,
    suggest: (typed) => suggest(services, typed),
    home: (viewer) => home(services, viewer),
  }
}

/** People also talk with each other where the bot has spoken; nobody wants an answer to their thanks. */
const COURTESY =
  /^(?:(?:many |ok,? )?(?:thanks?|thank you|thx|ty)\b[^?\n]{0,40}|ok(?:ay)?|great|nice|cool|perfect|got it|i see|\p{Extended_Pictographic}+|谢谢.{0,10}|好的?|明白了?|懂了)[\s!.。！]*$/iu

const isForUs = ({ message }: Entry) =>
  !message.author.isBot && !(message.addressed === 'thread' && COURTESY.test(message.text.trim()))

const NOTHING: Taken = { done: Promise.resolve() }

const laneOf = ({ name, conversation, id }: IncomingCommand): IncomingMessage['conversation'] =>
  OWN_LANE.has(name) ? `${conversation}/${id}` : conversation
