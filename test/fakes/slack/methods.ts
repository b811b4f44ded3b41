/** What Slack's Web API does, for the methods that the adapter uses, with Slack's own error codes. */
import type { z } from 'zod'
import type { ARGUMENTS, Method } from './arguments.ts'
import { charactersOf, type FakeBlock, markdownOf } from './blocks.ts'
import { SLACK } from './limits.ts'
import { APP_ID, BOT_ID, BOT_USER, type FakeMessage, type FakeWorld, TEAM } from './world.ts'

export type Result = Readonly<Record<string, unknown>>
type Args<Name extends Method> = z.output<(typeof ARGUMENTS)[Name]>

/** Answered as `{ ok: false, error }`. */
export class SlackRefusal extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

export interface MethodContext {
  readonly world: FakeWorld
  /** Address for the next Socket Mode connection. */
  socketUrl(): string
  uploadUrl(file: string): string
}

type Methods = { readonly [Name in Method]: (args: Args<Name>, context: MethodContext) => Result }

export const METHODS: Methods = {
  'auth.test': () => ({
    url: 'https://acme.slack.com/',
    team: 'Acme',
    user: 'repobrain',
    team_id: TEAM,
    user_id: BOT_USER,
    bot_id: BOT_ID,
  }),
  'apps.connections.open': (_, { socketUrl }) => ({ url: socketUrl() }),
  'users.info': ({ user }, { world }) => {
    const person = world.people.get(user)
    if (!person) throw new SlackRefusal('user_not_found')
    return {
      user: {
        id: person.id,
        team_id: TEAM,
        name: person.name.toLowerCase(),
        real_name: person.name,
        profile: { display_name: person.name, real_name: person.name },
        is_bot: person.isBot,
        is_admin: person.isAdmin,
        is_owner: false,
        deleted: false,
      },
    }
  },
  'conversations.info': ({ channel }, { world }) => {
    const found = world.channels.get(channel)
    if (!found) throw new SlackRefusal('channel_not_found')
    return {
      channel: {
        id: channel,
        name: found.name,
        is_im: found.kind === 'im',
        is_mpim: false,
        is_private: found.kind === 'private',
        is_archived: found.archived,
      },
    }
  },
  'conversations.open': ({ users }, { world }) => {
    if (!world.people.has(users)) throw new SlackRefusal('user_not_found')
    const id = directChannel(users)
    if (!world.channels.has(id)) world.channels.set(id, { id, name: users, kind: 'im', hasBot: true, archived: false })
    return { channel: { id } }
  },
  'conversations.replies': ({ channel, ts, limit = 100, cursor }, { world }) => {
    readable(world, channel)
    const thread = world.messages.filter(
      (one) => one.channel === channel && one.onlyFor === null && (one.ts === ts || one.thread === ts),
    )
    if (thread.length === 0) throw new SlackRefusal('thread_not_found')
    const from = Number(cursor ?? 0)
    const more = from + limit < thread.length
    return {
      messages: thread.slice(from, from + limit).map(toMessage),
      has_more: more,
      response_metadata: { next_cursor: more ? String(from + limit) : '' },
    }
  },
  'conversations.history': ({ channel, limit = 100 }, { world }) => {
    readable(world, channel)
    const top = world.messages.filter((one) => one.channel === channel && one.onlyFor === null && one.thread === null)
    return { messages: top.toReversed().slice(0, limit).map(toMessage), has_more: top.length > limit }
  },
  'chat.postMessage': ({ channel, text, blocks, thread_ts, metadata }, { world }) => {
    writable(world, channel)
    const checked = check(blocks as FakeBlock[])
    if (text.length > SLACK.postText) throw new SlackRefusal('msg_too_long')
    if (thread_ts !== undefined && !world.find(channel, thread_ts)) throw new SlackRefusal('thread_not_found')
    const added = world.add({
      channel,
      user: BOT_USER,
      thread: thread_ts ?? null,
      text,
      blocks: checked,
      metadata: metadata ?? null,
    })
    return { channel, ts: added.ts, message: toMessage(added) }
  },
  'chat.postEphemeral': ({ channel, user, text, blocks, thread_ts }, { world }) => {
    writable(world, channel)
    if (!world.people.has(user)) throw new SlackRefusal('user_not_in_channel')
    const added = world.add({
      channel,
      user: BOT_USER,
      thread: thread_ts ?? null,
      text,
      blocks: check(blocks as FakeBlock[]),
      onlyFor: user,
    })
    return { message_ts: added.ts }
  },
  'chat.update': ({ channel, ts, text, blocks }, { world }) => {
    writable(world, channel)
    const message = own(world, channel, ts)
    if (message.streaming) throw new SlackRefusal('streaming_state_conflict')
    if (Buffer.byteLength(text) > SLACK.updateTextBytes) throw new SlackRefusal('msg_too_long')
    message.blocks = check(blocks as FakeBlock[])
    message.text = text
    message.streamed = ''
    message.tasks.clear()
    return { channel, ts, text }
  },
  'chat.delete': ({ channel, ts }, { world }) => {
    const message = own(world, channel, ts)
    world.messages.splice(world.messages.indexOf(message), 1)
    return { channel, ts }
  },
  'chat.startStream': ({ channel, thread_ts, chunks, recipient_team_id, recipient_user_id }, { world }) => {
    const place = writable(world, channel)
    if (!world.find(channel, thread_ts)) throw new SlackRefusal('invalid_thread_ts')
    if (place.kind !== 'im' && !recipient_team_id) throw new SlackRefusal('missing_recipient_team_id')
    if (place.kind !== 'im' && !recipient_user_id) throw new SlackRefusal('missing_recipient_user_id')
    const added = world.add({ channel, user: BOT_USER, thread: thread_ts, streaming: true })
    append(added, chunks ?? [])
    return { channel, ts: added.ts }
  },
  'chat.appendStream': ({ channel, ts, chunks }, { world }) => {
    writable(world, channel)
    append(streaming(world, channel, ts), chunks)
    return { channel, ts }
  },
  'chat.stopStream': ({ channel, ts, chunks, blocks, session_status }, { world }) => {
    writable(world, channel)
    const message = streaming(world, channel, ts)
    if (blocks) message.blocks = check(blocks as FakeBlock[])
    append(message, chunks ?? [])
    message.streaming = false
    if (session_status) world.sessions.set(`${channel}/${message.thread}`, session_status)
    return { channel, ts }
  },
  'agents.sessions.setStatus': ({ channel_id, thread_ts, status }, { world }) => {
    writable(world, channel_id)
    world.sessions.set(`${channel_id}/${thread_ts}`, status)
    return { status }
  },
  'assistant.threads.setSuggestedPrompts': ({ channel_id, prompts }, { world }) => {
    writable(world, channel_id)
    world.prompts.set(channel_id, prompts)
    return {}
  },
  'views.publish': ({ user_id, view }, { world }) => {
    if (view.type !== 'home') throw new SlackRefusal('invalid_arguments')
    world.homes.set(user_id, view)
    return { view: { id: `V${user_id}` } }
  },
  'views.open': ({ trigger_id, view }, { world }) => {
    if (view.type !== 'modal') throw new SlackRefusal('invalid_arguments')
    if ([...world.views.values()].some((open) => open.trigger === trigger_id))
      throw new SlackRefusal('exchanged_trigger_id')
    const id = `V${world.views.size + 1}`
    world.views.set(id, { trigger: trigger_id, view })
    return { view: { id } }
  },
  'files.getUploadURLExternal': ({ length, alt_text }, { world, uploadUrl }) => {
    const id = `F${world.files.size + 1}`
    world.files.set(id, { alt: alt_text ?? '', bytes: length, uploaded: false })
    return { file_id: id, upload_url: uploadUrl(id) }
  },
  'files.completeUploadExternal': ({ files: [{ id }], ...to }, { world }) => {
    const file = world.files.get(id)
    if (!file?.uploaded) throw new SlackRefusal('file_not_found')
    if ('channel_id' in to) {
      writable(world, to.channel_id)
      world.add({
        channel: to.channel_id,
        user: BOT_USER,
        thread: 'thread_ts' in to ? to.thread_ts : null,
        picture: file.alt,
      })
    }
    return { files: [{ id }] }
  },
}

export const directChannel = (user: string) => `D${user}`

function readable(world: FakeWorld, channel: string) {
  const found = world.channels.get(channel)
  if (!found) throw new SlackRefusal('channel_not_found')
  if (!found.hasBot) throw new SlackRefusal('not_in_channel')
  return found
}

function writable(world: FakeWorld, channel: string) {
  const found = readable(world, channel)
  if (found.archived) throw new SlackRefusal('is_archived')
  return found
}

function own(world: FakeWorld, channel: string, ts: string): FakeMessage {
  const message = world.find(channel, ts)
  if (!message || message.onlyFor !== null) throw new SlackRefusal('message_not_found')
  if (message.user !== BOT_USER) throw new SlackRefusal('cant_update_message')
  return message
}

function streaming(world: FakeWorld, channel: string, ts: string): FakeMessage {
  const message = own(world, channel, ts)
  if (!message.streaming) throw new SlackRefusal('message_not_in_streaming_state')
  return message
}

function append(message: FakeMessage, chunks: NonNullable<Args<'chat.startStream'>['chunks']>): void {
  for (const chunk of chunks) {
    if (chunk.type === 'markdown_text') message.streamed += chunk.text
    else message.tasks.set(chunk.id, { title: chunk.title, status: chunk.status })
  }
  if (message.streamed.length > SLACK.markdownCharacters) throw new SlackRefusal('msg_too_long')
}

function check(blocks: FakeBlock[]): FakeBlock[] {
  if (markdownOf(blocks) > SLACK.markdownCharacters) throw new SlackRefusal('invalid_blocks')
  if (charactersOf(blocks) > SLACK.blockCharacters) throw new SlackRefusal('msg_blocks_too_long')
  return blocks
}

function toMessage(message: FakeMessage): Result {
  const isBot = message.user === BOT_USER
  return {
    type: 'message',
    ts: message.ts,
    user: message.user,
    text: message.text,
    ...(message.thread === null ? {} : { thread_ts: message.thread }),
    ...(isBot ? { bot_id: BOT_ID, app_id: APP_ID, blocks: message.blocks } : {}),
    ...(message.metadata === null ? {} : { metadata: message.metadata }),
  }
}
