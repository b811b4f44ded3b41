/** GitHub's GraphQL and REST, asked with patience. The only file that knows octokit. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Octokit } from '@octokit/core'
import { retry } from '@octokit/plugin-retry'
import { type ThrottlingOptions, throttling } from '@octokit/plugin-throttling'
import { UpstreamError } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { checkToken } from './check-token.ts'
import type { GitHubQuery } from './queries/define-github-query.ts'
import { isLasting, readFault, readPartialAnswer, readRequestFault } from './read-fault.ts'
import type { GitHubRequest } from './requests.ts'

export interface GitHubClientOptions {
  /** `https://api.github.com`, `https://host/api/v3` of an Enterprise server. */
  readonly apiUrl: string
  readonly token: string
  /** `owner/name`, for errors. */
  readonly repository: string
  readonly logger?: Logger | undefined
  /** GitHub wants to be left alone for a while, and is. */
  readonly onWait?: ((wait: { readonly seconds: number; readonly reason: string }) => void) | undefined
  readonly signal?: AbortSignal | undefined
  /** What waits between retries are counted in; a second. */
  readonly retryUnitMs?: number | undefined
}

export interface Asked<Data> {
  readonly data: Data
  /** Places in `data` that GitHub refused for good; what stands there says nothing. */
  readonly refused: readonly (readonly (string | number)[])[]
}

export interface GitHubClient {
  /**
   * `lenient`: errors that may pass are taken as refusals too, when there is no other way to get on. Throws UserError,
   * NotFoundError, RateLimitedError and UpstreamError (see `readFault`).
   */
  ask<Data>(
    query: GitHubQuery<Data>,
    variables: Readonly<Record<string, unknown>>,
    options?: { readonly retries?: number; readonly lenient?: boolean },
  ): Promise<Asked<Data>>
  /** One request of the REST interface. `retries: 0` for what must not be done twice. Throws as `readRequestFault` says. */
  send<Data>(request: GitHubRequest<Data>, options?: { readonly retries?: number }): Promise<Data>
  /** So far. Points are what GitHub charges against 5,000 an hour. */
  spent(): { readonly requests: number; readonly points: number }
}

/** GitHub ends a query after 10 s. */
const SILENCE_MS = 30_000
const LONGEST_WAIT_S = 3_700
const MOST_WAITS = 5
const DAILY = ['debug', 'info', 'warn', 'error'] as const

export function createGitHubClient(options: GitHubClientOptions): GitHubClient {
  const { repository, logger, onWait, signal, retryUnitMs = 1_000 } = options
  const token = checkToken(options.token)
  let requests = 0
  let points = 0
  let budget: { remaining: number; cost: number; resetAt: number } | null = null

  const waitFor = (reason: string) => (seconds: number, _options: unknown, _octokit: unknown, tried: number) => {
    const willing = tried < MOST_WAITS && seconds <= LONGEST_WAIT_S
    if (willing) onWait?.({ seconds, reason })
    logger?.warn({ seconds, reason, willing }, 'GitHub limits requests')
    return willing
  }
  const throttle: ThrottlingOptions = {
    onRateLimit: waitFor('the hourly limit is reached'),
    onSecondaryRateLimit: waitFor('too much at once'),
    write: UNPACED,
    notifications: UNPACED,
  }
  const octokit = new (Octokit.plugin(throttling, retry))({
    baseUrl: options.apiUrl.replace(/\/+$/, ''),
    auth: token,
    userAgent: 'repobrain',
    throttle,
    retry: { retryAfterBaseValue: retryUnitMs, retries: 1 },
    log: Object.fromEntries(DAILY.map((level) => [level, (text: string) => logger?.debug({ level }, text)])) as Record<
      (typeof DAILY)[number],
      (text: string) => void
    >,
    request: { fetch: countingFetch },
  })

  function countingFetch(url: string, init: RequestInit) {
    requests++
    const signals = [AbortSignal.timeout(SILENCE_MS), ...(signal ? [signal] : [])]
    return fetch(url, { ...init, signal: AbortSignal.any(signals) })
  }

  async function keepWithinBudget() {
    const seconds = budget === null ? 0 : Math.ceil((budget.resetAt - Date.now()) / 1000) + 1
    if (budget === null || budget.remaining >= budget.cost || seconds <= 0) return
    onWait?.({ seconds, reason: 'the hourly limit is nearly reached' })
    await sleep(seconds * 1000, undefined, { signal })
    budget = null
  }

  // An Enterprise server's GraphQL is not under v3. As `/graphql` below another base the throttling knows it for what it is.
  const graphqlBase = options.apiUrl.replace(/\/api\/v3\/*$/, '/api').replace(/\/+$/, '')
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  aborted.catch(() => {})

  return {
    spent: () => ({ requests, points }),
    async ask(query, variables, { retries, lenient = false } = {}) {
      signal?.throwIfAborted()
      await keepWithinBudget()
      let raw: unknown
      let refused: Asked<unknown>['refused'] = []
      try {
        const request = { baseUrl: graphqlBase, ...(retries === undefined ? {} : { request: { retries } }) }
        // A wait of the library does not hear an abort.
        raw = await Promise.race([octokit.graphql(query.document, { ...variables, ...request }), aborted])
      } catch (error) {
        signal?.throwIfAborted()
        const partial = readPartialAnswer(error)
        const passes = partial?.errors.every((each) => (lenient || isLasting(each)) && (each.path?.length ?? 0) > 1)
        if (!partial || !passes) {
          const fault = readFault(error, repository)
          logger?.debug({ query: query.name, fault: fault.message }, 'GitHub could not answer')
          throw fault
        }
        raw = partial.data
        refused = partial.errors.map(({ path }) => path ?? [])
      }
      const parsed = query.data.safeParse(raw)
      if (!parsed.success) throw unreadable(query.name, parsed.error.issues[0]?.path)
      const cost = costOf(raw)
      if (cost) {
        points += cost.cost
        budget = { ...cost, resetAt: Date.parse(cost.resetAt) }
        logger?.debug({ query: query.name, ...cost }, 'GitHub answered')
      }
      return { data: parsed.data, refused }
    },
    async send({ name, method, path, body, data }, { retries } = {}) {
      signal?.throwIfAborted()
      try {
        const request = retries === undefined ? {} : { request: { retries } }
        const answer = await Promise.race([octokit.request({ method, url: path, ...body, ...request }), aborted])
        const parsed = data.safeParse(answer.data)
        if (parsed.success) return parsed.data
        throw unreadable(name, parsed.error.issues[0]?.path)
      } catch (error) {
        signal?.throwIfAborted()
        if (error instanceof UpstreamError) throw error
        const fault = readRequestFault(error, repository)
        logger?.debug({ request: name, fault: fault.message }, 'GitHub did not do it')
        throw fault
      }
    },
  }
}

/**
 * The plugin would pace reads by GraphQL like writes, one a second, and comments three seconds apart. Ours go one after the
 * other anyway; whoever writes many comments paces them.
 */
const UNPACED = {
  key: () => ({ schedule: (_options: unknown, work: () => unknown) => work() }),
} as unknown as NonNullable<ThrottlingOptions['write']>

const unreadable = (name: string, place: readonly PropertyKey[] = []) =>
  new UpstreamError('GitHub', `its answer to ${name} has an unknown form at ${place.map(String).join('.')}`, {
    retryable: true,
  })

function costOf(raw: unknown): { cost: number; remaining: number; resetAt: string } | null {
  const limit = (raw as { rateLimit?: { cost: number; remaining: number; resetAt: string } | null }).rateLimit
  return limit ?? null
}
