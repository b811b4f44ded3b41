/** Replies on Discord: where they go, in how many messages, and how they are changed afterwards. */
import { createHash, randomUUID } from 'node:crypto'
import { RESTJSONErrorCodes as Code, MessageFlags, type RawFile, Routes } from 'discord.js'
import { z } from 'zod'
import type { ConversationId, PostedReply, PostId, PostOptions, Reply } from '../../src/chat.ts'
import { NotAllowedError, UserError } from '../../src/errors.ts'
import { codeOf, type DiscordApi } from './api.ts'
import { decodeConversation, type Place } from './conversation-id.ts'
import { decodeInteraction, type InteractionRef, isAnswerable } from './interaction-id.ts'
import { LIMITS } from './limits.ts'
import { decodePost, encodePost, type Post } from './post-id.ts'
import { type RenderedMessage, renderReply } from './render.ts'

const idOnly = z.object({ id: z.string() })
const messageSent = z.object({ id: z.string(), channel_id: z.string(), flags: z.number().default(0) })

/** Nobody is pinged by what a reply says. */
const NO_PINGS = { parse: [], replied_user: false }

export interface PosterOptions {
  readonly api: DiscordApi
  readonly applicationId: () => string
  /** Whether the thread is known to be there. */
  readonly hasThread: (thread: string) => boolean
  /** What this place adds to a reply. */
  readonly adapt: (reply: Reply, channel: string) => Reply
}

/** Posts whose present form is known; of older ones it is the form that they were posted in. */
const KNOWN_POSTS = 1_000

/** Where the messages of one reply go: into a channel, in answer to a message where there can be no thread, or to an interaction. */
interface Target {
  readonly channel: string
  readonly replyTo: string | null
  readonly interaction: InteractionRef | null
  readonly isPrivate: boolean
}

export function createPoster({ api, applicationId, hasThread, adapt }: PosterOptions) {
  /** Messages on which no thread can hang. */
  const threadless = new Set<string>()
  /** What became of posts that were changed: from one message three, or the other way round. */
  const known = new Map<PostId, Post>()

  return { post, posted, directChannel, postThatEndsWith }

  async function post(conversation: ConversationId, reply: Reply, options: PostOptions = {}): Promise<PostedReply> {
    const place = decodeConversation(conversation)
    if (place === null) {
      throw new UserError(`${conversation} is no conversation on Discord.`, 'Post to the platform that it came from.')
    }
    const target = await findTarget(conversation, place, options)
    const sent: string[] = []
    for (const [index, message] of renderReply(adapt(reply, target.channel)).entries()) {
      sent.push(
        await send(target, message, options.key === undefined ? randomUUID() : `${options.key}:${index}`, index === 0),
      )
    }
    const { channel, interaction } = target
    return posted(encodePost({ channel, messages: sent, interaction }))
  }

  /** The post whose last message, which has the buttons, is this one; undefined for one that is long gone. */
  function postThatEndsWith(message: string): PostId | undefined {
    for (const [id, { messages }] of known) if (messages.at(-1) === message) return id
    return undefined
  }

  function posted(id: PostId): PostedReply {
    const keep = (post: Post) => {
      known.delete(id)
      known.set(id, post)
      for (const oldest of known.keys()) {
        if (known.size <= KNOWN_POSTS) break
        known.delete(oldest)
      }
    }
    keep(known.get(id) ?? decodePost(id))
    return {
      id,
      update: async (reply) => {
        const current = known.get(id) ?? decodePost(id)
        keep(await change(current, renderReply(adapt(reply, current.channel))))
      },
    }
  }

  async function findTarget(conversation: ConversationId, place: Place, options: PostOptions): Promise<Target> {
    const asked = options.inReplyTo
    const isPrivate = asked === undefined ? place.person !== null : asked.audience === 'author'
    const interaction = asked?.conversation === conversation ? decodeInteraction(asked.id) : null
    const channel = place.thread ?? place.channel
    if (interaction !== null && isAnswerable(interaction) && (isPrivate || interaction.kind === 'command')) {
      return { channel, replyTo: null, interaction, isPrivate }
    }
    if (isPrivate && place.guild !== null) {
      const person = place.person ?? asked?.author.id
      if (person === undefined) throw new Error(`${conversation} is private, but nobody's.`)
      return { channel: await directChannel(person), replyTo: null, interaction: null, isPrivate }
    }
    if (place.guild === null || place.thread === null) return { channel, replyTo: null, interaction: null, isPrivate }
    const hasOne = hasThread(place.thread) || (await startThread(place.channel, place.thread, options))
    return hasOne
      ? { channel, replyTo: null, interaction: null, isPrivate }
      : { channel: place.channel, replyTo: place.thread, interaction: null, isPrivate }
  }

  async function directChannel(person: string): Promise<string> {
    return idOnly.parse(await api.post(Routes.userChannels(), { body: { recipient_id: person } })).id
  }

  /** On the message that the conversation began with; false where there cannot be a thread. */
  async function startThread(channel: string, message: string, { inReplyTo }: PostOptions): Promise<boolean> {
    if (threadless.has(message)) return false
    const title = (inReplyTo?.text ?? '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, LIMITS.threadName - 10)
    try {
      await api.post(Routes.threads(channel, message), {
        body: { name: title === '' ? 'RepoBrain' : title, auto_archive_duration: LIMITS.autoArchiveMinutes },
      })
    } catch (error) {
      const code = codeOf(error)
      if (code === Code.ThreadAlreadyCreatedForMessage) return true
      if (!(error instanceof NotAllowedError) && (code === null || !NO_THREAD_THERE.has(code))) throw error
      // Threads that nobody wrote in for a while are archived, and then not known; not all of them hang on a message.
      if (await isThere(message)) return true
      threadless.add(message)
      return false
    }
    // Who asked is told of what comes there. A courtesy: that it fails is no reason not to answer.
    if (inReplyTo) await api.put(Routes.threadMembers(message, inReplyTo.author.id)).catch(() => {})
    return true
  }

  async function isThere(channel: string): Promise<boolean> {
    return api.get(Routes.channel(channel)).then(
      () => true,
      () => false,
    )
  }

  /** Gives the id of the message. */
  async function send(target: Target, message: RenderedMessage, key: string, isFirst: boolean): Promise<string> {
    const { interaction, channel, replyTo, isPrivate } = target
    if (interaction === null) {
      const nonce = createHash('sha256').update(key).digest('base64url').slice(0, LIMITS.nonce)
      const reference =
        replyTo === null ? {} : { message_reference: { message_id: replyTo, fail_if_not_exists: false } }
      return createMessage(channel, { ...request(message), ...reference, nonce, enforce_nonce: true }, filesOf(message))
    }
    if (isFirst && interaction.kind === 'command' && (await isWaiting(interaction))) {
      const route = Routes.webhookMessage(applicationId(), interaction.token, '@original')
      return messageSent.parse(await api.patch(route, { body: request(message), files: filesOf(message), auth: false }))
        .id
    }
    const body = { ...request(message), ...(isPrivate ? { flags: MessageFlags.Ephemeral } : {}) }
    const route = Routes.webhook(applicationId(), interaction.token)
    return messageSent.parse(await api.postOnce(route, { body, files: filesOf(message), auth: false, query: WAIT })).id
  }

  async function createMessage(channel: string, body: object, files: RawFile[]): Promise<string> {
    const sent = await inOpenThread(channel, () => api.post(Routes.channelMessages(channel), { body, files }))
    return messageSent.parse(sent).id
  }

  /** A thread that was archived meanwhile is opened again, unless it was locked. */
  async function inOpenThread<Result>(channel: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (codeOf(error) !== Code.InvalidActionOnArchivedThread) throw error
      await openAgain(channel)
      return work()
    }
  }

  async function openAgain(thread: string): Promise<void> {
    try {
      await api.patch(Routes.channel(thread), { body: { archived: false } })
    } catch (cause) {
      throw new NotAllowedError(
        'Discord',
        'the thread is archived and locked',
        'A moderator can open it again, or give the bot “Manage Threads”; or ask in a new thread.',
        { cause },
      )
    }
  }

  /** Whether “is thinking …” is still there to be replaced. */
  async function isWaiting({ token }: InteractionRef): Promise<boolean> {
    const original = await api.get(Routes.webhookMessage(applicationId(), token, '@original'), { auth: false })
    return (messageSent.parse(original).flags & MessageFlags.Loading) !== 0
  }

  /** The messages that are there get the new text; more of them are posted below, those too many go. */
  async function change(current: Post, rendered: readonly RenderedMessage[]): Promise<Post> {
    const interaction = current.interaction && isAnswerable(current.interaction) ? current.interaction : null
    const auth = interaction === null
    const routeOf = (message: string) =>
      interaction
        ? Routes.webhookMessage(applicationId(), interaction.token, message)
        : Routes.channelMessage(current.channel, message)
    const messages: string[] = []
    for (const [index, message] of rendered.entries()) {
      const existing = current.messages[index]
      messages.push(existing ?? (await addTo(current, interaction, message, index)))
      if (existing === undefined) continue
      const edit = { body: request(message), files: filesOf(message), auth }
      await inOpenThread(current.channel, () => api.patch(routeOf(existing), edit))
    }
    for (const surplus of current.messages.slice(rendered.length)) {
      await inOpenThread(current.channel, () => api.delete(routeOf(surplus), { auth }))
    }
    return { ...current, messages }
  }

  async function addTo(
    current: Post,
    interaction: Post['interaction'],
    message: RenderedMessage,
    index: number,
  ): Promise<string> {
    const isPrivate = await isSeenByOne(current, interaction)
    const ref = interaction && { ...interaction, kind: 'command' as const }
    const target = { channel: current.channel, replyTo: null, isPrivate, interaction: ref }
    return send(target, message, `${current.messages[0]}:${index}`, false)
  }

  async function isSeenByOne(current: Post, interaction: Post['interaction']): Promise<boolean> {
    const [first] = current.messages
    if (interaction === null || first === undefined) return false
    const message = await api.get(Routes.webhookMessage(applicationId(), interaction.token, first), { auth: false })
    return (messageSent.parse(message).flags & MessageFlags.Ephemeral) !== 0
  }
}

const NO_THREAD_THERE = new Set<number>([Code.UnknownMessage, Code.CannotExecuteActionOnThisChannelType])

const WAIT = new URLSearchParams({ wait: 'true' })

/** `attachments` without a picture takes away the one that was there. */
const request = ({ content, embeds, components, picture }: RenderedMessage) => ({
  content,
  embeds: [...embeds],
  components: [...components],
  allowed_mentions: NO_PINGS,
  attachments:
    picture === null ? [] : [{ id: '0', filename: PICTURE, description: picture.alt.slice(0, LIMITS.altText) }],
})

const PICTURE = 'path.png'

const filesOf = ({ picture }: RenderedMessage): RawFile[] =>
  picture === null ? [] : [{ name: PICTURE, data: Buffer.from(picture.png), contentType: 'image/png' }]
