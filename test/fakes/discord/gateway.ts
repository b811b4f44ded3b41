/** The WebSocket side: hello, identify, resume, heartbeats, and events to whoever is connected. */
import type { Server } from 'node:http'
import { GatewayCloseCodes, GatewayIntentBits, GatewayOpcodes } from 'discord-api-types/v10'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { guildPayload, userPayload } from './payloads.ts'
import type { World } from './world.ts'

interface Session {
  readonly id: string
  readonly intents: number
  readonly events: { readonly s: number; readonly t: string; readonly d: unknown }[]
  socket: WebSocket | null
  isResumable: boolean
}

export interface Gateway {
  /** To every session whose intents ask for it; one that is cut off gets it when it resumes. `d` sees those intents. */
  dispatch(t: string, intent: number, d: (intents: number) => unknown): void
  /** Cuts every connection without a word. Without `resumable` nothing is told afterwards of what was missed. */
  drop(options: { readonly resumable: boolean }): void
  /** Closes every connection with a code of Discord's. */
  closeWith(code: GatewayCloseCodes): void
  /** How each further identify is answered; null: as it should be. */
  refuseWith: GatewayCloseCodes | null
  readonly counts: { identified: number; resumed: number }
  readonly connected: number
  close(): void
}

const payload = z.object({ op: z.number(), d: z.unknown() })
const identify = z.object({ token: z.string(), intents: z.number(), properties: z.object({}) })
const resume = z.object({ token: z.string(), session_id: z.string(), seq: z.number() })

export interface GatewayOptions {
  readonly server: Server
  readonly world: World
  readonly token: string
  readonly url: () => string
  /** Whether the application may ask for the content of messages. */
  readonly messageContent: () => boolean
}

export function openGateway({ server, world, token, url, messageContent }: GatewayOptions): Gateway {
  const sessions = new Map<string, Session>()
  const sockets = new WebSocketServer({ server, path: '/gateway' })
  const gateway: Gateway = {
    refuseWith: null,
    counts: { identified: 0, resumed: 0 },
    get connected() {
      return sockets.clients.size
    },
    dispatch(t, intent, d) {
      for (const session of sessions.values()) {
        if (intent === 0 || session.intents & intent) push(session, t, d(session.intents))
      }
    },
    drop({ resumable }) {
      for (const session of sessions.values()) session.isResumable = resumable
      for (const socket of sockets.clients) socket.terminate()
    },
    closeWith(code) {
      for (const socket of sockets.clients) socket.close(code)
    },
    close() {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
  sockets.on('connection', greet)
  return gateway

  function greet(socket: WebSocket): void {
    send(socket, { op: GatewayOpcodes.Hello, d: { heartbeat_interval: 30_000 } })
    socket.on('error', () => {})
    socket.on('message', (data) => {
      const message = payload.parse(JSON.parse(String(data)))
      if (message.op === GatewayOpcodes.Heartbeat) send(socket, { op: GatewayOpcodes.HeartbeatAck })
      if (message.op === GatewayOpcodes.Identify) takeIdentify(socket, identify.parse(message.d))
      if (message.op === GatewayOpcodes.Resume) takeResume(socket, resume.parse(message.d))
    })
  }

  function takeIdentify(socket: WebSocket, d: z.infer<typeof identify>): void {
    const refusal = gateway.refuseWith ?? findRefusal(d)
    if (refusal !== null) {
      socket.close(refusal)
      return
    }
    gateway.counts.identified += 1
    const session: Session = { id: world.snowflake(), intents: d.intents, events: [], socket, isResumable: true }
    sessions.set(session.id, session)
    socket.on('close', () => leave(session, socket))
    push(session, 'READY', {
      v: 10,
      user: userPayload(world.bot),
      guilds: [{ id: world.guild.id, unavailable: true }],
      session_id: session.id,
      resume_gateway_url: url(),
      shard: [0, 1],
      application: { id: world.applicationId, flags: 0 },
    })
    push(session, 'GUILD_CREATE', guildPayload(world))
  }

  function findRefusal(d: z.infer<typeof identify>): GatewayCloseCodes | null {
    if (d.token !== token) return GatewayCloseCodes.AuthenticationFailed
    const asksForContent = (d.intents & GatewayIntentBits.MessageContent) !== 0
    return asksForContent && !messageContent() ? GatewayCloseCodes.DisallowedIntents : null
  }

  function takeResume(socket: WebSocket, d: z.infer<typeof resume>): void {
    const session = sessions.get(d.session_id)
    if (!session?.isResumable || d.token !== token) {
      sessions.delete(d.session_id)
      send(socket, { op: GatewayOpcodes.InvalidSession, d: false })
      return
    }
    gateway.counts.resumed += 1
    session.socket = socket
    socket.on('close', () => leave(session, socket))
    for (const event of session.events.filter(({ s }) => s > d.seq))
      send(socket, { op: GatewayOpcodes.Dispatch, ...event })
    push(session, 'RESUMED', {})
  }

  /** A client that says goodbye with 1000 or 1001 ends its session. */
  function leave(session: Session, socket: WebSocket): void {
    if (session.socket === socket) session.socket = null
    if (!session.isResumable) sessions.delete(session.id)
  }

  function push(session: Session, t: string, d: unknown): void {
    const event = { s: session.events.length + 1, t, d }
    session.events.push(event)
    if (session.socket) send(session.socket, { op: GatewayOpcodes.Dispatch, ...event })
  }
}

const send = (socket: WebSocket, message: object) => socket.send(JSON.stringify(message))
