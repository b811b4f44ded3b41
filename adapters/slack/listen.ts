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
import { pressedPost } from './post-id.ts'
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
  const { app, api, bot, directory, responses, privately, platform, handlers, logger } = options
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
    const { channel, ts, thread } = said
    const conversation = encodeConversation({ team: bot.team, channel, thread })
    await inOrder(conversation, async () => {
      if (options.isTaken(`${channel}:${ts}`)) return
      const wantsRoot = said.addressed === 'directly' && thread !== ts
      const [author, isPrivate, text, about] = await Promise.all([
        directory.author(said.user),
        said.isPrivate ?? directory.isPrivate(channel),
        plain(said.text),
        wantsRoot ? directory.rootText(channel, thread).then((root) => (root === null ? null : plain(root))) : null,
      ])
      await take({
        id: `${channel}:${ts}`,
        workspace,
        channel,
        conversation,
        isPrivate,
        author,
        text,
        addressed: said.addressed,
        about,
        audience: 'everyone',
      })
    })
  }

  async function onCommand(command: SlashCommand): Promise<void> {
    const { channel_id: channel, channel_name, user_id, trigger_id } = command
    const { name, text } = parseCommand(command.text ?? '')
    const conversation = encodeConversation({ team: bot.team, channel, thread: null })
    responses.remember(trigger_id, command.response_url)
    const incoming = {
      id: trigger_id,
      workspace,
      channel,
      conversation,
      isPrivate: isDirect({ channel }) || channel_name === 'privategroup' || channel_name.startsWith('mpdm-'),
      author: await directory.author(user_id),
      text: await plain(text),
      addressed: 'directly',
      about: null,
      audience: SEEN_BY_ALL.has(name) ? 'everyone' : 'author',
      name,
      pressedOn: null,
    } as const
    await inOrder(conversation, () => takeCommand(incoming))
  }

  async function onAction(body: BlockAction): Promise<void> {
    const [action] = body.actions
    const pressed = pressedAction.safeParse(action)
    if (!pressed.success) return
    const { action_id, block_id, value } = pressed.data
    const container = body.container as { message_ts?: string; thread_ts?: string; is_ephemeral?: boolean }
    const isFeedback = action_id === 'feedback'
    const { name, text } = isFeedback ? { name: 'feedback', text: value } : parseCommand(value)
    const channel = body.channel?.id ?? (await privately.direct(bot.team, body.user.id)).channel
    const ts = container.message_ts
    const isEphemeral = container.is_ephemeral === true
    const thread = container.thread_ts ?? body.message?.thread_ts ?? (isEphemeral ? null : (ts ?? null))
    const conversation = encodeConversation({ team: bot.team, channel, thread })
    const id = body.trigger_id
    if (body.response_url) responses.remember(id, body.response_url)
    const channelName = body.channel?.name ?? ''
    const incoming = {
      id,
      workspace,
      channel,
      conversation,
      isPrivate: isDirect({ channel }) || channelName === 'privategroup' || (await directory.isPrivate(channel)),
      author: await directory.author(body.user.id),
      text,
      addressed: 'directly',
      about: null,
      audience: isEphemeral ? 'author' : 'everyone',
      name,
      pressedOn: ts === undefined || isEphemeral ? null : pressedPost(block_id, ts),
    } as const
    await inOrder(conversation, () => takeCommand(incoming))
  }

  async function onShortcut(shortcut: MessageShortcut): Promise<void> {
    const { message, channel, message_ts: ts } = shortcut
    const about = await plain(message.text ?? '')
    const thread = typeof message.thread_ts === 'string' ? message.thread_ts : ts
    const view = askForm({ channel: channel.id, thread, about })
    await api.call((client) => client.views.open({ trigger_id: shortcut.trigger_id, view }), ONCE)
  }

  async function onForm(
    user: string,
    view: { readonly id: string; private_metadata: string; state: unknown },
  ): Promise<void> {
    const form = readAskForm(view)
    if (form === null) return
    const { channel, thread, about, question } = form
    const conversation = encodeConversation({ team: bot.team, channel, thread })
    const [author, isPrivate] = await Promise.all([directory.author(user), directory.isPrivate(channel)])
    await inOrder(conversation, () =>
      take({
        id: view.id,
        workspace,
        channel,
        conversation,
        isPrivate,
        author,
        text: question,
        addressed: 'directly',
        about,
        audience: 'everyone',
      }),
    )
  }

  const plain = (text: string) => toPlainText(text, async (user) => (await directory.author(user)).name)

  async function take(message: IncomingMessage): Promise<void> {
    if (!options.isTaken(message.id)) options.onTaken(message, await handlers.onMessage(message, platform))
  }

  async function takeCommand(command: IncomingCommand): Promise<void> {
    if (!options.isTaken(command.id)) options.onTaken(command, await handlers.onCommand(command, platform))
  }

  app.error(async (error) => {
    logger.debug({ err: error }, 'a listener failed')
    // Bolt would swallow it; the receiver has to know that nothing was taken down.
    throw error
  })
}

const pressedAction = z.object({ action_id: z.string(), block_id: z.string(), value: z.string() })
