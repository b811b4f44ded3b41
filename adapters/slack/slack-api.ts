/** The Web API with patience that is ours to choose: the library would repeat posts, and wait for half an hour. */
import { setTimeout as sleep } from 'node:timers/promises'
import { WebAPIRateLimitedError, WebClient } from '@slack/web-api'
import type { Logger } from '../../src/logger.ts'
import { isAmbiguous, toError } from './errors.ts'
import { createSlackLogger } from './slack-logger.ts'

export interface Patience {
  /** Doing it twice does no harm, so it is tried again when nobody knows whether it was done. */
  readonly repeatable: boolean
  /** Longest wait for Slack's rate limits, all together. */
  readonly waitMs: number
}

/** Questions and edits. */
export const REPEATABLE: Patience = { repeatable: true, waitMs: 90_000 }
/** What would be there twice. */
export const ONCE: Patience = { repeatable: false, waitMs: 90_000 }
/** Nobody misses it. */
export const DISPENSABLE: Patience = { repeatable: false, waitMs: 0 }

export interface SlackApi {
  /** Rejects with UserError (bad token), ChannelGoneError, NotAllowedError, RateLimitedError or UpstreamError. */
  call<Result>(send: (client: WebClient) => Promise<Result>, patience: Patience): Promise<Result>
}

const TIMEOUT_MS = 10_000
const ATTEMPTS = 4
const BACKOFF_MS = 250

export interface SlackApiOptions {
  readonly token: string
  readonly apiUrl?: string | undefined
  readonly logger: Logger
}

export function createSlackApi(options: SlackApiOptions): SlackApi {
  const client = createWebClient(options)
  return {
    call: async (send, { repeatable, waitMs }) => {
      let waited = 0
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await send(client)
        } catch (error) {
          const limitMs = error instanceof WebAPIRateLimitedError ? error.retryAfter * 1_000 : null
          if (limitMs !== null && waited + limitMs <= waitMs) {
            waited += limitMs
            await sleep(limitMs)
          } else if (limitMs === null && repeatable && isAmbiguous(error) && attempt < ATTEMPTS) {
            await sleep(BACKOFF_MS * 2 ** attempt)
          } else {
            throw toError(error)
          }
        }
      }
    },
  }
}

export const createWebClient = ({ token, apiUrl, logger }: SlackApiOptions) =>
  new WebClient(token, {
    ...(apiUrl === undefined ? {} : { slackApiUrl: apiUrl }),
    logger: createSlackLogger(logger),
    timeout: TIMEOUT_MS,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  })
