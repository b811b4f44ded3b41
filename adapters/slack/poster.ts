/** Replies as people see them: in the thread, streamed where Slack streams, or for one person's eyes only. */
import { randomUUID } from 'node:crypto'
import type { ChatPlatform, IncomingMessage, PostedReply, PostOptions, Reply, ReplyPicture } from '../../src/chat.ts'
import { NotAllowedError, RateLimitedError, UserError } from '../../src/errors.ts'
import type { Logger } from '../../src/logger.ts'
import { decodeConversation, type Place } from './conversation-id.ts'
import { slackCode } from './errors.ts'
import { findParts } from './find-parts.ts'
import { LIMITS } from './limits.ts'
import { createMessages } from './messages.ts'
import { decodePost, encodePost } from './post-id.ts'
import type { PrivateAnswers } from './private-answers.ts'
import { createRecent } from './recent.ts'
import { renderReply } from './render.ts'
import { type ReplyStream, startStream } from './reply-stream.ts'
import { DISPENSABLE, ONCE, type Patience, REPEATABLE, type SlackApi } from './slack-api.ts'

export interface PosterOptions {
  readonly api: SlackApi
  readonly privately: PrivateAnswers
  /** Whether this process was the first to hear of a message: then nothing can have been posted for it. */
  isNew(message: IncomingMessage): boolean
  readonly logger: Logger
}

const MOST_REMEMBERED = 10_000

export type Poster = Pick<ChatPlatform, 'post' | 'posted'>

export function createPoster({ api, privately, isNew, logger }: PosterOptions): Poster {
  const messages = createMessages(api)
  /** Channels whose kind Slack does not stream in. */
  const unstreamed = createRecent(MOST_REMEMBERED)
  /** Keys of posts that were begun here: a second attempt may find the first one done. */
  const tried = createRecent(MOST_REMEMBERED)

  return { post, posted }

  async function post(conversation: string, reply: Reply, options: PostOptions = {}): Promise<PostedReply> {
    const place = placeOf(conversation)
    const { inReplyTo } = options
    if (inReplyTo?.audience === 'author' && !isDirect(place)) return postPrivately(place, reply, inReplyTo)
    const key = options.key ?? randomUUID()
    try {
      const mayBeThere = options.key !== undefined && (tried.has(key) || !inReplyTo || !isNew(inReplyTo))
      tried.add(key)
      const existing = mayBeThere ? await findParts(api, place, { key }) : []
      const stream = existing.length === 0 ? await tryStream(place, reply, inReplyTo) : null
      const parts = stream
        ? [stream.ts]
        : await messages.write(place, renderReply(reply), { key, existing, patience: ONCE })
      if (reply.picture) await sendPicture(place, reply.picture)
      if (reply.unfinished) void setStatus(place, 'processing')
      return editable(place, parts, { key, isComplete: true }, stream)
    } catch (error) {
      if (inReplyTo && error instanceof NotAllowedError) await tell(place, inReplyTo, error)
      throw error
    }
  }

  function posted(conversation: string, id: string): PostedReply {
    const place = placeOf(conversation)
    const post = decodePost(id)
    if ('onlyFor' in post) return forOneReader(place, post.onlyFor, null)
    return editable(place, post.parts, { key: id, isComplete: false }, null)
  }

  /** `isComplete`: `first` are all of its messages. Otherwise a process before us may have written more of them. */
  function editable(
    place: Place,
    first: readonly string[],
    { key, isComplete }: { readonly key: string; readonly isComplete: boolean },
    stream: ReplyStream | null,
  ): PostedReply {
    let parts = first
    let known = isComplete
    let last: Promise<void> = Promise.resolve()

    /** How far it is takes no further message: those come with the last word. */
    async function write(reply: Reply, patience: Patience): Promise<void> {
      const whole = reply.unfinished ? renderReply(reply).slice(0, 1) : renderReply(reply)
      if (!known && whole.length > parts.length) parts = await findParts(api, place, { first: parts[0] ?? '' })
      known = false
      parts = await messages.write(place, whole, { key, existing: parts, patience })
      known = true
    }

    async function update(reply: Reply): Promise<void> {
      if (reply.unfinished) {
        if (stream && (await stream.show(reply))) return
        // How far it is will be said again in a moment, or is over.
        await write(reply, DISPENSABLE).catch((error) => {
          if (!(error instanceof RateLimitedError)) throw error
        })
        return
      }
      const isStreamed = stream !== null && (await stream.finish(reply))
      if (!isStreamed) {
        await write(reply, REPEATABLE)
        void setStatus(place, 'active')
      }
      if (reply.picture) await sendPicture(place, reply.picture)
    }

    return {
      get id() {
        return encodePost({ parts })
      },
      update: (reply) => {
        last = last.catch(() => {}).then(() => update(reply))
        return last
      },
    }
  }

  async function postPrivately(place: Place, reply: Reply, asked: IncomingMessage): Promise<PostedReply> {
    await privately.answer(place, asked.author.id, renderReply(reply), asked.id)
    if (reply.picture) await privately.picture(place.team, asked.author.id, (to) => sendPicture(to, reply.picture))
    return forOneReader(place, asked.author.id, asked.id)
  }

  /** What only one person sees cannot be edited: what it becomes is said below, what is on the way to it is not. */
  function forOneReader(place: Place, reader: string, asked: string | null): PostedReply {
    return {
      id: encodePost({ onlyFor: reader }),
      update: async (reply) => {
        if (!reply.unfinished) await privately.answer(place, reader, renderReply(reply), asked)
      },
    }
  }

  async function tryStream(
    place: Place,
    reply: Reply,
    asked: IncomingMessage | undefined,
  ): Promise<ReplyStream | null> {
    const isAnswer = reply.unfinished && !reply.buttons?.length && asked !== undefined && !('name' in asked)
    if (!isAnswer || place.thread === null || unstreamed.has(place.channel)) return null
    try {
      return await startStream(api, place, asked, reply)
    } catch (error) {
      if (error instanceof NotAllowedError) throw error
      logger.debug({ err: error, channel: place.channel }, 'Slack does not stream here; the answer is edited in')
      if (slackCode(error) !== null) unstreamed.add(place.channel)
      return null
    }
  }

  /** Shows Slack's own sign of work, with its Stop button; apps that are no agents have none. */
  async function setStatus({ channel, thread }: Place, status: 'processing' | 'active'): Promise<void> {
    if (thread === null) return
    await api
      .call(
        (client) => client.agents.sessions.setStatus({ channel_id: channel, thread_ts: thread, status }),
        DISPENSABLE,
      )
      .catch((error) => logger.debug({ err: error }, 'the status of the agent could not be shown'))
  }

  async function sendPicture(place: Place, picture: ReplyPicture | undefined): Promise<void> {
    if (!picture) return
    const { channel, thread } = place
    const to = thread === null ? { channel_id: channel } : { channel_id: channel, thread_ts: thread }
    await api.call(
      (client) =>
        client.filesUploadV2({
          ...to,
          file: Buffer.from(picture.png),
          filename: 'path.png',
          title: 'path.png',
          alt_text: picture.alt.slice(0, LIMITS.altCharacters),
        }),
      ONCE,
    )
  }

  /** Whoever asked should not wait for an answer that cannot be given there. */
  async function tell(place: Place, asked: IncomingMessage, error: NotAllowedError): Promise<void> {
    const reply: Reply = {
      text: `${error.message}\n${error.remedy}`,
      language: 'en',
      path: [],
      sources: [],
      note: null,
    }
    await privately
      .answer(place, asked.author.id, renderReply(reply), asked.id)
      .catch((failed) => logger.warn({ err: failed }, 'the person who asked could not be told why there is no answer'))
  }
}

function placeOf(conversation: string): Place {
  const place = decodeConversation(conversation)
  if (place) return place
  throw new UserError(`${conversation} is no conversation on Slack.`, 'Post to the platform that it came from.')
}

export const isDirect = ({ channel }: Pick<Place, 'channel'>) => channel.startsWith('D')
