/**
 * Sockets are dropped, events come again, the process is killed and started anew: each question is answered exactly once.
 * `CHAOS=long` takes two minutes and asks 200 questions.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { openBundle } from '../../src/git/open-bundle.ts'
import { openDiscordServer } from '../fakes/discord/discord-server.ts'
import { startFakeSlack } from '../fakes/slack/fake-slack.ts'
import { openWorkspace } from '../fixtures/open-workspace.ts'
import { type BotProcess, spawnBot } from './bot-process.ts'

const LONG = process.env.CHAOS === 'long'
const QUESTIONS = LONG ? 200 : 24
const EVERY_MS = LONG ? 600 : 250
/** Questions between two cuts of all sockets, and two kills. */
const CUT_EACH = LONG ? 7 : 5
const KILL_EACH = LONG ? 50 : 6
/** Slack itself tries for minutes what is not acknowledged; the fake four times. */
const RESEND_MS = LONG ? 15_000 : 4_000
const PATIENCE_MS = LONG ? 120_000 : 60_000

const NAMES = ['retry_delay', 'Worker', 'Queue', 'Worker.run']
const BUNDLE = fileURLToPath(new URL('../../demo/sample.bundle', import.meta.url))

interface Asked {
  readonly text: string
  /** What the bot said to it, each post once. */
  answers(): readonly string[]
}

it(
  `answers each of ${QUESTIONS} questions once, whatever happens`,
  async () => {
    const [slack, discord, workspace] = await Promise.all([
      startFakeSlack({ retryAfterMs: RESEND_MS }),
      openDiscordServer(),
      openWorkspace(),
    ])
    const { gitDir } = await openBundle(BUNDLE, join(workspace.dataDir, 'ferry.git'))
    for (const place of [`slack:${slack.team}`, `discord:${discord.world.guild.id}`]) {
      await workspace.ingest(gitDir, { name: 'sample/ferry', workspace: place })
    }
    const [ann, bob] = [slack.person('Ann'), discord.addPerson('Bob')]
    const [slackChannel, discordChannel] = [slack.channel('general'), discord.addChannel('general')]
    const env = {
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_APP_TOKEN: slack.appToken,
      SLACK_API_URL: slack.apiUrl,
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
    }
    const said: (() => Promise<unknown>)[] = []
    const asked: Asked[] = []

    const askInSlack = async (text: string) => {
      const before = asked.length
      const saying = slack.says(ann, slackChannel, `<@${slack.bot}> ${text}`)
      asked.push({
        text,
        answers: () =>
          slack
            .messages(slackChannel)
            .filter(({ thread, user }) => user === slack.bot && thread !== null && thread === tsOf.get(before))
            .map((message) => message.streamed || message.text),
      })
      const { ts, deliveries } = await saying
      tsOf.set(before, ts)
      said.push(async () => Promise.all(deliveries.map((delivery) => slack.resend(delivery))))
    }
    const tsOf = new Map<number, string>()
    const askInDiscord = (text: string) => {
      const id = discord.say(discordChannel, text, { as: bob, mention: true })
      asked.push({
        text,
        answers: () => {
          const messages = discord.world.channels.has(id) ? discord.messages(id) : []
          return messages.filter(({ author }) => author.id === discord.world.bot.id).map(({ content }) => content)
        },
      })
      said.push(async () => discord.resend(id))
    }

    let bot: BotProcess = spawnBot(workspace.dataDir, env)
    let kills = 0
    await bot.ready()
    for (let n = 1; n <= QUESTIONS; n += 1) {
      const text = `who calls \`${NAMES[n % NAMES.length]}\`? (${n})`
      if (n % 2) void askInSlack(text)
      else askInDiscord(text)
      await sleep(EVERY_MS)
      if (n % 4 === 0) await said.at(-3)?.()
      if (n % CUT_EACH === 0) {
        slack.dropSockets()
        discord.gateway.drop({ resumable: n % 2 === 0 })
      }
      if (n % KILL_EACH === 0 && kills < 3) {
        kills += 1
        await bot.kill()
        bot = spawnBot(workspace.dataDir, env)
      }
    }

    const outcome = () =>
      asked.map(({ text, answers }) => {
        const shown = answers()
        const finished = shown.filter((answer) => answer !== '' && !/Looking it up|…$/.test(answer))
        return shown.length === 1 && finished.length === 1 ? 'once' : `${text}: ${JSON.stringify(shown)}`
      })
    await expect
      .poll(outcome, { timeout: PATIENCE_MS, interval: 500, message: bot.log().slice(-3_000) })
      .toEqual(asked.map(() => 'once'))
    // Nothing comes afterwards either, also to what is delivered once more.
    await Promise.all(said.slice(-6).map((again) => again()))
    await sleep(LONG ? 10_000 : 1_500)
    expect(outcome()).toEqual(asked.map(() => 'once'))
    expect(await bot.stop()).toBe(143)
    await Promise.all([slack.close(), discord.close(), workspace.close()])
  },
  LONG ? 400_000 : 150_000,
)
