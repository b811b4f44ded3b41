/** Slack on loopback refuses what Slack refuses, so that the other tests mean something. */
import type { KnownBlock } from '@slack/types'
import { WebClient } from '@slack/web-api'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { slackCode } from '../../../adapters/slack/errors.ts'
import { type FakeSlack, startFakeSlack } from '../../fakes/slack/fake-slack.ts'

let slack: FakeSlack
let client: WebClient
let general: string

beforeEach(async () => {
  slack = await startFakeSlack()
  onTestFinished(slack.close)
  client = new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } })
  general = slack.channel('general')
})

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'taken',
    (error: unknown) => slackCode(error),
  )
const post = (blocks: KnownBlock[], channel = general) => client.chat.postMessage({ channel, text: 'x', blocks })
const markdown = (length: number): KnownBlock => ({ type: 'markdown', text: 'x'.repeat(length) })
const context = (length: number): KnownBlock => ({
  type: 'context',
  elements: [{ type: 'mrkdwn', text: 'x'.repeat(length) }],
})
const button = (id: string, value = 'v'): KnownBlock => ({
  type: 'actions',
  elements: [{ type: 'button', action_id: id, text: { type: 'plain_text', text: 'b' }, value }],
})

describe('a message is refused', () => {
  it.each<[string, KnownBlock[], string]>([
    ['at its limits: not', [markdown(12_000), context(1_200)], 'taken'],
    ['with a longer markdown block', [markdown(12_001)], 'invalid_blocks'],
    ['with two of them that are too long together', [markdown(6_001), markdown(6_000)], 'invalid_blocks'],
    ['with too much text in all', [markdown(12_000), context(1_201)], 'msg_blocks_too_long'],
    ['with too many blocks', Array.from({ length: 51 }, () => context(1)), 'invalid_blocks'],
    ['with an empty text', [context(0)], 'invalid_blocks'],
    ['with a value that is too long', [button('a', 'x'.repeat(2_001))], 'invalid_blocks'],
    ['with a block that does not exist', [{ type: 'markup' } as unknown as KnownBlock], 'invalid_blocks'],
  ])('%s', async (_, blocks, code) => {
    expect(await codeOf(post(blocks))).toBe(code)
  })

  it('where the bot is not, where nobody is, and where it is over', async () => {
    expect(await codeOf(post([context(1)], slack.channel('other', { hasBot: false })))).toBe('not_in_channel')
    expect(await codeOf(post([context(1)], 'C0'))).toBe('channel_not_found')
    slack.archive(general)
    expect(await codeOf(post([context(1)]))).toBe('is_archived')
  })
})

it('a stream ends once, needs a reader in channels, and is not edited before', async () => {
  const ada = slack.person('Ada')
  const thread_ts = slack.saidBefore(ada, general, 'why?')
  expect(await codeOf(client.chat.startStream({ channel: general, thread_ts }))).toBe('missing_recipient_team_id')
  const reader = { recipient_team_id: slack.team, recipient_user_id: ada }
  const { ts = '' } = await client.chat.startStream({ channel: general, thread_ts, ...reader })
  const edit = () => client.chat.update({ channel: general, ts, text: 'x', blocks: [context(1)] })
  expect(await codeOf(edit())).toBe('streaming_state_conflict')
  expect(await codeOf(client.chat.stopStream({ channel: general, ts }))).toBe('taken')
  expect(await codeOf(client.chat.stopStream({ channel: general, ts }))).toBe('message_not_in_streaming_state')
  expect(await codeOf(edit())).toBe('taken')
})

it('arguments that no method knows, other tokens and other methods are refused', async () => {
  expect(await codeOf(client.apiCall('chat.delete', { channel: general, ts: '1.000001', force: true }))).toBe(
    'invalid_arguments',
  )
  expect(await codeOf(client.apiCall('chat.shout', {}))).toBe('unknown_method')
  const stranger = new WebClient('xoxb-other', { slackApiUrl: slack.apiUrl })
  expect(await codeOf(stranger.auth.test())).toBe('invalid_auth')
})

it('an answer to a command can be given five times', async () => {
  const ada = slack.person('Ada')
  const { payload } = await slack.command(ada, general, 'help')
  const answer = () =>
    fetch(String(payload.response_url), { method: 'POST', body: JSON.stringify({ text: 'x', blocks: [context(1)] }) })
  const statuses: number[] = []
  for (let count = 0; count < 6; count += 1) statuses.push((await answer()).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 404])
})
