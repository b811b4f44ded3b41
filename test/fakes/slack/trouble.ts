import type { Deliverer } from './deliver.ts'
import { APP_ID, TEAM } from './world.ts'

type Problem =
  | { readonly kind: 'refuse'; readonly code: string }
  | { readonly kind: 'limit'; readonly seconds: number }
  | { readonly kind: 'before' | 'after' | 'none' }

interface Planned {
  readonly problem: Problem
  readonly method: string | null
  left: number
  readonly until: number
}

/** What can go wrong on purpose; each returns Slack to health by itself after so many requests, or with `recover`. */
export interface Trouble {
  /** Every open socket: cut, or asked to reconnect as Slack does before it recycles a server. */
  dropSockets(how?: 'cut' | 'ask'): void
  refuse(code: string, on?: { readonly method?: string; readonly times?: number }): void
  /** Does so many requests of the method, then refuses them. */
  failAfter(method: string, requests: number): void
  /** 429 with Retry-After, for so many seconds from now. */
  rateLimit(seconds: number, on?: { readonly method?: string }): void
  /** The connection breaks before or after the work is done. */
  hangUp(method: string, when?: 'before' | 'after', times?: number): void
  /** Slack stopped sending events for a minute. */
  tooManyEvents(): void
  recover(): void
}

export function createTrouble(deliverer: Deliverer) {
  let planned: Planned[] = []
  const plan = (
    problem: Problem,
    method: string | undefined,
    times = Number.POSITIVE_INFINITY,
    forMs = Number.POSITIVE_INFINITY,
  ) => void planned.push({ problem, method: method ?? null, left: times, until: Date.now() + forMs })
  const controls: Trouble = {
    dropSockets: (how = 'cut') => {
      if (how === 'ask') deliverer.write({ type: 'disconnect', reason: 'refresh_requested', debug_info: {} })
      else for (const socket of deliverer.sockets) socket.terminate()
    },
    refuse: (code, on = {}) => plan({ kind: 'refuse', code }, on.method, on.times),
    failAfter: (method, requests) => {
      plan({ kind: 'none' }, method, requests)
      plan({ kind: 'refuse', code: 'refused_for_a_test' }, method)
    },
    rateLimit: (seconds, on = {}) => plan({ kind: 'limit', seconds }, on.method, undefined, seconds * 1_000),
    hangUp: (method, when = 'after', times = 1) => plan({ kind: when }, method, times),
    tooManyEvents: () =>
      deliverer.write({
        type: 'events_api',
        envelope_id: 'limited',
        payload: {
          type: 'app_rate_limited',
          token: '',
          team_id: TEAM,
          minute_rate_limited: Math.floor(Date.now() / 60_000),
          api_app_id: APP_ID,
        },
      }),
    recover: () => {
      planned = []
    },
  }
  /** The problem that meets this request, if any. */
  function next(method: string): Problem | null {
    planned = planned.filter((one) => one.left > 0 && one.until > Date.now())
    const hit = planned.find((one) => one.method === null || one.method === method)
    if (!hit) return null
    hit.left -= 1
    if (hit.problem.kind !== 'limit') return hit.problem
    return { kind: 'limit', seconds: Math.max(1, Math.ceil((hit.until - Date.now()) / 1_000)) }
  }
  return { controls, next }
}
