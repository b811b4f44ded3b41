import { randomUUID } from 'node:crypto'
import type { Deliverer, Delivery } from './deliver.ts'
import { directChannel } from './methods.ts'
import type { ResponseUrls } from './response-urls.ts'
import { pingsIn, showMessage, showView } from './view.ts'
import { APP_ID, BOT_ID, BOT_USER, type Channel, type FakeMessage, type FakeWorld, TEAM } from './world.ts'

/** What people do, and what they see. People and channels are named by their ids. */
export interface PeopleActions {
  person(name: string, as?: { readonly isAdmin?: boolean; readonly isBot?: boolean }): string
  channel(name: string, as?: Partial<Pick<Channel, 'kind' | 'hasBot' | 'archived'>>): string
  /** The person's direct messages with the bot. */
  direct(person: string): string
  /** Markup is as Slack writes it: `<@U…>`, `<url|label>`, `&amp;`. The event's other fields can be set or overridden by `event`. */
  says(
    person: string,
    channel: string,
    text: string,
    how?: { readonly thread?: string; readonly event?: Readonly<Record<string, unknown>> },
  ): Promise<{ readonly ts: string; readonly deliveries: readonly Delivery[] }>
  /** Said when the bot was not there: it hears nothing of it. Returns its time stamp. */
  saidBefore(person: string, channel: string, text: string): string
  /** Any other event. */
  event(event: Readonly<Record<string, unknown>>): Promise<Delivery>
  command(person: string, channel: string, text: string): Promise<Delivery>
  /** The newest button with that label, or whose value starts with it, that the person can see. */
  presses(person: string, channel: string, label: string): Promise<Delivery>
  pressesAtHome(person: string, label: string): Promise<Delivery>
  opensHome(person: string): Promise<Delivery>
  /** A new conversation with the bot, in its messages tab. */
  opensMessages(person: string): Promise<Delivery>
  stops(person: string, channel: string, thread: string): Promise<Delivery>
  /** The message shortcut with this callback id; then `submits` fills the form that it opened. */
  usesShortcut(person: string, channel: string, ts: string, callbackId: string): Promise<Delivery>
  submits(person: string, values: Readonly<Record<string, string>>): Promise<Delivery>
  /** One thread, or what is said in the channel itself; with what only `viewer` can see. */
  seen(channel: string, where?: { readonly thread?: string; readonly viewer?: string }): string
  home(person: string): string
  prompts(channel: string): readonly string[]
  /** Status of the agent in a thread. */
  session(channel: string, thread: string): string | null
  /** Everyone whom the bot's messages called. */
  pings(): readonly string[]
  archive(channel: string): void
  removeBot(channel: string): void
}

export function createPeople(world: FakeWorld, deliverer: Deliverer, responseUrls: ResponseUrls): PeopleActions {
  const event: PeopleActions['event'] = (one) =>
    deliverer.deliver('events_api', {
      type: 'event_callback',
      token: '',
      team_id: TEAM,
      api_app_id: APP_ID,
      event_id: `Ev${randomUUID()}`,
      event_time: Math.floor(Date.now() / 1_000),
      authorizations: [
        { team_id: TEAM, user_id: BOT_USER, is_bot: true, is_enterprise_install: false, enterprise_id: null },
      ],
      event: one,
    })
  const channelOf = (id: string): Channel => {
    const channel = world.channels.get(id)
    if (!channel) throw new Error(`There is no channel ${id}.`)
    return channel
  }
  const nameOf = (channel: Channel) =>
    channel.kind === 'im' ? 'directmessage' : channel.kind === 'private' ? 'privategroup' : channel.name
  const visible = (channel: string, viewer: string | undefined) => (message: FakeMessage) =>
    message.channel === channel && (message.onlyFor === null || message.onlyFor === viewer)
  const interaction = (person: string, more: Readonly<Record<string, unknown>>) =>
    deliverer.deliver('interactive', {
      team: { id: TEAM, domain: 'acme' },
      user: { id: person, team_id: TEAM, username: world.people.get(person)?.name },
      api_app_id: APP_ID,
      token: '',
      trigger_id: `trigger-${randomUUID()}`,
      ...more,
    })

  return {
    person: (name, as = {}) => {
      const id = `U${name.toUpperCase().replace(/\W/g, '')}`
      world.people.set(id, { id, name, isAdmin: as.isAdmin ?? false, isBot: as.isBot ?? false })
      return id
    },
    channel: (name, as = {}) => {
      const id = `C${name.toUpperCase().replace(/\W/g, '')}`
      world.channels.set(id, { id, name, kind: 'public', hasBot: true, archived: false, ...as })
      return id
    },
    direct: (person) => {
      const id = directChannel(person)
      if (!world.channels.has(id))
        world.channels.set(id, { id, name: person, kind: 'im', hasBot: true, archived: false })
      return id
    },
    says: async (person, channel, text, how = {}) => {
      const { kind } = channelOf(channel)
      const said = world.add({ channel, user: person, thread: how.thread ?? null, text })
      const common = {
        user: person,
        text,
        ts: said.ts,
        channel,
        team: TEAM,
        event_ts: said.ts,
        client_msg_id: randomUUID(),
        ...(how.thread === undefined ? {} : { thread_ts: how.thread }),
        ...how.event,
      }
      const type = { public: 'channel', private: 'group', im: 'im' }[kind]
      const mentions = kind !== 'im' && text.includes(`<@${BOT_USER}>`)
      const deliveries = [
        ...(mentions ? [await event({ ...common, type: 'app_mention' })] : []),
        await event({ ...common, type: 'message', channel_type: type }),
      ]
      return { ts: said.ts, deliveries }
    },
    saidBefore: (person, channel, text) => world.add({ channel: channelOf(channel).id, user: person, text }).ts,
    event,
    command: (person, channel, text) =>
      deliverer.deliver('slash_commands', {
        token: '',
        team_id: TEAM,
        team_domain: 'acme',
        channel_id: channel,
        channel_name: nameOf(channelOf(channel)),
        user_id: person,
        user_name: world.people.get(person)?.name.toLowerCase() ?? person,
        command: '/repobrain',
        text,
        api_app_id: APP_ID,
        is_enterprise_install: 'false',
        response_url: responseUrls.create(channel, person),
        trigger_id: `trigger-${randomUUID()}`,
      }),
    presses: (person, channel, label) => {
      for (const message of world.messages.filter(visible(channel, person)).toReversed()) {
        const action = message.blocks
          .flatMap((block) => actionsOf(block))
          .find((one) => one.label === label || one.value.startsWith(label))
        if (!action) continue
        const ephemeral = message.onlyFor !== null
        return interaction(person, {
          type: 'block_actions',
          container: {
            type: 'message',
            message_ts: message.ts,
            channel_id: channel,
            is_ephemeral: ephemeral,
            ...(message.thread === null ? {} : { thread_ts: message.thread }),
          },
          channel: { id: channel, name: nameOf(channelOf(channel)) },
          ...(ephemeral
            ? {}
            : {
                message: {
                  type: 'message',
                  user: BOT_USER,
                  bot_id: BOT_ID,
                  ts: message.ts,
                  text: message.text,
                  ...(message.thread === null ? {} : { thread_ts: message.thread }),
                },
              }),
          response_url: responseUrls.create(channel, person),
          actions: [{ ...action.payload, action_ts: world.nextTs() }],
        })
      }
      throw new Error(`Nobody can press ${label}.`)
    },
    pressesAtHome: (person, label) => {
      const view = world.homes.get(person)
      const action = view?.blocks.flatMap((block) => actionsOf(block)).find((one) => one.label === label)
      if (!action) throw new Error(`There is no ${label} at home.`)
      return interaction(person, {
        type: 'block_actions',
        container: { type: 'view', view_id: `V${person}` },
        view: { id: `V${person}`, type: 'home' },
        actions: [{ ...action.payload, action_ts: world.nextTs() }],
      })
    },
    opensHome: (person) =>
      event({
        type: 'app_home_opened',
        user: person,
        channel: directChannel(person),
        tab: 'home',
        event_ts: world.nextTs(),
      }),
    opensMessages: (person) =>
      event({
        type: 'app_home_opened',
        user: person,
        channel: directChannel(person),
        tab: 'messages',
        event_ts: world.nextTs(),
      }),
    stops: (person, channel, thread) => {
      const streams = world.messages.filter((message) => message.thread === thread && message.streaming)
      for (const message of streams) message.streaming = false
      return event({
        type: 'agent_session_stopped',
        channel,
        user: person,
        thread_ts: thread,
        streaming_message_ts: streams.map((message) => message.ts),
        event_ts: world.nextTs(),
      })
    },
    usesShortcut: (person, channel, ts, callbackId) => {
      const message = world.find(channel, ts)
      if (!message) throw new Error(`There is no message ${ts}.`)
      return interaction(person, {
        type: 'message_action',
        callback_id: callbackId,
        channel: { id: channel, name: nameOf(channelOf(channel)) },
        message_ts: ts,
        message: {
          type: 'message',
          user: message.user,
          text: message.text,
          ts,
          ...(message.thread === null ? {} : { thread_ts: message.thread }),
        },
        response_url: responseUrls.create(channel, person),
        action_ts: world.nextTs(),
      })
    },
    submits: (person, values) => {
      const [id, open] = [...world.views].at(-1) ?? []
      if (open?.view.type !== 'modal') throw new Error('No form is open.')
      const state = open.view.blocks.flatMap((block) =>
        block.type === 'input'
          ? [
              [
                block.block_id,
                { [block.element.action_id]: { type: 'plain_text_input', value: values[block.block_id] ?? null } },
              ],
            ]
          : [],
      )
      return interaction(person, {
        type: 'view_submission',
        response_urls: [],
        view: {
          id,
          type: 'modal',
          callback_id: open.view.callback_id,
          private_metadata: open.view.private_metadata ?? '',
          state: { values: Object.fromEntries(state) },
        },
      })
    },
    seen: (channel, { thread, viewer } = {}) =>
      world.messages
        .filter(visible(channel, viewer))
        .filter((message) =>
          thread === undefined ? message.thread === null : message.thread === thread || message.ts === thread,
        )
        .map((message) => showMessage(message, world))
        .join('\n\n'),
    home: (person) => {
      const view = world.homes.get(person)
      return view ? showView(view) : ''
    },
    prompts: (channel) => (world.prompts.get(channel) ?? []).map((prompt) => prompt.message),
    session: (channel, thread) => world.sessions.get(`${channel}/${thread}`) ?? null,
    pings: () => world.messages.filter((message) => message.user === BOT_USER).flatMap(pingsIn),
    archive: (channel) => {
      channelOf(channel).archived = true
    },
    removeBot: (channel) => {
      channelOf(channel).hasBot = false
    },
  }
}

interface Action {
  readonly label: string
  readonly value: string
  readonly payload: Readonly<Record<string, unknown>>
}

function actionsOf(block: FakeMessage['blocks'][number]): Action[] {
  if (block.type === 'actions') {
    return block.elements.map((element) => ({
      label: element.text.text,
      value: element.value ?? '',
      payload: {
        type: 'button',
        action_id: element.action_id,
        block_id: block.block_id ?? 'b',
        value: element.value,
        text: element.text,
      },
    }))
  }
  if (block.type !== 'context_actions') return []
  return block.elements.flatMap((element) =>
    [element.positive_button, element.negative_button].map((button) => ({
      label: button.text.text,
      value: button.value,
      payload: {
        type: 'feedback_buttons',
        action_id: element.action_id,
        block_id: block.block_id ?? 'b',
        value: button.value,
        text: button.text,
      },
    })),
  )
}
