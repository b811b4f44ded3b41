/** How the replies to one message reach people: a sign of life in time, edits at a bearable rate, no post twice. */
import type { ChatPlatform, IncomingMessage, PostedReply, PostOptions, Reply } from '../src/chat.ts'

/** People should see within a second that they were heard; most answers are quicker than that. */
const SIGN_OF_LIFE_MS = 700
/** Platforms limit how often a message may be edited. */
const EDIT_EVERY_MS = 1_000

/** Ordinals and ids of the posts that this message led to before, and where new ones are noted. */
export interface PostLog {
  readonly posts: ReadonlyMap<string, string>
  recordPost(ordinal: string, post: string): Promise<void>
}

/** The platform as a handler sees it. Replies to the message at hand take the place of what was shown of it so far. */
export interface Delivery extends ChatPlatform {
  /** Shows how far it is, if it takes long: the latest one, at a bearable rate. Failures to show it do not matter. */
  progress(reply: Reply): void
}

/** The platform did not take a reply, whatever the reason. */
export class UndeliveredError extends Error {
  override name = 'UndeliveredError'

  constructor(cause: unknown) {
    super('a reply could not be delivered', { cause })
  }
}

export interface DeliveryOptions {
  readonly platform: ChatPlatform
  readonly message: IncomingMessage
  readonly log: PostLog
  /** How long the person has waited already. */
  readonly ageMs: number
  /** What is shown when nothing else is there to show in time; null where a platform gives signs of its own. */
  readonly sign: Reply
}

export interface OpenDelivery {
  readonly chat: Delivery
  /** Shows the sign now: whoever has to wait longer than usual should not wait for that, too. */
  showSign(): Promise<void>
  /** Nothing more is shown of how far it is. */
  close(): Promise<void>
}

export function createDelivery(options: DeliveryOptions): OpenDelivery {
  const { platform, message, log } = options
  let ordinal = 0
  /** Visible and not the last word: the next reply takes its place. */
  let open: PostedReply | null = null
  let latest = options.sign
  let shown: Reply | null = null
  let nextEditAt = Date.now() + SIGN_OF_LIFE_MS - options.ageMs
  let editing: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let quiet = false

  const schedule = () => {
    if (quiet || editing || latest === shown) return
    clearTimeout(timer)
    timer = setTimeout(show, Math.max(0, nextEditAt - Date.now()))
  }

  function show(): void {
    shown = latest
    const showing = open === null ? postNew(message.conversation, shown).then(keepOpen) : open.update(shown)
    const settled = () => {
      editing = null
      // A rate that counts from the end of an edit bears a slow platform, too.
      nextEditAt = Date.now() + EDIT_EVERY_MS
      schedule()
    }
    editing = showing.then(settled, settled)
  }

  const keepOpen = (posted: PostedReply) => {
    open = posted
  }

  async function postNew(conversation: string, reply: Reply, how: PostOptions = {}): Promise<PostedReply> {
    const number = String(++ordinal)
    const earlier = log.posts.get(number)
    if (earlier !== undefined) {
      const posted = platform.posted(conversation, earlier)
      // It may have been deleted meanwhile; then the reply is posted anew.
      const edited = await posted.update(reply).then(
        () => true,
        () => false,
      )
      if (edited) return posted
    }
    const posted = await platform.post(conversation, reply, {
      inReplyTo: message,
      key: `${message.id}:${number}`,
      ...how,
    })
    await log.recordPost(number, posted.id)
    return posted
  }

  /** Nothing more of how far it is: what comes now is the reply. */
  async function hush(): Promise<void> {
    quiet = true
    clearTimeout(timer)
    await editing
  }

  async function post(conversation: string, reply: Reply, how?: PostOptions): Promise<PostedReply> {
    try {
      if (conversation !== message.conversation || how?.inReplyTo !== undefined) {
        return tracked(await postNew(conversation, reply, how))
      }
      await hush()
      const place = open
      open = null
      if (place) await place.update(reply)
      const posted = place ?? (await postNew(conversation, reply, how))
      if (reply.unfinished) open = posted
      return tracked(posted)
    } catch (error) {
      throw new UndeliveredError(error)
    }
  }

  const tracked = (posted: PostedReply): PostedReply => ({
    id: posted.id,
    update: async (reply) => {
      if (open?.id === posted.id && !reply.unfinished) open = null
      await posted.update(reply).catch((error: unknown) => {
        throw new UndeliveredError(error)
      })
    },
  })

  schedule()
  return {
    chat: {
      ...platform,
      post,
      posted: (conversation, id) => tracked(platform.posted(conversation, id)),
      progress: (reply) => {
        latest = { ...reply, unfinished: true }
        schedule()
      },
    },
    showSign: async () => {
      nextEditAt = 0
      clearTimeout(timer)
      if (!editing && !quiet) show()
      await editing
    },
    close: hush,
  }
}
