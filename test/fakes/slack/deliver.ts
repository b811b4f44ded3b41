/** How Slack hands events to an app: over one of its open sockets or by signed requests, again when nobody acknowledges. */
import { createHmac, randomUUID } from 'node:crypto'
import type { WebSocket } from 'ws'

export type EnvelopeType = 'events_api' | 'slash_commands' | 'interactive'

/** One thing that was sent, however often. Times in milliseconds since the epoch. */
export interface Delivery {
  readonly id: string
  readonly type: EnvelopeType
  readonly payload: Readonly<Record<string, unknown>>
  readonly sentAt: number[]
  ackedAt: number | null
}

export interface Deliverer {
  readonly deliveries: readonly Delivery[]
  readonly sockets: ReadonlySet<WebSocket>
  addSocket(socket: WebSocket): void
  /** Signed requests to this address from now on, instead of the sockets. */
  deliverTo(url: string): void
  /** Resolves when the app has it in hand, or nobody is there to take it. */
  deliver(type: EnvelopeType, payload: Readonly<Record<string, unknown>>): Promise<Delivery>
  /** The same once more, as after a time-out. */
  resend(delivery: Delivery): Promise<void>
  /** Anything else that Slack may write into a socket. */
  write(envelope: Readonly<Record<string, unknown>>): void
  close(): void
}

export interface DelivererOptions {
  readonly signingSecret: string
  /** An event that is not acknowledged for so long is sent again, three times at most; commands and buttons are not. */
  readonly retryAfterMs: number
}

const MOST_ATTEMPTS = 4

export function createDeliverer({ signingSecret, retryAfterMs }: DelivererOptions): Deliverer {
  const deliveries: Delivery[] = []
  const sockets = new Set<WebSocket>()
  const timers = new Set<NodeJS.Timeout>()
  /** Sent when a socket opens. */
  let waiting: Delivery[] = []
  let url: string | null = null
  let turn = 0

  async function send(delivery: Delivery): Promise<void> {
    if (delivery.type === 'events_api') retryLater(delivery)
    if (url !== null) return post(delivery, url)
    const open = [...sockets].filter((socket) => socket.readyState === socket.OPEN)
    const socket = open[turn++ % open.length]
    if (!socket) {
      waiting.push(delivery)
      return
    }
    const attempt = delivery.sentAt.push(Date.now()) - 1
    socket.send(
      JSON.stringify({
        envelope_id: delivery.id,
        type: delivery.type,
        payload: delivery.payload,
        accepts_response_payload: delivery.type !== 'events_api',
        ...(delivery.type === 'events_api'
          ? { retry_attempt: attempt, retry_reason: attempt === 0 ? '' : 'timeout' }
          : {}),
      }),
    )
    await reached(socket)
  }

  async function post(delivery: Delivery, to: string): Promise<void> {
    const attempt = delivery.sentAt.push(Date.now()) - 1
    const isEvent = delivery.type === 'events_api'
    const body = isEvent
      ? JSON.stringify(delivery.payload)
      : new URLSearchParams(
          delivery.type === 'interactive'
            ? { payload: JSON.stringify(delivery.payload) }
            : Object.entries(delivery.payload).map(([name, value]): [string, string] => [name, String(value)]),
        ).toString()
    const seconds = String(Math.floor(Date.now() / 1_000))
    const signature = createHmac('sha256', signingSecret).update(`v0:${seconds}:${body}`).digest('hex')
    const response = await fetch(to, {
      method: 'POST',
      body,
      headers: {
        'content-type': isEvent ? 'application/json' : 'application/x-www-form-urlencoded',
        'x-slack-request-timestamp': seconds,
        'x-slack-signature': `v0=${signature}`,
        ...(attempt > 0 ? { 'x-slack-retry-num': String(attempt), 'x-slack-retry-reason': 'http_timeout' } : {}),
      },
    }).catch(() => null)
    if (response?.ok) delivery.ackedAt ??= Date.now()
  }

  function retryLater(delivery: Delivery): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (delivery.ackedAt === null && delivery.sentAt.length < MOST_ATTEMPTS) void send(delivery)
    }, retryAfterMs)
    timers.add(timer)
  }

  function addSocket(socket: WebSocket): void {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('message', (data) => {
      const { envelope_id: id } = JSON.parse(String(data)) as { envelope_id?: string }
      const delivery = deliveries.find((one) => one.id === id)
      if (delivery) delivery.ackedAt ??= Date.now()
    })
    const queued = waiting
    waiting = []
    for (const delivery of queued) void send(delivery)
  }

  return {
    deliveries,
    sockets,
    addSocket,
    deliverTo: (to) => {
      url = to
    },
    deliver: async (type, payload) => {
      const delivery: Delivery = { id: randomUUID(), type, payload, sentAt: [], ackedAt: null }
      deliveries.push(delivery)
      await send(delivery)
      return delivery
    },
    resend: send,
    write: (envelope) => {
      for (const socket of sockets) socket.send(JSON.stringify(envelope))
    },
    close: () => {
      for (const timer of timers) clearTimeout(timer)
      for (const socket of sockets) socket.terminate()
    },
  }
}

/** What was written before has arrived once the other side answers a ping. */
function reached(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => resolve()
    socket.once('pong', done)
    socket.once('close', done)
    socket.ping(undefined, undefined, (error) => error && done())
  })
}
