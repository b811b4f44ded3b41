/** How long people in a chat wait to see that they were heard, with many conversations at once and a slow model. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openBundle } from '../src/git/open-bundle.ts'
import { openDatabase } from '../src/graph/open-database.ts'
import { createIngestMemory } from '../src/ingest/ingest-memory.ts'
import { ingestRepository } from '../src/ingest/ingest-repository.ts'
import { openDiscordServer } from '../test/fakes/discord/discord-server.ts'
import { startFakeSlack } from '../test/fakes/slack/fake-slack.ts'
import { spawnBot } from '../test/scenarios/bot-process.ts'
import { inNewFolder } from './in-new-folder.ts'
import { quantile } from './statistics.ts'

/** Milliseconds. */
export interface ChatFigures {
  readonly name: string
  readonly conversations: number
  readonly p50: number | null
  readonly p99: number | null
}

const MODEL_MS = 8_000
const PATIENCE_MS = 120_000
const BUNDLE = fileURLToPath(new URL('../demo/sample.bundle', import.meta.url))
const PROGRAM = fileURLToPath(new URL('../dist/main.js', import.meta.url))

/** Of the built program, as a process of its own on loopback. */
export async function measureChat(conversations = 50): Promise<ChatFigures[]> {
  return inNewFolder(async (dataDir) => {
    const [slack, discord, model] = await Promise.all([startFakeSlack(), openDiscordServer(), startSlowModel()])
    // Before the bot connects: a new channel would make it connect anew.
    const [bob, general] = [discord.addPerson('Bob'), discord.addChannel('general')]
    await ingestSample(dataDir, [`slack:${slack.team}`, `discord:${discord.world.guild.id}`])
    const started = performance.now()
    const bot = spawnBot(
      dataDir,
      {
        SLACK_BOT_TOKEN: slack.botToken,
        SLACK_APP_TOKEN: slack.appToken,
        SLACK_API_URL: slack.apiUrl,
        DISCORD_TOKEN: discord.token,
        DISCORD_API_URL: discord.apiUrl,
        GROQ_API_KEY: 'gsk_bench',
        GROQ_BASE_URL: model.url,
      },
      [PROGRAM],
    )
    try {
      await bot.ready()
      const readyMs = performance.now() - started
      const slackFigures = await measureSlack(slack, conversations)
      const discordFigures = await measureDiscord({ discord, bob, general }, conversations)
      return [
        { name: 'from start to ready', conversations: 0, p50: readyMs, p99: readyMs },
        ...slackFigures,
        ...discordFigures,
      ]
    } finally {
      await bot.stop()
      await Promise.all([slack.close(), discord.close(), model.close()])
    }
  })
}

async function measureSlack(slack: Awaited<ReturnType<typeof startFakeSlack>>, many: number): Promise<ChatFigures[]> {
  const [ann, general] = [slack.person('Ann'), slack.channel('general')]
  const asked = await Promise.all(
    Array.from({ length: many }, async (_, n) => {
      const at = Date.now()
      const { ts, deliveries } = await slack.says(ann, general, `<@${slack.bot}> ${question(n)}`)
      return { at, ts, deliveries }
    }),
  )
  const botMessages = (ts: string) =>
    slack.messages(general).filter((one) => one.user === slack.bot && one.thread === ts)
  const signs = await Promise.all(asked.map(({ at, ts }) => firstSeen(() => botMessages(ts).length > 0, at)))
  const answers = await Promise.all(
    asked.map(({ at, ts }) => firstSeen(() => slack.seen(general, { thread: ts }).includes(FINISHED), at)),
  )
  const acks = asked.flatMap(({ deliveries }) =>
    deliveries.map(({ sentAt, ackedAt }) => (ackedAt ?? Infinity) - (sentAt[0] ?? 0)),
  )
  return [
    figures('Slack: acknowledged', acks),
    figures('Slack: first sign of life', signs),
    figures(`Slack: answered (model ${MODEL_MS / 1000} s)`, answers),
  ]
}

async function measureDiscord({ discord, bob, general }: DiscordPlace, many: number): Promise<ChatFigures[]> {
  const mentions = Array.from({ length: many }, (_, n) => ({
    at: Date.now(),
    id: discord.say(general, question(n), { as: bob, mention: true }),
  }))
  const isSeen = (id: string) =>
    discord.world.channels.has(id) && discord.messages(id).some(({ author }) => author.id === discord.world.bot.id)
  const signs = await Promise.all(mentions.map(({ at, id }) => firstSeen(() => isSeen(id), at)))
  const commands = Array.from({ length: many }, (_, n) => discord.slash(general, 'ask', { question: question(n) }, bob))
  const deferred = await Promise.all(commands.map((one) => firstSeen(() => one.response !== null, one.madeAt)))
  return [figures('Discord: first sign of life', signs), figures('Discord: command deferred', deferred)]
}

interface DiscordPlace {
  readonly discord: Awaited<ReturnType<typeof openDiscordServer>>
  readonly bob: ReturnType<DiscordPlace['discord']['addPerson']>
  readonly general: string
}

const NAMES = ['retry_delay', 'Worker']
const question = (n: number) => `why is \`${NAMES[n % NAMES.length]}\` written like this? (${n})`

/** Milliseconds since `at`. */
async function firstSeen(isThere: () => boolean, at: number): Promise<number> {
  while (!isThere()) {
    if (Date.now() - at > PATIENCE_MS) return Infinity
    await sleep(10)
  }
  return Date.now() - at
}

const figures = (name: string, times: readonly number[]): ChatFigures => ({
  name,
  conversations: times.length,
  p50: quantile(times, 0.5),
  p99: quantile(times, 0.99),
})

async function ingestSample(dataDir: string, workspaces: readonly string[]): Promise<void> {
  const database = await openDatabase({ dataDir })
  const memory = createIngestMemory()
  const { gitDir } = await openBundle(BUNDLE, join(dataDir, 'ferry.git'))
  for (const workspace of workspaces) {
    await ingestRepository({ database, dataDir, memory, workspace, source: gitDir, name: 'sample/ferry' })
  }
  await memory.close()
  await database.close()
}

/** By the model, or by rules where its limits are reached. */
const FINISHED = 'Helpful'

/** A server of the OpenAI protocol that thinks for a while, then answers in one piece. */
async function startSlowModel(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume()
    setTimeout(() => {
      const message = { role: 'assistant', content: 'It is written like this, as the sources say [1].' }
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          id: 'chat-1',
          object: 'chat.completion',
          created: 0,
          model: 'slow',
          choices: [{ index: 0, message, finish_reason: 'stop' }],
          usage: { prompt_tokens: 900, completion_tokens: 20, total_tokens: 920 },
        }),
      )
    }, MODEL_MS)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
