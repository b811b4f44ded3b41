/**
 * Socket Mode whose acknowledgement means that the work has been taken down. Bolt's own receiver acknowledges events before anybody
 * has seen them, and its client ends the process when it is refused on reconnecting; here every socket is opened by a loop of ours.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { App, Receiver } from '@slack/bolt'
import { SocketModeClient } from '@slack/socket-mode'
import { WebAPIRateLimitedError } from '@slack/web-api'
import type { Logger } from '../../src/logger.ts'
import { badToken, isBadToken, slackCode, toError } from './errors.ts'
import { createSlackLogger } from './slack-logger.ts'

export interface SocketReceiverOptions {
  readonly appToken: string
  readonly apiUrl?: string | undefined
  readonly logger: Logger
  /** Slack refuses the token: nothing will arrive any more. */
  onFailure(error: Error): void
}

/** While one is being replaced, which Slack asks for every few hours, the other one delivers. */
const SOCKETS = 2
/** A socket that is silent for so long is dead. */
const PING_TIMEOUT_MS = 3_000
const HELLO_TIMEOUT_MS = 10_000
const CLOSE_TIMEOUT_MS = 1_000
const LONGEST_BACKOFF_MS = 30_000
const FIRST_BACKOFF_MS = 250

/** What the client tells of an envelope. */
interface Envelope {
  readonly body: Record<string, unknown>
  ack(response?: Record<string, unknown>): Promise<void>
  readonly retry_num?: number
  readonly retry_reason?: string
}

export function createSocketReceiver({ appToken, apiUrl, logger, onFailure }: SocketReceiverOptions): Receiver {
  const stopping = new AbortController()
  const clients = Array.from({ length: SOCKETS }, createClient)
  let app: App | undefined
  let failed = false

  return {
    init: (ours) => {
      app = ours
    },
    /** Resolves when the first socket is open; rejects when Slack cannot be reached or refuses the token. */
    start: async () => {
      const [first, ...others] = clients
      if (first) await open(first).catch((error) => Promise.reject(explain(error)))
      if (first) void keepOpen(first, closed(first))
      for (const client of others) void keepOpen(client, Promise.resolve())
    },
    stop: async () => {
      stopping.abort()
      await Promise.all(
        clients.map((client) =>
          Promise.race([client.disconnect(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]),
        ),
      )
    },
  }

  function createClient(): SocketModeClient {
    const client = new SocketModeClient({
      appToken,
      logger: createSlackLogger(logger),
      autoReconnectEnabled: false,
      clientPingTimeout: PING_TIMEOUT_MS,
      clientOptions: {
        ...(apiUrl === undefined ? {} : { slackApiUrl: apiUrl }),
        retryConfig: { retries: 0 },
        rejectRateLimitedCalls: true,
        timeout: HELLO_TIMEOUT_MS,
      },
    })
    guard(client)
    client.on('slack_event', (envelope: Envelope) => void deliver(envelope))
    return client
  }

  /** Its reader fails on envelopes that are no events, such as `app_rate_limited`, and would take the process with it. */
  function guard(client: SocketModeClient): void {
    const readers = client.listeners('ws_message')
    client.removeAllListeners('ws_message')
    client.on('ws_message', async (data: unknown, isBinary: boolean) => {
      try {
        for (const read of readers) await read(data, isBinary)
      } catch {
        const said = typeof data === 'string' ? data : ''
        const limited = said.includes('"app_rate_limited"')
        logger.warn(
          limited
            ? 'Slack holds events back for a minute: more than 30,000 came in an hour; what was asked meanwhile is lost'
            : 'Slack sent something that is not understood',
        )
      }
    })
  }

  async function deliver({ body, ack, retry_num, retry_reason }: Envelope): Promise<void> {
    // Not acknowledged, it is delivered to another process, or to the next one.
    if (stopping.signal.aborted || !app) return
    let response: Record<string, unknown> | undefined
    try {
      await app.processEvent({
        body,
        ack: async (given) => {
          response = typeof given === 'object' ? given : undefined
        },
        ...(retry_num === undefined ? {} : { retryNum: retry_num }),
        ...(retry_reason === undefined ? {} : { retryReason: retry_reason }),
      })
    } catch (error) {
      logger.error({ err: error }, 'what Slack delivered could not be taken down; it will be delivered again')
      return
    }
    // The socket may be gone meanwhile; Slack then sends it again, and it will be known.
    await ack(response).catch((error) => logger.debug({ err: error }, 'an acknowledgement was too late'))
  }

  async function keepOpen(client: SocketModeClient, untilClosed: Promise<void>): Promise<void> {
    await untilClosed
    for (let failures = 0; !stopping.signal.aborted; ) {
      try {
        await open(client)
        failures = 0
        await closed(client)
      } catch (error) {
        if (isBadToken(error)) return fail(explain(error))
        failures += 1
        await sleep(backoff(error, failures), undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }

  /** One report, however many sockets find out. */
  function fail(error: Error): void {
    if (failed || stopping.signal.aborted) return
    failed = true
    onFailure(error)
  }

  function backoff(error: unknown, failures: number): number {
    logger.warn({ err: error, failures }, 'no connection to Slack; it will be tried again')
    if (error instanceof WebAPIRateLimitedError) return error.retryAfter * 1_000
    return Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** failures) * (0.5 + Math.random() / 2)
  }
}

/** Resolves with Slack's hello. */
async function open(client: SocketModeClient): Promise<void> {
  const late = setTimeout(() => void client.disconnect(), HELLO_TIMEOUT_MS)
  try {
    await client.start()
  } finally {
    clearTimeout(late)
  }
}

const closed = (client: SocketModeClient) =>
  new Promise<void>((resolve) => {
    client.once('disconnected', () => resolve())
  })

const explain = (error: unknown): Error =>
  isBadToken(error) ? badToken('SLACK_APP_TOKEN', slackCode(error) ?? '', error) : toError(error)
