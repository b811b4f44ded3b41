/** The routes of Discord's API that a bot uses, on the world. Each answers with a body, or throws the error that Discord would give. */
import {
  ChannelType,
  GatewayIntentBits,
  InteractionResponseType,
  MessageFlags,
  PermissionFlagsBits,
} from 'discord-api-types/v10'
import { z } from 'zod'
import { checkMessage, checkRequest } from './check-request.ts'
import type { Gateway } from './gateway.ts'
import type { Interactions } from './interactions.ts'
import { channelPayload, memberPayload, messagePayload, userPayload } from './payloads.ts'
import { type Channel, type Message, THREADS, type World } from './world.ts'

/** `status` is that of HTTP, `code` Discord's own: https://docs.discord.com/developers/topics/opcodes-and-status-codes */
export class ApiError extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export interface ApiRequest {
  readonly method: string
  /** Below `/api/v10`, decoded. */
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
  readonly files: readonly { readonly name: string; readonly size: number }[]
}

export interface ApiContext {
  readonly world: World
  readonly gateway: Gateway
  readonly interactions: Interactions
  /** Registered, by guild; those for everywhere under the empty key. */
  readonly commands: Map<string, readonly unknown[]>
  readonly messageContent: () => boolean
  readonly gatewayUrl: () => string
}

const sent = z.looseObject({
  content: z.string().nullish(),
  embeds: z.array(z.any()).nullish(),
  components: z.array(z.any()).nullish(),
  flags: z.number().nullish(),
  nonce: z.string().nullish(),
  enforce_nonce: z.boolean().nullish(),
  message_reference: z.looseObject({ message_id: z.string() }).nullish(),
  attachments: z
    .array(
      z.looseObject({
        id: z.union([z.string(), z.number()]),
        filename: z.string().optional(),
        description: z.string().nullish(),
      }),
    )
    .nullish(),
})
type Sent = z.infer<typeof sent>

const callback = z.looseObject({ type: z.number(), data: sent.optional() })
const threadRequest = z.looseObject({ name: z.string() })
const recipient = z.object({ recipient_id: z.string() })

type Handler = (parts: readonly string[], request: ApiRequest) => unknown

/** `undefined` is an answer without a body. */
export function createRoutes({ world, gateway, interactions, commands, messageContent, gatewayUrl }: ApiContext) {
  const routes: readonly (readonly [string, RegExp, Handler])[] = [
    ['GET', /^\/gateway\/bot$/, () => gatewayInfo(gatewayUrl())],
    ['GET', /^\/users\/@me$/, () => userPayload(world.bot)],
    ['GET', /^\/users\/@me\/guilds$/, () => [world.guild]],
    ['GET', /^\/guilds\/\d+\/members\/(\d+)$/, ([id]) => member(id)],
    ['GET', /^\/applications\/@me$/, () => ({ id: world.applicationId, flags: messageContent() ? 1 << 19 : 0 })],
    [
      'POST',
      /^\/users\/@me\/channels$/,
      (_, { body }) => channelPayload(world, world.dm(recipient.parse(body).recipient_id)),
    ],
    ['GET', /^\/channels\/(\d+)$/, ([id]) => channelPayload(world, visible(id))],
    ['PATCH', /^\/channels\/(\d+)$/, ([id], { body }) => unarchive(visible(id), body)],
    ['POST', /^\/channels\/(\d+)\/typing$/, ([id]) => void visible(id)],
    ['PUT', /^\/channels\/(\d+)\/thread-members\/(\d+|@me)$/, ([id, who = '']) => void visible(id).members.add(who)],
    ['GET', /^\/channels\/(\d+)\/messages$/, ([id], { query }) => list(visible(id), query)],
    ['GET', /^\/channels\/(\d+)\/messages\/(\d+)$/, ([id, message]) => readable(found(visible(id), message))],
    ['POST', /^\/channels\/(\d+)\/messages$/, ([id], request) => create(visible(id), request)],
    [
      'PATCH',
      /^\/channels\/(\d+)\/messages\/(\d+)$/,
      ([id, message], request) => edit(found(visible(id), message), request),
    ],
    ['DELETE', /^\/channels\/(\d+)\/messages\/(\d+)$/, ([id, message]) => remove(found(visible(id), message))],
    [
      'POST',
      /^\/channels\/(\d+)\/messages\/(\d+)\/threads$/,
      ([id, message], { body }) => startThread(visible(id), message, body),
    ],
    ['POST', /^\/interactions\/(\d+)\/([^/]+)\/callback$/, ([id, token], request) => respond(id, token, request)],
    ['POST', /^\/webhooks\/\d+\/([^/]+)$/, ([token], request) => followUp(token, request)],
    [
      'GET',
      /^\/webhooks\/\d+\/([^/]+)\/messages\/([^/]+)$/,
      ([token, id]) => messagePayload(world, ofInteraction(token, id)),
    ],
    [
      'PATCH',
      /^\/webhooks\/\d+\/([^/]+)\/messages\/([^/]+)$/,
      ([token, id], request) => edit(ofInteraction(token, id), request),
    ],
    ['DELETE', /^\/webhooks\/\d+\/([^/]+)\/messages\/([^/]+)$/, ([token, id]) => remove(ofInteraction(token, id))],
    ['GET', /^\/applications\/\d+\/commands$/, () => commands.get('') ?? []],
    ['PUT', /^\/applications\/\d+\/commands$/, (_, { body }) => register('', body)],
    ['GET', /^\/applications\/\d+\/guilds\/(\d+)\/commands$/, ([guild = '']) => commands.get(guild) ?? []],
    ['PUT', /^\/applications\/\d+\/guilds\/(\d+)\/commands$/, ([guild = ''], { body }) => register(guild, body)],
  ]

  return (request: ApiRequest): unknown => {
    for (const [method, pattern, handler] of routes) {
      const match = method === request.method ? pattern.exec(request.path) : null
      if (!match) continue
      const fault = checkRequest(request.method, request.path, request.body)
      if (fault) throw new ApiError(400, fault.code, fault.message)
      return handler(match.slice(1), request)
    }
    throw new ApiError(404, 0, `404: Not Found (${request.method} ${request.path})`)
  }

  function member(id = '') {
    const person = world.people.get(id)
    if (!person) throw new ApiError(404, 10007, 'Unknown Member')
    return { user: userPayload(person), ...memberPayload(world, person) }
  }

  function visible(id = ''): Channel {
    const channel = world.channels.get(id)
    if (!channel || channel.deleted) throw new ApiError(404, 10003, 'Unknown Channel')
    if (channel.recipient === null) need(channel, PermissionFlagsBits.ViewChannel, 50001)
    if (channel.type === ChannelType.PrivateThread && !channel.members.has(world.bot.id)) throw missing(50001)
    return channel
  }

  function need(channel: Channel, right: bigint, code: 50001 | 50013 = 50013): void {
    if ((world.rightsOf(channel) & right) === 0n) throw missing(code)
  }

  function found(channel: Channel, id: string | undefined): Message {
    const message = world.messagesIn(channel.id).find((one) => one.id === id && one.onlyFor === null)
    if (!message) throw new ApiError(404, 10008, 'Unknown Message')
    return message
  }

  function readable(message: Message) {
    return messagePayload(world, message, mayRead(message))
  }

  function mayRead(message: Message): boolean {
    const isDirect = world.channels.get(message.channel_id)?.recipient != null
    return (
      messageContent() ||
      isDirect ||
      message.author.id === world.bot.id ||
      message.content.includes(`<@${world.bot.id}>`)
    )
  }

  function list(channel: Channel, query: URLSearchParams) {
    if (channel.recipient === null) need(channel, PermissionFlagsBits.ReadMessageHistory)
    const after = BigInt(query.get('after') ?? 0)
    const all = world.messagesIn(channel.id).filter((message) => message.onlyFor === null && BigInt(message.id) > after)
    const limit = Number(query.get('limit') ?? 50)
    const page = query.has('after') ? all.slice(0, limit) : all.slice(-limit)
    return page.toReversed().map(readable)
  }

  function create(channel: Channel, request: ApiRequest) {
    const isThread = THREADS.includes(channel.type)
    if (channel.recipient === null) {
      need(channel, isThread ? PermissionFlagsBits.SendMessagesInThreads : PermissionFlagsBits.SendMessages)
    }
    if (channel.archived && channel.locked) throw new ApiError(400, 50083, 'Thread is archived')
    if (channel.type === ChannelType.GuildForum)
      throw new ApiError(400, 50008, 'Cannot send messages in a non-text channel')
    channel.archived = false
    const body = sent.parse(request.body)
    const twin =
      body.enforce_nonce && body.nonce
        ? world.messagesIn(channel.id).find(({ nonce }) => nonce === body.nonce)
        : undefined
    if (twin) return messagePayload(world, twin)
    return announce(world.addMessage({ channel_id: channel.id, author: world.bot, ...contentOf(body, request) }))
  }

  function contentOf(body: Sent, request: ApiRequest) {
    const files = request.files.map(({ name }, index) => {
      const described = body.attachments?.find((file) => String(file.id) === String(index))
      return {
        id: world.snowflake(),
        filename: described?.filename ?? name,
        description: described?.description ?? null,
        text: null,
      }
    })
    const content = {
      content: body.content ?? '',
      embeds: body.embeds ?? [],
      components: body.components ?? [],
      flags: body.flags ?? 0,
      nonce: body.nonce ?? null,
      reference: body.message_reference?.message_id ?? null,
      attachments: files,
    }
    if (!content.content && content.embeds.length + content.components.length + files.length === 0) {
      throw new ApiError(400, 50006, 'Cannot send an empty message')
    }
    return content
  }

  function announce(message: Message) {
    if (message.onlyFor === null) {
      const isDirect = world.channels.get(message.channel_id)?.recipient != null
      const intent = isDirect ? GatewayIntentBits.DirectMessages : GatewayIntentBits.GuildMessages
      gateway.dispatch('MESSAGE_CREATE', intent, () => messagePayload(world, message))
    }
    return messagePayload(world, message)
  }

  function edit(message: Message, request: ApiRequest) {
    if (message.author.id !== world.bot.id)
      throw new ApiError(403, 50005, 'Cannot edit a message authored by another user')
    if (world.channels.get(message.channel_id)?.archived) throw new ApiError(400, 50083, 'Thread is archived')
    const body = sent.parse(request.body)
    if (body.content !== undefined) message.content = body.content ?? ''
    if (body.embeds !== undefined) message.embeds = body.embeds ?? []
    if (body.components !== undefined) message.components = body.components ?? []
    if (body.attachments !== undefined || request.files.length > 0) {
      message.attachments = contentOf({ ...body, content: 'x' }, request).attachments
    }
    if (message.thinking && !message.content && !message.embeds.length && !message.attachments.length) {
      throw new ApiError(400, 50006, 'Cannot send an empty message')
    }
    message.thinking = false
    message.edited_timestamp = new Date().toISOString()
    return messagePayload(world, message)
  }

  function remove(message: Message): undefined {
    const all = world.messagesIn(message.channel_id)
    all.splice(all.indexOf(message), 1)
    return undefined
  }

  function startThread(parent: Channel, id: string | undefined, body: unknown) {
    if (parent.type !== ChannelType.GuildText && parent.type !== ChannelType.GuildAnnouncement) {
      throw new ApiError(400, 50024, 'Cannot execute action on this channel type')
    }
    need(parent, PermissionFlagsBits.CreatePublicThreads)
    const message = found(parent, id)
    if (world.channels.has(message.id))
      throw new ApiError(400, 160004, 'A thread has already been created for this message')
    const isAnnouncement = parent.type === ChannelType.GuildAnnouncement
    const thread = world.addChannel({
      id: message.id,
      type: isAnnouncement ? ChannelType.AnnouncementThread : ChannelType.PublicThread,
      name: threadRequest.parse(body).name,
      parent: parent.id,
      members: new Set([world.bot.id]),
    })
    gateway.dispatch('THREAD_CREATE', GatewayIntentBits.Guilds, () => ({
      ...channelPayload(world, thread),
      newly_created: true,
    }))
    return channelPayload(world, thread)
  }

  function unarchive(channel: Channel, body: unknown) {
    const { archived } = z.looseObject({ archived: z.boolean() }).parse(body)
    if (channel.locked) need(channel, PermissionFlagsBits.ManageThreads)
    channel.archived = archived
    return channelPayload(world, channel)
  }

  function respond(id: string | undefined, token: string | undefined, request: ApiRequest): undefined {
    const interaction = interactions.byToken(token)
    if (!interaction || interaction.id !== id || interaction.isExpired)
      throw new ApiError(404, 10062, 'Unknown interaction')
    if (interaction.response !== null) throw new ApiError(400, 40060, 'Interaction has already been acknowledged.')
    const { type, data } = callback.parse(request.body)
    const isMessage =
      type === InteractionResponseType.ChannelMessageWithSource || type === InteractionResponseType.UpdateMessage
    const fault = isMessage ? checkMessage(data) : null
    if (fault) throw new ApiError(400, fault.code, fault.message)
    interaction.response = { type, data: data ?? null, afterMs: Date.now() - interaction.madeAt }
    if (type === InteractionResponseType.DeferredMessageUpdate) interaction.original = interaction.pressedOn
    if (
      type !== InteractionResponseType.ChannelMessageWithSource &&
      type !== InteractionResponseType.DeferredChannelMessageWithSource
    ) {
      return undefined
    }
    const isEphemeral = ((data?.flags ?? 0) & MessageFlags.Ephemeral) !== 0
    interaction.isEphemeral = isEphemeral
    const isDeferred = type === InteractionResponseType.DeferredChannelMessageWithSource
    const content = isDeferred || !data ? {} : contentOf(data, request)
    const message = world.addMessage({
      channel_id: interaction.channel,
      author: world.bot,
      ...content,
      onlyFor: isEphemeral ? interaction.person.id : null,
      flags: data?.flags ?? 0,
      thinking: isDeferred,
    })
    interaction.original = message.id
    return undefined
  }

  function alive(token: string | undefined) {
    const interaction = interactions.byToken(token)
    if (!interaction || interaction.isTokenDead) throw new ApiError(401, 50027, 'Invalid Webhook Token')
    if (interaction.response === null) throw new ApiError(404, 10015, 'Unknown Webhook')
    return interaction
  }

  function followUp(token: string | undefined, request: ApiRequest) {
    const interaction = alive(token)
    const body = sent.parse(request.body)
    const isEphemeral = ((body.flags ?? 0) & MessageFlags.Ephemeral) !== 0
    const message = world.addMessage({
      channel_id: interaction.channel,
      author: world.bot,
      ...contentOf(body, request),
      onlyFor: isEphemeral ? interaction.person.id : null,
    })
    interaction.followUps.push(message.id)
    return announce(message)
  }

  function ofInteraction(token: string | undefined, id: string | undefined): Message {
    const interaction = alive(token)
    const wanted = (id === '@original' ? interaction.original : id) ?? ''
    const isOwn = wanted === interaction.original || interaction.followUps.includes(wanted)
    const message = isOwn ? world.findMessage(wanted) : undefined
    if (!message) throw new ApiError(404, 10008, 'Unknown Message')
    return message
  }

  function register(guild: string, body: unknown) {
    const registered = z.array(z.looseObject({})).parse(body)
    const kept = registered.map((command) => ({
      id: world.snowflake(),
      application_id: world.applicationId,
      version: '1',
      ...command,
    }))
    commands.set(guild, kept)
    return kept
  }
}

const missing = (code: 50001 | 50013) =>
  new ApiError(403, code, code === 50001 ? 'Missing Access' : 'Missing Permissions')

const gatewayInfo = (url: string) => ({
  url,
  shards: 1,
  session_start_limit: { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 },
})
