/** From Bolt's events to the handlers: what is meant for us is completed, taken down, and only then acknowledged. */
import type { App, BlockAction, MessageShortcut, SlashCommand } from '@slack/bolt'
import { z } from 'zod'
import type { ChatHandlers, ChatPlatform, IncomingCommand, IncomingMessage, Taken } from '../../src/chat.ts'
import type { Logger } from '../../src/logger.ts'
import { ASK_ABOUT, askForm, readAskForm } from './ask-form.ts'
import { encodeConversation } from './conversation-id.ts'
import type { Directory } from './directory.ts'
import { home } from './home.ts'
import { createInOrder } from './in-order.ts'
import { type Bot, parseCommand, parseMessage, toPlainText } from './parse.ts'
import { FEEDBACK, pressedPost } from './post-id.ts'
import { isDirect } from './poster.ts'
import type { PrivateAnswers } from './private-answers.ts'
import type { Responses } from './responses.ts'
import { ONCE, type SlackApi } from './slack-api.ts'

export const COMMAND = '/repobrain'
/** A command's answer concerns whoever typed it, unless it changes something for the channel. */
const SEEN_BY_ALL = new Set(['ingest', 'use', 'review', 'digest', 'remember', 'forget'])

export interface ListenOptions {
  readonly app: App
  readonly api: SlackApi
  readonly bot: Bot
  readonly directory: Directory
  readonly responses: Responses
  readonly privately: PrivateAnswers
  readonly platform: ChatPlatform
  readonly handlers: ChatHandlers
  readonly logger: Logger
  /** Whether this process has taken the message down before: Slack tells of a mention twice. */
  isTaken(id: string): boolean
  /** `taken` is what becomes of the message. */
  onTaken(message: IncomingMessage, taken: Taken): void
}

/** Registers everything; the promise that each listener gives Bolt resolves when the work has been taken down. */
export function listen(options: ListenOptions): void {
  const { app, api, bot, directory, responses, privately, platform, handlers, logger, isTaken, onTaken } = options
  const inOrder = createInOrder()
  const workspace = `slack:${bot.team}`

  app.event('message', ({ event }) => onMessage(event))
  app.event('app_mention', ({ event }) => onMessage(event))
  app.event('agent_session_stopped', ({ event }) =>
    handlers.onStop(encodeConversation({ team: bot.team, channel: event.channel, thread: event.thread_ts })),
  )
  app.event('app_home_opened', async ({ event }) => {
    await home({ api, handlers, workspace, author: await directory.author(event.user), event })
  })
  app.command(COMMAND, async ({ ack, command }) => {
    await onCommand(command)
    await ack()
  })
  app.action({ type: 'block_actions' }, async ({ ack, body }) => {
    await onAction(body)
    await ack()
  })
  app.shortcut({ callback_id: ASK_ABOUT, type: 'message_action' }, async ({ ack, shortcut }) => {
    await onShortcut(shortcut)
    await ack()
  })
  app.view(ASK_ABOUT, async ({ ack, body, view }) => {
    await onForm(body.user.id, view)
    await ack()
  })

  async function onMessage(event: unknown): Promise<void> {
    const said = parseMessage(event, bot)
    if (said === null) return
    const { channel, ts, thread, addressed } = said
    const wantsRoot = addressed === 'directly' && thread !== ts
    await take({ id: `${channel}:${ts}`, channel, thread }, async () => {
      const [author, isPrivate, text, root] = await Promise.all([
        directory.author(said.user),
        said.isPrivate ?? directory.isPrivate(channel),
        plain(said.text),
        wantsRoot ? directory.rootText(channel, thread) : null,
      ])
      const about = root === null ? null : await plain(root)
      return { author, isPrivate, text, about, addressed, audience: 'everyone' }
    })
  }

  async function onCommand(command: SlashCommand): Promise<void> {
    const { channel_id: channel, trigger_id: id } = command
    const { name, text } = parseCommand(command.text ?? '')
    responses.remember(id, command.response_url)
    await takeCommand({ id, channel, thread: null }, async () => {
      const [author, isPrivate, typed] = await Promise.all([
        directory.author(command.user_id),
        isPrivateChannel(channel, command.channel_name),
        plain(text),
      ])
      const audience = SEEN_BY_ALL.has(name) ? 'everyone' : 'author'
      return { author, isPrivate, text: typed, about: null, addressed: 'directly', audience, name, pressedOn: null }
    })
  }

  async function onAction(body: BlockAction): Promise<void> {
    const pressed = pressedAction.safeParse(body.actions[0])
    if (!pressed.success) return
    const { action_id, block_id, value } = pressed.data
    const { message_ts: ts = null, thread_ts, is_ephemeral: isEphemeral = false } = pressedIn.parse(body.container)
    const { name, text } = action_id === FEEDBACK ? { name: FEEDBACK, text: value } : parseCommand(value)
    const channel = body.channel?.id ?? (await privately.direct(bot.team, body.user.id)).channel
    // What only one person sees hangs on no message of the channel.
    const thread = thread_ts ?? body.message?.thread_ts ?? (isEphemeral ? null : ts)
    const id = body.trigger_id
    if (body.response_url) responses.remember(id, body.response_url)
    await takeCommand({ id, channel, thread }, async () => {
      const [author, isPrivate] = await Promise.all([
        directory.author(body.user.id),
        isPrivateChannel(channel, body.channel?.name ?? ''),
      ])
      const pressedOn = ts === null || isEphemeral ? null : pressedPost(block_id, ts)
      const audience = isEphemeral ? 'author' : 'everyone'
      return { author, isPrivate, text, about: null, addressed: 'directly', audience, name, pressedOn }
    })
  }

  async function onShortcut(shortcut: MessageShortcut): Promise<void> {
    const { message, channel, message_ts: ts } = shortcut
    const about = await plain(message.text ?? '')
    const thread = typeof message.thread_ts === 'string' ? message.thread_ts : ts
    const view = askForm({ channel: channel.id, thread, about })
    await api.call((client) => client.views.open({ trigger_id: shortcut.trigger_id, view }), ONCE)
  }

  async function onForm(user: string, view: FilledForm): Promise<void> {
    const form = readAskForm(view)
    if (form === null) return
    const { channel, thread, about, question } = form
    await take({ id: view.id, channel, thread }, async () => {
      const [author, isPrivate] = await Promise.all([directory.author(user), isPrivateChannel(channel, '')])
      return { author, isPrivate, text: question, about, addressed: 'directly', audience: 'everyone' }
    })
  }

  /** Slack calls private channels and group messages by names of its own in commands. */
  const isPrivateChannel = async (channel: string, name: string) =>
    isDirect({ channel }) || name === 'privategroup' || name.startsWith('mpdm-') || directory.isPrivate(channel)

  const plain = (text: string) => toPlainText(text, async (user) => (await directory.author(user)).name)

  /** In the order of arrival within a conversation, although what is looked up for one may take longer than for the next. */
  async function take(at: Arrival, complete: () => Promise<Completed<IncomingMessage>>): Promise<void> {
    await inTurn(at, async (known) => {
      const message = { ...known, ...(await complete()) }
      onTaken(message, await handlers.onMessage(message, platform))
    })
  }

  async function takeCommand(at: Arrival, complete: () => Promise<Completed<IncomingCommand>>): Promise<void> {
    await inTurn(at, async (known) => {
      const command = { ...known, ...(await complete()) }
      onTaken(command, await handlers.onCommand(command, platform))
    })
  }

  async function inTurn({ id, channel, thread }: Arrival, work: (known: Known) => Promise<void>): Promise<void> {
    const conversation = encodeConversation({ team: bot.team, channel, thread })
    await inOrder(conversation, async () => {
      if (!isTaken(id)) await work({ id, workspace, channel, conversation })
    })
  }

  app.error(async (error) => {
    logger.debug({ err: error }, 'a listener failed')
    // Bolt would swallow it; the receiver has to know that nothing was taken down.
    throw error
  })
}

const pressedAction = z.object({ action_id: z.string(), block_id: z.string(), value: z.string() })
const pressedIn = z.object({
  message_ts: z.string().optional(),
  thread_ts: z.string().optional(),
  is_ephemeral: z.boolean().optional(),
})

interface Arrival {
  readonly id: string
  readonly channel: string
  readonly thread: string | null
}
type Known = Pick<IncomingMessage, 'id' | 'workspace' | 'channel' | 'conversation'>
type Completed<Incoming> = Omit<Incoming, keyof Known>

interface FilledForm {
  readonly id: string
  readonly private_metadata: string
  readonly state: unknown
}
