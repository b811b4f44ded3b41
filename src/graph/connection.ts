import { createClient, ErrorReply } from '@redis/client'
import type { Logger } from 'pino'
import { UpstreamError } from '../errors.ts'

export type Command = readonly (string | Buffer)[]

export interface Connection {
  /**
   * Sends one command; reconnects and repeats it while the database is away, for `retryForMs` in all. A command may reach
   * the server twice when the connection breaks before its reply, so it must be one that may be repeated.
   * Throws UpstreamError: retryable when the database stayed away, else the server's own complaint.
   */
  send(command: Command): Promise<unknown>
  /** Sends on the standing connection only; throws whatever goes wrong. */
  sendOnce(command: Command): Promise<unknown>
  close(): Promise<void>
}

export interface ConnectionOptions {
  /** `redis://…` address, or the path of a unix socket. */
  readonly address: { readonly url: string } | { readonly socket: string }
  /** Called when nothing answers; starts the embedded server. */
  readonly revive: (() => Promise<void>) | null
  readonly retryForMs: number
  readonly logger: Pick<Logger, 'debug' | 'warn'> | undefined
}

/** Connections that were lost while a command was under way may have been lost because of it: then it is not sent again. */
const MAX_SENDS = 3

export function createConnection(options: ConnectionOptions): Connection {
  let client: ReturnType<typeof connect> | null = null

  const connect = async () => {
    const fresh = createClient({
      name: `repobrain:${process.pid}`,
      socket:
        'socket' in options.address
          ? { path: options.address.socket, reconnectStrategy: false }
          : { reconnectStrategy: false },
      ...('url' in options.address ? { url: options.address.url } : {}),
      disableOfflineQueue: true,
    })
    fresh.on('error', (error) => options.logger?.debug({ err: error }, 'database connection lost'))
    await fresh.connect()
    return fresh
  }

  const connected = async () => {
    client ??= connect()
    const current = client
    try {
      const live = await current
      if (live.isReady) return live
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
    for (let wait = 5; ; wait = Math.min(wait * 2, 250)) {
      try {
        const live = await connected()
        sends++
        return await live.sendCommand([...command])
      } catch (error) {
        if (error instanceof ErrorReply && !isLoading(error)) {
          throw new UpstreamError('database', error.message, { cause: error })
        }
        if (performance.now() > deadline || sends >= MAX_SENDS) {
          throw new UpstreamError('database', 'unavailable, trying again', { retryable: true, cause: error })
        }
        if (!(error instanceof ErrorReply)) await options.revive?.()
        await new Promise((done) => setTimeout(done, wait))
      }
    }
  }

  return {
    send,
    sendOnce: async (command) => (await client)?.sendCommand([...command]),
    close: async () => {
      const current = await client?.catch(() => null)
      client = null
      if (current?.isOpen) current.destroy()
    },
  }
}

/** While it reads its files after a start the server answers every command with the error code LOADING. */
const isLoading = (error: ErrorReply) => error.message.startsWith('LOADING')
