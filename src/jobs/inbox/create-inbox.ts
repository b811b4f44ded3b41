/** Works on what an inbox holds: one message of a conversation at a time, conversations side by side, each handled once. */
import type { Logger } from '../../logger.ts'
import { isOrphan, newOwner } from './claim-owner.ts'
import type { Claim, InboxStore, NewMessage } from './inbox-store.ts'

/** One attempt to handle a message. */
export interface InboxWork extends Claim {
  /** Notes a post, so that a later attempt edits it instead of posting again. */
  recordPost(ordinal: string, post: string): Promise<void>
  /** Aborted with `InterruptedError` when the attempt is to be left to somebody else, else when nobody waits for it any more. */
  readonly signal: AbortSignal
}

/** This attempt ends unfinished, and another one will be made: the process ends, or lost its claim. */
export class InterruptedError extends Error {
  override name = 'InterruptedError'
}

/** A person asked to stop. */
export class StoppedError extends Error {
  override name = 'StoppedError'
}

export interface InboxOptions {
  readonly store: InboxStore
  readonly leaseMs: number
  /** Rejecting asks for another attempt, a little later. */
  handle(work: InboxWork): Promise<void>
  /** After the last attempt: a word to whoever waits, if possible. */
  giveUp(work: InboxWork, error: unknown): Promise<void>
  readonly logger: Logger
  /** Conversations worked on at a time. */
  readonly concurrency?: number
  readonly pollMs?: number
}

export interface Inbox {
  /** Resolves when the message is written down. `done` resolves when it was handled here, or is not for this process to handle. */
  take(message: NewMessage): Promise<{ readonly done: Promise<void> }>
  /** Begins to take on what is waiting, also from processes that died. */
  start(): void
  /** Nobody waits for what is being worked on there. */
  stopWork(conversation: string): Promise<void>
  /** Leaves what is unfinished to whoever works on the inbox next. */
  stop(): Promise<void>
}

interface AtWork {
  readonly conversation: string
  readonly controller: AbortController
  readonly ended: Promise<void>
}

const CONCURRENCY = 64
const POLL_MS = 1_000
const MOST_ATTEMPTS = 4
const FIRST_PAUSE_MS = 2_000

export function createInbox(options: InboxOptions): Inbox {
  const { store, leaseMs, logger, concurrency = CONCURRENCY } = options
  /** By owner. */
  const atWork = new Map<string, AtWork>()
  /** Owners who are just asking for work. */
  const reserved = new Set<string>()
  const hasRoom = () => atWork.size + reserved.size < concurrency
  const waiting = new Map<string, () => void>()
  let timer: NodeJS.Timeout | undefined
  let filling: Promise<void> | null = null
  let running = false

  const begin = (claim: Claim, owner: string): Promise<void> => {
    const controller = new AbortController()
    const ended = work(claim, owner, controller).finally(() => {
      atWork.delete(owner)
      waiting.get(claim.id)?.()
      if (running) fill()
    })
    atWork.set(owner, { conversation: claim.conversation, controller, ended })
    return ended
  }

  async function work(claim: Claim, owner: string, controller: AbortController): Promise<void> {
    const { conversation, id } = claim
    const renewal = setInterval(() => {
      store.renew(conversation, owner).then(
        (state) => {
          if (state === 'lost') controller.abort(new InterruptedError('the claim ran out'))
          if (state === 'stopped') controller.abort(new StoppedError('stopped'))
        },
        (error) => logger.warn({ err: error, message_id: id }, 'a claim could not be renewed'),
      )
    }, leaseMs / 3)
    const attempt: InboxWork = {
      ...claim,
      signal: controller.signal,
      recordPost: (ordinal, post) => store.recordPost(id, ordinal, post),
    }
    try {
      await handleOnce(attempt, owner)
    } catch (error) {
      // The claim runs out by itself, and the message is handled then.
      logger.error({ err: error, message_id: id }, 'the inbox could not be told of a message')
    } finally {
      clearInterval(renewal)
    }
  }

  async function handleOnce(attempt: InboxWork, owner: string): Promise<void> {
    const { conversation, id } = attempt
    try {
      if (attempt.attempt > MOST_ATTEMPTS) throw new Error('its handling never came to an end')
      await options.handle(attempt)
    } catch (error) {
      if (error instanceof InterruptedError) {
        await store.giveBack(conversation, owner, { pauseMs: 0, counts: false })
        return
      }
      if (attempt.attempt < MOST_ATTEMPTS) {
        const pauseMs = FIRST_PAUSE_MS * 2 ** (attempt.attempt - 1)
        logger.warn({ err: error, message_id: id, pauseMs }, 'a message will be handled once more')
        await store.giveBack(conversation, owner, { pauseMs, counts: true })
        return
      }
      logger.error({ err: error, message_id: id, attempts: attempt.attempt }, 'a message was given up')
      await options.giveUp(attempt, error)
    }
    await store.finish(conversation, owner)
  }

  /** Claims as long as there is room and work; one at a time. */
  const fill = () => {
    filling ??= claimAll()
      .catch((error) => logger.warn({ err: error }, 'the inbox could not be read'))
      .finally(() => {
        filling = null
      })
  }

  async function claimAll(): Promise<void> {
    while (running && hasRoom()) {
      const owner = newOwner()
      reserved.add(owner)
      try {
        const claim = await store.claim(owner)
        if (claim === null) return
        void begin(claim, owner)
      } finally {
        reserved.delete(owner)
      }
    }
  }

  /** A process that was killed is soon started again: nobody should wait for the lease of what it was at. */
  async function adoptOrphans(): Promise<void> {
    try {
      for (const [conversation, owner] of await store.owners()) {
        if (isOrphan(owner)) await store.giveBack(conversation, owner, { pauseMs: 0, counts: true })
      }
    } catch (error) {
      logger.warn({ err: error }, 'work of processes that died waits for its lease to run out')
    }
  }

  /** Until it was handled here, or, as is asked now and then, elsewhere. */
  function whenHandled(id: string): Promise<void> {
    return new Promise((resolve) => {
      const check = setInterval(() => {
        store.isOpen(id).then(
          (open) => void (open || settle()),
          () => undefined,
        )
      }, options.pollMs ?? POLL_MS)
      const settle = () => {
        clearInterval(check)
        waiting.delete(id)
        resolve()
      }
      waiting.set(id, settle)
    })
  }

  return {
    take: async (message) => {
      const owner = running && hasRoom() ? newOwner() : null
      if (owner) reserved.add(owner)
      try {
        const taking = await store.take(message, owner)
        if (typeof taking === 'object') return { done: begin(taking, owner ?? '') }
        return { done: taking === 'waiting' ? whenHandled(message.id) : Promise.resolve() }
      } finally {
        if (owner) reserved.delete(owner)
      }
    },
    start: () => {
      running = true
      timer = setInterval(fill, options.pollMs ?? POLL_MS)
      void adoptOrphans().finally(fill)
    },
    stopWork: async (conversation) => {
      const here = [...atWork.values()].find((work) => work.conversation === conversation)
      if (here) here.controller.abort(new StoppedError('stopped'))
      else await store.askToStop(conversation)
    },
    stop: async () => {
      running = false
      clearInterval(timer)
      await filling
      for (const { controller } of atWork.values()) controller.abort(new InterruptedError('the process ends'))
      await Promise.allSettled([...atWork.values()].map(({ ended }) => ended))
      for (const settle of waiting.values()) settle()
    },
  }
}
