/** From what people do in Slack to what the handlers get. */
import { expect, it } from 'vitest'
import { type IncomingCommand, type IncomingMessage, textReply } from '../../../src/chat.ts'
import { handlersThat } from '../../fixtures/handlers-that.ts'
import { startSlack, until } from './start-slack.ts'

function listening() {
  const messages: IncomingMessage[] = []
  const commands: IncomingCommand[] = []
  const handlers = handlersThat({
    onMessage: (message) => void messages.push(message),
    onCommand: (command) => void commands.push(command),
  })
  return { messages, commands, handlers }
}

it('a mention, which Slack tells twice, is one question, with who asks and where', async () => {
  const { messages, handlers } = listening()
  const { slack, general } = await startSlack(handlers)
  const boss = slack.person('Boss', { isAdmin: true })
  const { ts, deliveries } = await slack.says(boss, general, `<@${slack.bot}> is a &lt; b?`)
  await until(() => deliveries.every(({ ackedAt }) => ackedAt !== null))
  expect(deliveries).toHaveLength(2)
  expect(messages).toEqual([
    {
      id: `${general}:${ts}`,
      workspace: `slack:${slack.team}`,
      channel: general,
      conversation: `slack:${slack.team}:${general}:${ts}`,
      isPrivate: false,
      author: { id: boss, name: 'Boss', isBot: false, isAdmin: true },
      text: 'is a < b?',
      addressed: 'directly',
      about: null,
      audience: 'everyone',
    },
  ])
})

it('a mention in a thread brings what the thread hangs on; a follow-up is said to the same conversation', async () => {
  const { messages, handlers } = listening()
  const { slack, ada, general } = await startSlack(handlers)
  const root = slack.saidBefore(ada, general, 'make_response &amp; friends are odd')
  await slack.says(ada, general, `<@${slack.bot}> why?`, { thread: root })
  await slack.says(ada, general, 'and who?', { thread: root })
  await until(() => messages.length === 2)
  expect(messages[0]).toMatchObject({ about: 'make_response & friends are odd', addressed: 'directly' })
  expect(messages[1]).toMatchObject({ text: 'and who?', about: null, addressed: 'thread' })
  expect(messages[1]?.conversation).toBe(messages[0]?.conversation)
})

it('private channels and direct messages are said to be private', async () => {
  const { messages, handlers } = listening()
  const { slack, ada } = await startSlack(handlers)
  const secret = slack.channel('secret', { kind: 'private' })
  await slack.event({
    type: 'app_mention',
    channel: secret,
    user: ada,
    ts: '1700000000.000100',
    text: `<@${slack.bot}> why?`,
  })
  await slack.says(ada, slack.direct(ada), 'why?')
  await until(() => messages.length === 2)
  expect(messages.map(({ isPrivate, addressed }) => [isPrivate, addressed])).toEqual([
    [true, 'directly'],
    [true, 'directly'],
  ])
})

it('a channel that Slack tells nothing about counts as private', async () => {
  const { messages, handlers } = listening()
  const { slack, ada, general } = await startSlack(handlers)
  slack.refuse('missing_scope', { method: 'conversations.info' })
  await slack.event({
    type: 'app_mention',
    channel: general,
    user: ada,
    ts: '1700000000.000100',
    text: `<@${slack.bot}> why?`,
  })
  await until(() => messages.length === 1)
  expect(messages[0]?.isPrivate).toBe(true)
})

it('A4: other bots and its own posts are not heard, however often they come', async () => {
  const { messages, handlers } = listening()
  const { slack, ada, general } = await startSlack(handlers)
  for (let count = 0; count < 5; count += 1) {
    await slack.says(ada, general, `Deploy note: <@${slack.bot}>/core bumped`, {
      event: { bot_id: 'BINC', app_id: 'AX' },
    })
  }
  await slack.event({
    type: 'message',
    channel: general,
    channel_type: 'channel',
    user: slack.bot,
    ts: '1700000000.000100',
    text: `<@${slack.bot}> me`,
  })
  await slack.says(ada, general, `<@${slack.bot}> a real question`)
  await until(() => slack.deliveries.every(({ ackedAt }) => ackedAt !== null))
  expect(messages.map(({ text }) => text)).toEqual(['a real question'])
})

it('is acknowledged when it has been taken down, not before', async () => {
  let take = () => {}
  const taken = new Promise<void>((resolve) => {
    take = resolve
  })
  const { slack, ada } = await startSlack({
    ...handlersThat(),
    onMessage: async () => {
      await taken
      return { done: Promise.resolve() }
    },
  })
  const { deliveries } = await slack.says(ada, slack.direct(ada), 'why?')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(deliveries[0]?.ackedAt).toBeNull()
  take()
  await until(() => deliveries[0]?.ackedAt !== null)
})

it('what could not be taken down is not acknowledged, comes again, and is then heard', async () => {
  let attempts = 0
  const { slack, ada } = await startSlack(
    {
      ...handlersThat(),
      onMessage: async () => {
        attempts += 1
        if (attempts === 1) throw new Error('the disk is full')
        return { done: Promise.resolve() }
      },
    },
    { retryAfterMs: 200 },
  )
  const { deliveries } = await slack.says(ada, slack.direct(ada), 'why?')
  await until(() => deliveries[0]?.ackedAt !== null)
  expect([attempts, deliveries[0]?.sentAt.length]).toEqual([2, 2])
})

it('a verb that changes nothing is asked in private, one for the channel in the open', async () => {
  const { commands, handlers } = listening()
  const { slack, ada, general } = await startSlack(handlers)
  const delivery = await slack.command(ada, general, 'ask why &lt;b&gt;?')
  await slack.command(ada, general, 'ingest pallets/flask')
  await until(() => commands.length === 2)
  expect(commands[0]).toMatchObject({
    id: delivery.payload.trigger_id,
    name: 'ask',
    text: 'why <b>?',
    audience: 'author',
    conversation: `slack:${slack.team}:${general}`,
    pressedOn: null,
  })
  expect(commands[1]).toMatchObject({ name: 'ingest', text: 'pallets/flask', audience: 'everyone' })
})

it('a pressed button is a command on its post, in the thread of that post', async () => {
  const { commands, handlers } = listening()
  const { slack, platform, ada, general } = await startSlack(handlers)
  const buttons = [{ label: 'Still true', verb: 'still-true', text: '7 repo:o/r', style: 'primary' as const }]
  const here = `slack:${slack.team}:${general}`
  const posted = await platform.post(here, { ...textReply('A fact.'), buttons, feedbackOn: 'ep1' })
  await slack.presses(ada, general, 'Still true')
  await slack.presses(ada, general, 'down')
  await until(() => commands.length === 2)
  expect(commands[0]).toMatchObject({
    name: 'still-true',
    text: '7 repo:o/r',
    pressedOn: posted.id,
    audience: 'everyone',
    conversation: `${here}:${posted.id}`,
  })
  expect(commands[1]).toMatchObject({ name: 'feedback', text: 'down ep1', pressedOn: posted.id })
})

it('the shortcut on a message asks about that message, in its thread', async () => {
  const { messages, handlers } = listening()
  const { slack, ada, general } = await startSlack(handlers)
  const bob = slack.person('Bob')
  const ts = slack.saidBefore(bob, general, 'why does &lt;dispatch&gt; do this?')
  await slack.usesShortcut(ada, general, ts, 'ask_about')
  await until(() => slack.calls.some(({ method }) => method === 'views.open'))
  await slack.submits(ada, { question: 'who knows this?' })
  await until(() => messages.length === 1)
  expect(messages[0]).toMatchObject({
    text: 'who knows this?',
    about: 'why does <dispatch> do this?',
    conversation: `slack:${slack.team}:${general}:${ts}`,
    author: { id: ada, name: 'Ada' },
  })
})

it('Stop reaches the conversation that it was pressed in', async () => {
  const stopped: string[] = []
  const { slack, ada, general } = await startSlack({ ...handlersThat(), onStop: async (one) => void stopped.push(one) })
  const ts = slack.saidBefore(ada, general, 'why?')
  await slack.stops(ada, general, ts)
  await until(() => stopped.length === 1)
  expect(stopped).toEqual([`slack:${slack.team}:${general}:${ts}`])
})

it('its page shows what the handlers say, and a new conversation begins with their prompts', async () => {
  const home = {
    reply: { ...textReply('**flask** is up to date & well'), note: 'as of now' },
    prompts: ['what changed lately?', 'b', 'c', 'd', 'e'],
  }
  const { slack, ada } = await startSlack({ ...handlersThat(), home: async () => home })
  const direct = slack.direct(ada)
  await slack.opensHome(ada)
  await slack.opensMessages(ada)
  await until(() => slack.home(ada) !== '' && slack.prompts(direct).length > 0)
  expect(slack.home(ada)).toBe('flask is up to date & well\nas of now')
  expect(slack.prompts(direct)).toEqual(['what changed lately?', 'b', 'c', 'd'])
})
