/** Keeps one platform running: when it dies it is made anew, after a pause that grows; others never notice. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatHandlers, ChatPlatform } from '../chat.ts'
import { UpstreamError, UserError } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { inPlatform } from './platform-context.ts'

export type PlatformState =
  | { readonly status: 'starting' | 'running' | 'stopped' }
  | { readonly status: 'failed'; readonly problem: string; readonly remedy: string | null }

export interface SupervisedPlatform {
  /** Stands for whichever instance runs; while none does, what is asked of it fails and may be asked again. */
  readonly platform: ChatPlatform
  state(): PlatformState
  /** It failed where only the process noticed. */
  fail(error: unknown): void
  stop(): Promise<void>
}

export interface SuperviseOptions {
  readonly name: string
  /** Makes an instance, not started yet; it tells through `onFailure` when it cannot go on. */
  create(onFailure: (error: unknown) => void): ChatPlatform
  readonly handlers: ChatHandlers
  /** Around the life of an instance: what was taken down is worked on while one runs. */
  onUp(platform: ChatPlatform): void
  onDown(): Promise<void>
  readonly logger: Logger
  readonly firstPauseMs?: number
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
/** What a person has to mend is not mended in a minute. */
const PAUSE_FOR_PEOPLE_MS = 300_000
/** An instance that ran for so long starts the pauses over. */
const HEALTHY_MS = 60_000
/** A dead instance may hang when it is told to leave. */
const LEAVE_MS = 5_000

export function supervisePlatform(options: SuperviseOptions): SupervisedPlatform {
  const { name, logger, firstPauseMs = FIRST_PAUSE_MS } = options
  let current: ChatPlatform | null = null
  let state: PlatformState = { status: 'starting' }
  const ending = new AbortController()
  /** Ends the life of the instance that runs; null while none does. */
  let end: ((error: unknown) => void) | null = null

  const life = inPlatform(name, async () => {
    for (let pauseMs = firstPauseMs; !ending.signal.aborted; ) {
      const began = performance.now()
      state = { status: 'starting' }
      const error = await liveOnce()
      if (ending.signal.aborted) break
      if (performance.now() - began > HEALTHY_MS) pauseMs = firstPauseMs
      const forPeople = error instanceof UserError
      const waitMs = forPeople ? Math.max(pauseMs, PAUSE_FOR_PEOPLE_MS) : pauseMs
      const remedy = forPeople ? error.remedy : null
      state = { status: 'failed', problem: error instanceof Error ? error.message : String(error), remedy }
      logger.error({ err: error, platform: name, remedy, again_in_ms: waitMs }, 'a platform failed')
      await sleep(waitMs, undefined, { signal: ending.signal }).catch(() => {})
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    }
    state = { status: 'stopped' }
  })

  /** Resolves with what ended the instance. */
  async function liveOnce(): Promise<unknown> {
    const ended = new Promise<unknown>((resolve) => {
      end = resolve
    })
    let instance: ChatPlatform | null = null
    try {
      instance = options.create((error) => end?.(error))
      const starting = instance.start(options.handlers)
      const failed = await Promise.race([starting.then(() => null), ended.then((error) => ({ error }))])
      if (failed) return failed.error
      current = instance
      state = { status: 'running' }
      logger.info({ platform: name }, 'a platform runs')
      options.onUp(instance)
      return await ended
    } catch (error) {
      return error
    } finally {
      current = null
      end = null
      await options.onDown()
      if (instance) await leave(instance)
    }
  }

  async function leave(instance: ChatPlatform): Promise<void> {
    const patience = new AbortController()
    const stopped = instance.stop().catch((error: unknown) => {
      logger.warn({ err: error, platform: name }, 'a platform did not leave in order')
    })
    await Promise.race([stopped, sleep(LEAVE_MS, undefined, { signal: patience.signal }).catch(() => {})])
    patience.abort()
  }

  const running = (): ChatPlatform => {
    if (current) return current
    throw new UpstreamError(name, 'is not connected', { retryable: true })
  }

  return {
    platform: {
      name,
      start: async () => {},
      stop: async () => {},
      post: async (...args) => running().post(...args),
      posted: (conversation, id) => ({
        id,
        update: async (reply) => running().posted(conversation, id).update(reply),
      }),
      channel: (workspace, channel) => {
        const of = running()
        if (of.channel) return of.channel(workspace, channel)
        throw new UpstreamError(name, 'has no channels')
      },
      direct: async (workspace, person) => {
        const of = running()
        if (of.direct) return of.direct(workspace, person)
        throw new UpstreamError(name, 'cannot write to a person alone')
      },
    },
    state: () => state,
    fail: (error) => end?.(error),
    stop: async () => {
      ending.abort()
      end?.(null)
      await life
    },
  }
}
