/** A small HTTP server that tells those who run the bot how it is. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { UserError } from '../errors.ts'

export interface Health {
  readonly ready: boolean
  /** Shown as it is; nothing secret. */
  readonly details: Readonly<Record<string, unknown>>
}

export interface HealthServerOptions {
  /** 0: any free one. */
  readonly port: number
  health(): Promise<Health>
}

export interface HealthServer {
  readonly port: number
  stop(): Promise<void>
}

/** `/healthz`: the process lives. `/readyz`: it can do its work, else 503. Throws UserError when the port is taken. */
export async function startHealthServer({ port, health }: HealthServerOptions): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    answer(path, request, response, health).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      reject(new UserError(`Port ${port} cannot be used (${cause.message}).`, 'Choose another one: PORT=…', { cause }))
    })
    server.listen(port, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  health: HealthServerOptions['health'],
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return send(response, 405, { error: 'GET only' })
  if (path === '/healthz') return send(response, 200, { status: 'ok', uptime_s: Math.round(process.uptime()) })
  if (path !== '/readyz') return send(response, 404, { error: 'There are /healthz and /readyz.' })
  const { ready, details } = await health()
  send(response, ready ? 200 : 503, { ready, ...details })
}

function send(response: ServerResponse, status: number, document: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(document)}\n`)
}
