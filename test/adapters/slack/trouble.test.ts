/** What goes wrong with Slack, and that the bot lives on. */
import { expect, it } from 'vitest'
import { checkSlack } from '../../../adapters/slack/check.ts'
import { BOT_SCOPES } from '../../../adapters/slack/scopes.ts'
import { type IncomingMessage, textReply } from '../../../src/chat.ts'
import { RateLimitedError, UserError } from '../../../src/errors.ts'
import { createLogger } from '../../../src/logger.ts'
import { startFakeSlack } from '../../fakes/slack/fake-slack.ts'
import { handlersThat } from '../../fixtures/handlers-that.ts'
import { freePort, platformFor, startSlack, until } from './start-slack.ts'

function listening() {
  const messages: IncomingMessage[] = []
  return { messages, handlers: handlersThat({ onMessage: (message) => void messages.push(message) }) }
}

it('hears everything while sockets are cut or asked to reconnect, each once', async () => {
  const { messages, handlers } = listening()
  const { slack, ada, failures } = await startSlack(handlers, { retryAfterMs: 300 })
  const direct = slack.direct(ada)
  await until(() => slack.sockets === 2)
  const said: string[] = []
  for (let round = 0; round < 6; round += 1) {
    slack.dropSockets(round % 2 === 0 ? 'cut' : 'ask')
    for (const part of ['a', 'b']) {
      said.push(`${round}${part}`)
      await slack.says(ada, direct, `${round}${part}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await until(() => new Set(messages.map(({ text }) => text)).size === said.length, 'every message')
  expect(messages.map(({ text }) => text).sort()).toEqual(said)
  await until(() => slack.sockets === 2, 'both sockets again')
  expect(failures).toEqual([])
})

it('lives through app_rate_limited, and says in the log what it means', async () => {
  const { messages, handlers } = listening()
  const { slack, ada, log, failures } = await startSlack(handlers)
  slack.tooManyEvents()
  await until(() => log.some((line) => line.includes('holds events back')), 'a line in the log')
  await slack.says(ada, slack.direct(ada), 'still there?')
  await until(() => messages.length === 1)
  expect(failures).toEqual([])
})

it('lives through events that it does not know', async () => {
  const { messages, handlers } = listening()
  const { slack, ada } = await startSlack(handlers)
  await slack.event({ type: 'message' })
  await slack.event({ type: 'from_the_future', channel: 'C1' })
  await slack.says(ada, slack.direct(ada), 'still there?')
  await until(() => messages.length === 1)
})

it('says once that it cannot go on when its token is refused on reconnecting', async () => {
  const { slack, failures } = await startSlack(handlersThat())
  await until(() => slack.sockets === 2)
  slack.refuse('invalid_auth')
  slack.dropSockets()
  await until(() => failures.length > 0, 'a failure')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(failures).toHaveLength(1)
  expect(failures[0]).toBeInstanceOf(UserError)
  expect(failures[0]).toMatchObject({
    message: expect.stringContaining('SLACK_APP_TOKEN'),
    remedy: expect.stringContaining('api.slack.com'),
  })
})

it('starts again after that, as another platform', async () => {
  const { messages, handlers } = listening()
  const { slack, platform, ada, failures } = await startSlack(handlersThat())
  slack.refuse('account_inactive')
  slack.dropSockets()
  await until(() => failures.length > 0, 'a failure')
  slack.recover()
  await platform.stop()
  const next = platformFor(slack)
  await next.start(handlers)
  await slack.says(ada, slack.direct(ada), 'back?')
  await until(() => messages.length === 1)
  await next.stop()
})

it('waits when Slack does not answer for a while, and comes back by itself', async () => {
  const { messages, handlers } = listening()
  const { slack, ada, failures } = await startSlack(handlers)
  slack.refuse('internal_error', { times: 3 })
  slack.dropSockets()
  await until(() => slack.sockets === 2, 'both sockets again')
  await slack.says(ada, slack.direct(ada), 'back?')
  await until(() => messages.length === 1)
  expect(failures).toEqual([])
})

it.each([
  ['SLACK_BOT_TOKEN', { botToken: 'xoxb-wrong' }],
  ['SLACK_APP_TOKEN', { connection: { appToken: 'xapp-wrong' } }],
])('refuses to start with a bad %s, and says which one', async (name, options) => {
  await expect(startSlack(handlersThat(), options)).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringContaining(name),
    remedy: expect.stringContaining(name),
  })
})

it('is not started, and says so as a passing fault, when Slack cannot be reached', async () => {
  const slack = await startFakeSlack()
  await slack.close()
  await expect(platformFor(slack).start(handlersThat())).rejects.toMatchObject({
    name: 'UpstreamError',
    retryable: true,
  })
})

it('waits out a rate limit for what matters, and not without end', async () => {
  const { slack, platform, ada, general } = await startSlack(handlersThat())
  const { ts } = await slack.says(ada, general, 'talk')
  const here = `slack:${slack.team}:${general}:${ts}`
  slack.rateLimit(1)
  await platform.post(here, textReply('late but there'))
  expect(slack.seen(general, { thread: ts })).toContain('late but there')
  slack.rateLimit(3_600)
  await expect(platform.post(here, textReply('never'))).rejects.toBeInstanceOf(RateLimitedError)
})

it('requests that are not signed by Slack are refused', async () => {
  const { messages, handlers } = listening()
  const port = await freePort()
  const { slack } = await startSlack(handlers, { connection: { signingSecret: 'another secret', port } })
  const ada = slack.person('Ada')
  const { deliveries } = await slack.says(ada, slack.direct(ada), 'why?')
  expect([deliveries[0]?.ackedAt, messages]).toEqual([null, []])
})

it('over HTTP, too, is acknowledged only when it has been taken down', async () => {
  let attempts = 0
  const port = await freePort()
  const handlers = {
    ...handlersThat(),
    onMessage: async () => {
      attempts += 1
      if (attempts === 1) throw new Error('the disk is full')
      return { done: Promise.resolve() }
    },
  }
  const connection = { signingSecret: 'fake-signing-secret', port }
  const { slack, ada } = await startSlack(handlers, { connection, retryAfterMs: 200 })
  const { deliveries } = await slack.says(ada, slack.direct(ada), 'why?')
  expect(deliveries[0]?.ackedAt).toBeNull()
  await until(() => deliveries[0]?.ackedAt !== null, 'an acknowledgement')
  expect(attempts).toBe(2)
})

it('doctor learns what is fine, what is missing, and what to do', async () => {
  const slack = await startFakeSlack()
  const logger = createLogger({ level: 'silent' })
  const check = (botToken: string, appToken: string) =>
    checkSlack({ botToken, connection: { appToken }, apiUrl: slack.apiUrl, logger })
  slack.scopes = Object.keys(BOT_SCOPES)
  expect((await check(slack.botToken, slack.appToken)).map(({ ok, detail }) => [ok, detail])).toEqual([
    [true, '@repobrain in Acme'],
    [true, 'Slack would open a socket'],
  ])
  slack.scopes = slack.scopes.filter((scope) => scope !== 'files:write')
  expect((await check(slack.botToken, 'xapp-wrong')).map(({ ok, detail }) => [ok, detail])).toEqual([
    [false, '@repobrain in Acme lacks files:write (pictures of the path)'],
    [false, 'Slack does not take SLACK_APP_TOKEN (invalid_auth)'],
  ])
  await slack.close()
  for (const { ok, remedy } of await check(slack.botToken, slack.appToken))
    expect([ok, remedy]).toEqual([false, expect.stringContaining('SLACK_API_URL')])
})
