/**
 * Discord on loopback, for the real discord.js: REST, and a gateway over WebSocket.
 *
 * A story has a server with people and channels (`addPerson`, `addChannel`), lets them talk (`say`, `slash`, `press`, …), and
 * looks at what a person would see (`seen`). Every request of the bot is checked against Discord's published schemas and its
 * written limits, and refused with Discord's own code where Discord would refuse it; what was refused is in `refused`, so that a
 * story can say it was nothing. Trouble is made with `gateway.drop`, `gateway.refuseWith`, `rateLimit`, `fail`, `delay`, `lose`.
 *
 *     const discord = await openDiscordServer()
 *     const ada = discord.addPerson('Ada')
 *     const general = discord.addChannel('general')
 *     const question = discord.say(general, 'why is run like this?', { as: ada, mention: true })
 *     await vi.waitFor(() => expect(discord.seen(question)).toContain('PR #7'))   // the thread has the id of its message
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { ChannelType, GatewayIntentBits } from 'discord-api-types/v10'
import { type Gateway, openGateway } from './gateway.ts'
import { createInteractions, type Interaction } from './interactions.ts'
import { channelPayload, messagePayload } from './payloads.ts'
import { ApiError, type ApiRequest, createRoutes } from './rest.ts'
import { buttonsOf, see } from './see.ts'
import { type Channel, createWorld, type Message, type Person, THREADS } from './world.ts'

const TOKEN = 'fake-discord-token'
const API = '/api/v10'
const FILES = '/attachments'

const TYPES = {
  text: ChannelType.GuildText,
  announcement: ChannelType.GuildAnnouncement,
  forum: ChannelType.GuildForum,
  voice: ChannelType.GuildVoice,
  'public thread': ChannelType.PublicThread,
  'private thread': ChannelType.PrivateThread,
} as const

/** What happens to requests that fit, instead of what should. */
interface Trouble {
  readonly method: string
  readonly path: RegExp
  left: number
  /** `lost`: it is done, but the connection drops before the answer; `dropped`: it drops before anything is done. */
  readonly how:
    | { readonly status: number; readonly code: number }
    | { readonly retryAfter: number }
    | 'lost'
    | 'dropped'
}

export type DiscordServer = Awaited<ReturnType<typeof openDiscordServer>>

/** Without `messageContent`, the application may not ask for the content of messages. */
export async function openDiscordServer(options: { readonly messageContent?: boolean } = {}) {
  const world = createWorld(() => `http://${host}${FILES}`)
  const requests: (ApiRequest & { readonly at: number })[] = []
  const refused: string[] = []
  const troubles: Trouble[] = []
  const commands = new Map<string, readonly unknown[]>()
  let messageContent = options.messageContent ?? true
  let delayMs = 0

  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const gateway: Gateway = openGateway({
    server,
    world,
    token: TOKEN,
    url: () => `ws://${host}/gateway`,
    messageContent: () => messageContent,
  })
  const interactions = createInteractions(world, () => gateway)
  const route = createRoutes({
    world,
    gateway,
    interactions,
    commands,
    messageContent: () => messageContent,
    gatewayUrl: () => `ws://${host}/gateway`,
  })

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '', `http://${host}`)
    if (url.pathname.startsWith(FILES)) return void response.end(textOf(url.pathname))
    const request = await readRequest(incoming, url)
    requests.push({ ...request, at: Date.now() })
    if (delayMs > 0) await wait(delayMs)
    const trouble = troubles.find((one) => one.left > 0 && one.method === request.method && one.path.test(request.path))
    if (trouble) trouble.left -= 1
    const how = trouble?.how
    if (how === 'dropped') return void incoming.socket.destroy()
    if (typeof how === 'object' && 'retryAfter' in how) {
      response.setHeader('retry-after', String(how.retryAfter))
      return answer(response, 429, {
        message: 'You are being rate limited.',
        retry_after: how.retryAfter,
        global: false,
      })
    }
    try {
      if (typeof how === 'object') throw new ApiError(how.status, how.code, 'It was told to fail.')
      if (needsToken(request.path) && incoming.headers.authorization !== `Bot ${TOKEN}`) {
        throw new ApiError(401, 0, '401: Unauthorized')
      }
      const body = route(request)
      if (how === 'lost') return void incoming.socket.destroy()
      // Discord answers without a content type then; a client that reads JSON there fails.
      if (body === undefined) return void response.writeHead(204).end()
      answer(response, 200, body)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refused.push(`${request.method} ${request.path}: ${error.code} ${error.message}`)
      answer(response, error.status, { code: error.code, message: error.message })
    }
  }

  function say(
    channel: string,
    text: string,
    how: { as: Person; mention?: boolean; replyTo?: string; file?: string },
  ): string {
    const content = how.mention ? `<@${world.bot.id}> ${text}` : text
    const message = world.addMessage({ channel_id: channel, author: how.as, content, reference: how.replyTo ?? null })
    if (how.file !== undefined) {
      message.attachments.push({ id: world.snowflake(), filename: 'message.txt', description: null, text: how.file })
    }
    deliver(message)
    return message.id
  }

  function deliver(message: Message): void {
    const channel = channelOf(message.channel_id)
    const isDirect = channel.recipient !== null
    const isVisible = isDirect || world.rightsOf(channel) !== 0n
    if (!isVisible || (channel.type === ChannelType.PrivateThread && !channel.members.has(world.bot.id))) return
    const replied = message.reference === null ? undefined : world.findMessage(message.reference)
    const isForBot = message.content.includes(`<@${world.bot.id}>`) || replied?.author.id === world.bot.id
    gateway.dispatch(
      'MESSAGE_CREATE',
      isDirect ? GatewayIntentBits.DirectMessages : GatewayIntentBits.GuildMessages,
      (intents) =>
        messagePayload(world, message, isDirect || isForBot || (intents & GatewayIntentBits.MessageContent) !== 0),
    )
  }

  const textOf = (path: string) =>
    [...world.messages.values()]
      .flat()
      .flatMap(({ attachments }) => attachments)
      .find(({ id }) => path.includes(id))?.text ?? ''

  function channelOf(id: string): Channel {
    const channel = world.channels.get(id)
    if (!channel) throw new Error(`There is no channel ${id}.`)
    return channel
  }

  function messageOf(id: string): Message {
    const message = world.findMessage(id)
    if (!message) throw new Error(`There is no message ${id}.`)
    return message
  }

  /** The newest message with such a button that the person sees. */
  function findButton(channel: string, label: string, person: Person): { message: Message; customId: string } {
    for (const message of world.messagesIn(channel).toReversed()) {
      if (message.onlyFor !== null && message.onlyFor !== person.id) continue
      const button = buttonsOf(message).find((one) => one.label.includes(label))
      if (button) return { message, customId: button.customId }
    }
    throw new Error(`There is no button “${label}” in:\n${see(world, channel, person)}`)
  }

  return {
    apiUrl: `http://${host}/api`,
    token: TOKEN,
    world,
    gateway,
    /** Every request that arrived. */
    requests: requests as readonly (ApiRequest & { readonly at: number })[],
    /** What Discord would not have taken, in words. */
    refused: refused as readonly string[],
    commands: commands as ReadonlyMap<string, readonly unknown[]>,

    addPerson: world.addPerson,
    /** Gives its id. `hidden`: a private channel, with the bot in it. `denied`: what the bot may not do there, as permission bits. */
    addChannel(
      name: string,
      how: { type?: keyof typeof TYPES; hidden?: boolean; denied?: bigint; parent?: string; without?: 'bot' } = {},
    ): string {
      const channel = world.addChannel({
        name,
        type: TYPES[how.type ?? 'text'],
        hidden: how.hidden ?? false,
        denied: how.denied ?? 0n,
        parent: how.parent ?? null,
        members: new Set(how.without === 'bot' ? [] : [world.bot.id]),
      })
      const isThread = THREADS.includes(channel.type)
      gateway.dispatch(isThread ? 'THREAD_CREATE' : 'CHANNEL_CREATE', GatewayIntentBits.Guilds, () =>
        channelPayload(world, channel),
      )
      return channel.id
    },
    /** The channel of direct messages between a person and the bot. */
    dm: (person: Person): string => world.dm(person.id).id,
    channel: channelOf,

    /** Gives the id of the message, which is that of the thread that hangs on it, if there comes one. */
    say,
    /** The same event again, as after a lost acknowledgement. */
    resend: (message: string) => deliver(messageOf(message)),
    /** Text changed by its author; the bot is told. */
    edit(message: string, content: string): void {
      const edited = messageOf(message)
      edited.content = content
      gateway.dispatch('MESSAGE_UPDATE', GatewayIntentBits.GuildMessages, () => messagePayload(world, edited))
    },
    slash: (channel: string, subcommand: string, values: Readonly<Record<string, string>>, as: Person): Interaction =>
      interactions.slash(channel, as, subcommand, values),
    /** What is offered while an option is being typed. */
    async suggestions(
      channel: string,
      subcommand: string,
      values: Readonly<Record<string, string>>,
      focused: string,
      as: Person,
    ) {
      const interaction = interactions.type(channel, as, subcommand, values, focused)
      while (interaction.response === null) await wait(5)
      return (interaction.response.data as { choices: { name: string; value: string }[] }).choices
    },
    /** “Apps › Ask RepoBrain about this” in the menu of a message. */
    useOnMessage: (message: string, name: string, as: Person): Interaction =>
      interactions.useOnMessage(messageOf(message), as, name),
    /** The newest button of that label in the channel. */
    press(channel: string, label: string, as: Person): Interaction {
      const { message, customId } = findButton(channel, label, as)
      return interactions.press(message, as, customId)
    },

    /** The channel as everyone sees it, or as one person does. */
    seen: (channel: string, as: Person | null = null): string => see(world, channel, as),
    messages: (channel: string): readonly Message[] => world.messagesIn(channel),

    allowMessageContent(allowed: boolean): void {
      messageContent = allowed
    },
    /** Every request takes that much longer. */
    delay(ms: number): void {
      delayMs = ms
    },
    /** The next requests of that kind are refused with this code, or told to come again after some seconds. */
    fail(method: string, path: RegExp, status: number, code: number, times = 1): void {
      troubles.push({ method, path, left: times, how: { status, code } })
    },
    rateLimit(method: string, path: RegExp, retryAfter: number, times = 1): void {
      troubles.push({ method, path, left: times, how: { retryAfter } })
    },
    /** The connection drops: `lost` after the request was carried out, `dropped` before. */
    lose(method: string, path: RegExp, how: 'lost' | 'dropped', times = 1): void {
      troubles.push({ method, path, left: times, how })
    },
    async close(): Promise<void> {
      gateway.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Interactions are answered by their token, not by that of the bot. */
const needsToken = (path: string) => !/^\/(?:interactions|webhooks)\//.test(path)

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function readRequest(incoming: IncomingMessage, url: URL): Promise<ApiRequest> {
  const raw = await buffer(incoming)
  const type = incoming.headers['content-type'] ?? ''
  const base = {
    method: incoming.method ?? '',
    // `@original` arrives as `%40original`.
    path: decodeURIComponent(url.pathname.slice(API.length)),
    query: url.searchParams,
    files: [],
  }
  if (raw.length === 0) return { ...base, body: null }
  if (!type.startsWith('multipart/')) return { ...base, body: JSON.parse(raw.toString()) }
  const form = await new Response(new Uint8Array(raw), { headers: { 'content-type': type } }).formData()
  const files = [...form.entries()].flatMap(([name, value]) =>
    typeof value === 'string' || !name.startsWith('files[') ? [] : [{ name: value.name, size: value.size }],
  )
  return { ...base, body: JSON.parse(String(form.get('payload_json'))), files }
}
