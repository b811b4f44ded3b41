/** Reported failures of Slack bots, on the whole bot in processes of its own: `start` with the tokens of a Slack on loopback. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openGroqServer } from '../../fakes/groq/groq-server.ts'
import { type FakeSlack, startFakeSlack } from '../../fakes/slack/fake-slack.ts'
import { buildRepository } from '../../fixtures/build-repository.ts'
import { account, pullRecord, recordsFile, review } from '../../fixtures/github-records.ts'
import { runRepobrain } from '../../fixtures/run-repobrain.ts'
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts'
import { type BotProcess, spawnBot } from '../../scenarios/bot-process.ts'
import { until } from './start-slack.ts'

/** Generous: whole processes start on a busy machine. */
const PATIENCE_MS = 40_000
const TITLE = 'Fix Map<K,V> & drop <!channel> for a<b && c>d'

let slack: FakeSlack
let ada: string
let general: string
let data: string
let bot: BotProcess | null = null

beforeAll(async () => {
  slack = await startFakeSlack()
  ada = slack.person('Ada')
  general = slack.channel('general')
  data = join(temporaryDirectory(), 'data')
  const repository = buildRepository({ author: 'Ada <ada@acme.example>' })
  repository.commit({ files: { 'config.py': 'def parse_config(text):\n    return text\n' } })
  const change = (number: number, title: string, body: string) =>
    repository.pullRequest({ number, title, style: 'squash', commits: [{ files: { 'config.py': body } }] })
  change(7, TITLE, 'def parse_config(text):\n    return text.strip()\n')
  change(12, 'Split lines', 'def parse_config(text):\n    return text.strip().split()\n')
  const records = recordsFile([
    pullRecord(7, { title: TITLE }),
    pullRecord(12, { title: 'Split lines', reviews: [review(account('grace', { name: 'Grace' }))] }),
  ])
  const source = await repository.write()
  const ingested = await runRepobrain(
    'ingest',
    source,
    '--name',
    'acme/api',
    '--workspace',
    `slack:${slack.team}`,
    '--data',
    data,
    '--github-data',
    records,
  )
  expect(ingested.exitCode, ingested.stderr).toBe(0)
})

afterAll(async () => {
  await endBot()
  await slack.close()
})

/** A process of the bot, on the data that all have in common. Resolves when it hears what is said. */
async function startBot(env: Readonly<Record<string, string>> = {}): Promise<void> {
  const { botToken, appToken, apiUrl } = slack
  bot = spawnBot(data, { SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken, SLACK_API_URL: apiUrl, ...env })
  await bot.ready()
}

async function endBot(): Promise<void> {
  await bot?.stop()
  bot = null
}

const seenIn = (thread: string) => slack.seen(general, { thread })
const answered = (thread: string) => until(() => seenIn(thread).includes('Helpful'), 'an answer', PATIENCE_MS)

it('A3: a follow-up needs no mention where the bot has spoken, also after a restart; elsewhere it is not heard', async () => {
  await startBot()
  const { ts } = await slack.says(ada, general, `<@${slack.bot}> what did PR #12 change?`)
  await answered(ts)
  const control = slack.saidBefore(ada, general, 'lunch?')
  const follow = async () => {
    const before = seenIn(ts).length
    await slack.says(ada, general, 'and who reviewed it?', { thread: control })
    await slack.says(ada, general, 'and who reviewed it?', { thread: ts })
    const news = () => seenIn(ts).slice(before)
    await until(() => news().includes('Helpful'), 'an answer to the follow-up', PATIENCE_MS)
    expect(news()).toContain('Grace')
    expect(news()).toContain('PR #12')
  }
  await follow()
  await endBot()
  await startBot()
  await follow()
  expect(slack.messages(general).filter(({ thread, user }) => thread === control && user === slack.bot)).toEqual([])
})

it('A6: a title full of control characters calls nobody and reads as it was written', async () => {
  if (!bot) await startBot()
  const { ts } = await slack.says(ada, general, `<@${slack.bot}> what did PR #7 change?`)
  await answered(ts)
  expect(seenIn(ts)).toContain(TITLE)
  expect(slack.pings()).toEqual([])
  const posted = JSON.stringify(
    slack.messages(general).filter(({ thread, user }) => thread === ts && user === slack.bot),
  )
  expect(posted).toContain('&lt;!channel&gt;')
  expect(posted).not.toContain('&amp;lt;')
  expect(posted).toMatch(/<https:\/\/github\.com\/[^|]*\/pull\/7\|/)
})

it('A1: what Slack delivers again, also to a process started later, is answered once', async () => {
  await endBot()
  const groq = await openGroqServer([{ text: 'Ada wrote it.' }], { repeatLast: true })
  const env = { GROQ_API_KEY: 'gsk_test', GROQ_BASE_URL: groq.url }
  const question = 'who wrote parse_config?'
  const runs = () =>
    groq.requests.filter(({ tools, messages }) => tools !== undefined && JSON.stringify(messages).includes(question))
      .length
  await startBot(env)
  const { ts, deliveries } = await slack.says(ada, general, `<@${slack.bot}> ${question}`)
  for (const delivery of deliveries) await slack.resend(delivery)
  await answered(ts)
  await endBot()
  expect(runs()).toBe(1)

  await startBot(env)
  for (const delivery of deliveries) await slack.resend(delivery)
  // Everything that came before it has been handled when this is answered.
  const later = await slack.says(ada, general, `<@${slack.bot}> where is parse_config?`)
  await answered(later.ts)
  expect(runs()).toBe(1)
  expect(slack.messages(general).filter(({ thread }) => thread === ts)).toHaveLength(1)
  expect(slack.deliveries.filter(({ ackedAt }) => ackedAt === null)).toEqual([])
})
