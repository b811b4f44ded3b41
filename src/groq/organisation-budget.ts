/**
 * One queue before the model's server, which counts requests and tokens for the whole organisation: questions first, then
 * work that nobody waits for; nobody waits longer than they said they would.
 */
import { RateLimitedError } from '../errors.ts'

export interface Place {
  readonly tokens: number
  readonly priority: 'question' | 'job'
  readonly patienceMs: number
  readonly signal?: AbortSignal | undefined
}

export interface OrganisationBudget {
  /** Resolves when the request may be sent; call what it gives when it has been answered. Throws RateLimitedError. */
  enter(place: Place): Promise<() => void>
  /** What the server says is left of its tokens a minute. */
  learn(limit: number, remaining: number): void
  /** Nobody is sent before. */
  pause(ms: number): void
}

interface Waiting extends Place {
  readonly until: number
  readonly admit: (leave: () => void) => void
  readonly refuse: (error: unknown) => void
}

const AT_ONCE = 4
const MINUTE_MS = 60_000
/** Jobs leave this part of the tokens to questions that may come. */
const LEFT_TO_QUESTIONS = 0.5

export function createOrganisationBudget(service: string): OrganisationBudget {
  const queues: Record<Place['priority'], Waiting[]> = { question: [], job: [] }
  let active = 0
  let pausedUntil = 0
  let tokens: { limit: number; remaining: number; at: number } | null = null
  let timer: NodeJS.Timeout | undefined

  const left = (now: number) =>
    tokens && Math.min(tokens.limit, tokens.remaining + ((now - tokens.at) / MINUTE_MS) * tokens.limit)

  function waitOf(place: Place, now: number): number {
    const pause = Math.max(0, pausedUntil - now)
    const remaining = left(now)
    if (remaining === null || tokens === null) return pause
    const reserve = place.priority === 'job' ? tokens.limit * LEFT_TO_QUESTIONS : 0
    const needed = Math.min(place.tokens + reserve, tokens.limit)
    return Math.max(pause, ((needed - remaining) / tokens.limit) * MINUTE_MS)
  }

  function admit(place: Waiting, now: number) {
    active += 1
    if (tokens) tokens = { limit: tokens.limit, remaining: (left(now) ?? 0) - place.tokens, at: now }
    let gone = false
    place.admit(() => {
      if (gone) return
      gone = true
      active -= 1
      advance()
    })
  }

  function advance() {
    clearTimeout(timer)
    const now = Date.now()
    for (const queue of [queues.question, queues.job]) {
      for (const place of queue.splice(0)) {
        if (active >= AT_ONCE) {
          queue.push(place)
          continue
        }
        const waiting = waitOf(place, now)
        const isFirst = queue.length === 0 && (queue === queues.question || queues.question.length === 0)
        if (isFirst && waiting <= 0) admit(place, now)
        else if (now + waiting > place.until) place.refuse(new RateLimitedError(service, waiting))
        else queue.push(place)
      }
    }
    const first = queues.question[0] ?? queues.job[0]
    if (first && active < AT_ONCE) timer = setTimeout(advance, Math.max(1, Math.ceil(waitOf(first, now))))
  }

  return {
    enter: async (place) => {
      const { signal, patienceMs } = place
      signal?.throwIfAborted()
      let giveUp: NodeJS.Timeout | undefined
      let leave = () => {}
      const admitted = new Promise<() => void>((admit, refuse) => {
        const waiting = { ...place, until: Date.now() + patienceMs, admit, refuse }
        queues[place.priority].push(waiting)
        // A place far behind in the queue gives up by itself, and so does one whose asker has gone.
        giveUp = setTimeout(
          () => drop(waiting, new RateLimitedError(service, waitOf(place, Date.now()))),
          Math.max(0, patienceMs),
        )
        leave = () => drop(waiting, signal?.reason)
        signal?.addEventListener('abort', leave, { once: true })
        advance()
      })
      return admitted.finally(() => {
        clearTimeout(giveUp)
        signal?.removeEventListener('abort', leave)
      })
    },
    learn: (limit, remaining) => {
      if (limit > 0) tokens = { limit, remaining, at: Date.now() }
    },
    pause: (ms) => {
      pausedUntil = Math.max(pausedUntil, Date.now() + ms)
    },
  }

  function drop(place: Waiting, reason: unknown) {
    const queue = queues[place.priority]
    if (queue.includes(place)) {
      queue.splice(queue.indexOf(place), 1)
      place.refuse(reason)
      advance()
    }
  }
}
