import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, ErrorReply } from '@redis/client'
import { UpstreamError } from '../errors.ts'
import type { Logger } from '../logger.ts'

export type Command = readonly (string | Buffer)[]
export type Send = (command: Command) => Promise<unknown>

export interface Connection {
  /**
   * Sends one command and returns its reply; while the database is away it reconnects and repeats, for `retryForMs` in all.
   * A command may reach the server twice when the connection breaks before its reply.
   * Throws UpstreamError: retryable when the database stayed away, else with the server's own complaint.
   */
  readonly send: Send
  /** Sends on the standing connection or not at all. Throws UpstreamError, retryable when there is none or it broke. */
  readonly sendOnce: Send
  close(): void
}

export interface ConnectionOptions {
  readonly address: { readonly url: string } | { readonly socket: string }
  /** Name of the connection in the server's client list. */
  readonly name: string
  /** Called whenever nothing answers: starts the embedded server. What it throws ends the retries. */
  readonly revive: () => Promise<void>
  readonly retryForMs: number
  readonly logger: Pick<Logger, 'debug' | 'warn'> | undefined
}

type Client = Awaited<ReturnType<typeof connect>>

/** A command that was under way when the connection broke, this often, may be what breaks it: it is not sent again. */
const MAX_SENDS = 3
const FIRST_WAIT_MS = 2
const LONGEST_WAIT_MS = 250

/** How much longer a command waits for a server that is there and reads its files: that takes as long as it takes. */
const LOADING_MS = 120_000

/** Error codes of a server that is there but not ready. */
const NOT_READY = new Set(['LOADING', 'TRYAGAIN', 'CLUSTERDOWN', 'MASTERDOWN'])

export function createConnection(options: ConnectionOptions): Connection {
  let client: Promise<Client> | null = null
  let closed = false

  /** The standing client, or a new one; forgets one that broke. */
  const connected = async (): Promise<Client> => {
    const current = client ?? connect(options)
    client = current
    try {
      const live = await current
      if (live.isReady) return live
      live.destroy()
    } catch (error) {
      if (client === current) client = null
      throw error
    }
    if (client === current) client = null
    return connected()
  }

  const send = async (command: Command): Promise<unknown> => {
    const deadline = performance.now() + options.retryForMs
    let sends = 0
    let warned = false
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      if (closed) throw new UpstreamError('database', 'the connection was closed')
      try {
        const live = await connected()
        sends++
        return await live.sendCommand([...command])
      } catch (error) {
        if (error instanceof ErrorReply) {
          if (!isNotReady(error)) throw complaint(error)
          sends--
        }
        const patience = error instanceof ErrorReply ? LOADING_MS : 0
        if (performance.now() > deadline + patience || sends >= MAX_SENDS) throw unavailable(error)
        if (sends > 0 && !warned) options.logger?.warn({ err: error }, 'database unavailable, trying again')
        warned ||= sends > 0
        if (!(error instanceof ErrorReply)) await options.revive()
      }
      await sleep(wait)
    }
  }

  return {
    send,
    sendOnce: async (command) => {
      try {
        const live = await client
        if (live === null) throw new Error('not connected')
        return await live.sendCommand([...command])
      } catch (error) {
        throw error instanceof ErrorReply ? complaint(error) : unavailable(error)
      }
    },
    close: () => {
      closed = true
      client?.then((live) => live.isOpen && live.destroy()).catch(() => undefined)
      client = null
    },
  }
}

/** Reconnecting is left to `send`, which knows how long its command may wait. */
async function connect({ address, name, logger }: ConnectionOptions) {
  const client = createClient({
    name,
    disableOfflineQueue: true,
    ...('url' in address
      ? { url: address.url, socket: { reconnectStrategy: false, connectTimeout: 3000 } }
      : { socket: { path: address.socket, reconnectStrategy: false } }),
  })
  // Without a listener a lost connection would end the process; whoever waits for a reply hears of it anyway.
  client.on('error', (error) => logger?.debug({ err: error }, 'database connection lost'))
  await client.connect()
  return client
}

const isNotReady = (error: ErrorReply) => NOT_READY.has(error.message.split(' ', 1)[0] ?? '')

const complaint = (error: ErrorReply) => new UpstreamError('database', error.message, { cause: error })

const unavailable = (cause: unknown) => new UpstreamError('database', 'does not answer', { retryable: true, cause })
