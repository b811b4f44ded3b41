/** Takes down what comes in, and sees that it is handled: one at a time in a conversation, in the order it came. */
import type { ChatPlatform, Taken } from '../src/chat.ts'
import type { Database } from '../src/graph/types.ts'
import { createInbox, type InboxWork, InterruptedError, StoppedError } from '../src/jobs/inbox/create-inbox.ts'
import { createInboxStore } from '../src/jobs/inbox/inbox-store.ts'
import type { Logger } from '../src/logger.ts'
import type { PostLog } from './delivery.ts'
import { type Entry, parseEntry } from './entry.ts'
import { createOneAtATime } from './one-at-a-time.ts'

/** One attempt to handle an entry. */
export interface Attempt extends PostLog {
  /** Since it came in. */
  readonly ageMs: number
  /** Aborted with InterruptedError when another attempt will be made elsewhere, with StoppedError when nobody waits any more. */
  readonly signal: AbortSignal
}

export type HandleEntry = (entry: Entry, platform: ChatPlatform, attempt: Attempt) => Promise<void>

export interface Intake {
  /** `lane`: entries of the same one wait for each other; by default that of their conversation. */
  take(entry: Entry, platform: ChatPlatform, lane: string): Promise<Taken>
  stopWork(lane: string): Promise<void>
}

/** For a place whose people leave with the process: nothing is written down. */
export function createDirectIntake(handle: HandleEntry, logger: Logger): Intake {
  const inOrder = createOneAtATime()
  const stops = new Map<string, AbortController>()
  return {
    take: async (entry, platform, lane) => {
      const came = performance.now()
      const done = inOrder(lane, async () => {
        const controller = new AbortController()
        stops.set(lane, controller)
        const attempt = {
          posts: new Map<string, string>(),
          recordPost: async () => {},
          ageMs: performance.now() - came,
          signal: controller.signal,
        }
        await handle(entry, platform, attempt).catch((error: unknown) => {
          if (!(error instanceof InterruptedError))
            logger.error({ err: error, message_id: entry.message.id }, 'a message could not be handled')
        })
      })
      return { done }
    },
    stopWork: async (lane) => stops.get(lane)?.abort(new StoppedError('stopped')),
  }
}

export interface DurableIntake extends Intake {
  /** The platform is there: what waits for it is taken on. */
  start(platform: ChatPlatform): void
  /** What is unfinished waits for the next start, of this process or of another. */
  stop(): Promise<void>
}

export interface DurableIntakeOptions {
  readonly database: Pick<Database, 'connect'>
  /** Name of the platform: each has an inbox of its own. */
  readonly name: string
  readonly handle: HandleEntry
  /** The last attempt failed: whoever asked should learn it. */
  giveUp(entry: Entry, platform: ChatPlatform, attempt: Attempt): Promise<void>
  readonly logger: Logger
  readonly leaseMs?: number
}

/** How long a process may be out of breath before its work counts as abandoned. */
const LEASE_MS = 15_000

/** Writes everything down first, so that it is handled once whatever happens to this process. */
export function createDurableIntake(options: DurableIntakeOptions): DurableIntake {
  const { name, logger, leaseMs = LEASE_MS } = options
  let platform: ChatPlatform | null = null
  const attach = (): ChatPlatform => {
    if (platform === null) throw new Error(`${name} is not running`)
    return platform
  }
  const inbox = createInbox({
    store: createInboxStore({ send: options.database.connect().send, name, leaseMs }),
    leaseMs,
    handle: (work: InboxWork) => options.handle(parseEntry(work.body), attach(), work),
    giveUp: async (work) => {
      try {
        await options.giveUp(parseEntry(work.body), attach(), work)
      } catch (error) {
        logger.error({ err: error, message_id: work.id }, 'nobody could be told that a message was given up')
      }
    },
    logger,
  })
  return {
    take: ({ kind, message }, from, lane) => {
      platform = from
      return inbox.take({
        id: message.id,
        conversation: lane,
        place: message.conversation,
        body: JSON.stringify({ kind, message }),
        onlyIfSpoken: message.addressed === 'thread',
      })
    },
    stopWork: inbox.stopWork,
    start: (started) => {
      platform = started
      inbox.start()
    },
    stop: inbox.stop,
  }
}
