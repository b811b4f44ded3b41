/** What goes wrong with one platform stays with it: the process lives, the other one answers, health and log say what to do. */
import { expect, it } from 'vitest'
import { createDiscordPlatform } from '../../adapters/discord/index.ts'
import { createSlackPlatform } from '../../adapters/slack/index.ts'
import { type DiscordServer, openDiscordServer } from '../fakes/discord/discord-server.ts'
import { type FakeSlack, startFakeSlack } from '../fakes/slack/fake-slack.ts'
import { openBot } from './open-bot.ts'

const PATIENCE = { timeout: 20_000 }

async function openBoth(
  options: {
    slackToken?: string
    discordToken?: string
    messageContent?: boolean
    before?: (slack: FakeSlack, discord: DiscordServer) => void
  } = {},
) {
  const slack = await startFakeSlack()
  const discord = await openDiscordServer({ messageContent: options.messageContent ?? true })
  const [ann, bob] = [slack.person('Ann'), discord.addPerson('Bob')]
  const [slackChannel, discordChannel] = [slack.channel('general'), discord.addChannel('general')]
  options.before?.(slack, discord)
  const opened = await openBot((logger) => [
    {
      name: 'slack',
      create: (onFailure) =>
        createSlackPlatform({
          apiUrl: slack.apiUrl,
          botToken: options.slackToken ?? slack.botToken,
          connection: { appToken: slack.appToken },
          logger,
          onFailure,
        }),
    },
    {
      name: 'discord',
      create: (onFailure) =>
        createDiscordPlatform({
          token: options.discordToken ?? discord.token,
          apiUrl: discord.apiUrl,
          logger,
          onFailure,
        }),
    },
  ])
  const health = async () => {
    const response = await fetch(`http://127.0.0.1:${opened.bot?.server?.port}/readyz`)
    return {
      status: response.status,
      ...((await response.json()) as { platforms: Record<string, { status: string }> }),
    }
  }
  const statusOf = async (name: string) => (await health()).platforms[name]?.status
  return {
    ...opened,
    slack,
    discord,
    health,
    statusOf,
    running: () => expect.poll(async () => (await health()).status, PATIENCE).toBe(200),
    answersInSlack: async () => {
      const { ts } = await slack.says(ann, slackChannel, `<@${slack.bot}> help`)
      await expect.poll(() => slack.seen(slackChannel, { thread: ts }), PATIENCE).toContain('Ask in plain words')
    },
    answersInDiscord: async () => {
      const question = discord.say(discordChannel, 'help', { as: bob, mention: true })
      const seen = () => (discord.world.channels.has(question) ? discord.seen(question) : '')
      await expect.poll(seen, PATIENCE).toContain('Ask in plain words')
    },
    async close() {
      await opened.close()
      await Promise.all([slack.close(), discord.close()])
    },
  }
}

it('a bad token of Slack at the start: Discord answers, and the log says which variable to set', async () => {
  const bot = await openBoth({ before: (slack) => slack.refuse('invalid_auth') })
  await expect.poll(() => bot.statusOf('slack'), PATIENCE).toBe('failed')
  await expect.poll(() => bot.statusOf('discord'), PATIENCE).toBe('running')
  await bot.answersInDiscord()
  expect(await bot.health()).toMatchObject({ status: 503, platforms: { slack: { problem: expect.any(String) } } })
  expect(bot.log()).toContain('SLACK_')
  await bot.close()
})

it('a bad token of Discord at the start: Slack answers, and the log says which variable to set', async () => {
  const wrong = await openBoth({ discordToken: 'wrong' })
  await expect.poll(() => wrong.statusOf('discord'), PATIENCE).toBe('failed')
  await wrong.answersInSlack()
  expect(wrong.log()).toContain('DISCORD_TOKEN')
  await wrong.close()
})

it('an intent that Discord does not allow: mentions are answered all the same, and the log says where to allow it', async () => {
  const bot = await openBoth({ messageContent: false })
  await bot.running()
  await bot.answersInDiscord()
  expect(bot.log()).toMatch(/message content/i)
  await bot.close()
})

it('Slack takes the token away while it runs: Discord goes on', async () => {
  const bot = await openBoth()
  await bot.running()
  bot.slack.refuse('invalid_auth')
  bot.slack.dropSockets()
  await expect.poll(() => bot.statusOf('slack'), PATIENCE).toBe('failed')
  await bot.answersInDiscord()
  expect(bot.log()).toContain('SLACK_')
  await bot.close()
})

it('too many events, a rate limit and dropped sockets pass, and what was asked meanwhile is answered', async () => {
  const bot = await openBoth()
  await bot.running()
  bot.slack.tooManyEvents()
  bot.slack.rateLimit(2)
  bot.discord.rateLimit('POST', /messages$/, 2)
  await Promise.all([bot.answersInSlack(), bot.answersInDiscord()])
  bot.slack.dropSockets()
  bot.discord.gateway.drop({ resumable: true })
  await expect.poll(() => bot.slack.sockets > 0 && bot.discord.gateway.connected > 0, PATIENCE).toBe(true)
  await Promise.all([bot.answersInSlack(), bot.answersInDiscord()])
  expect(await bot.health()).toMatchObject({ status: 200 })
  await bot.close()
})

it('what nobody caught restarts the platform that it came from, and no other', async () => {
  const slack = await startFakeSlack()
  let made = 0
  const { bot, close, log } = await openBot((logger) => [
    {
      name: 'slack',
      create: (onFailure) =>
        createSlackPlatform({
          apiUrl: slack.apiUrl,
          botToken: slack.botToken,
          connection: { appToken: slack.appToken },
          logger,
          onFailure,
        }),
    },
    {
      name: 'careless',
      create: () => {
        made += 1
        return {
          name: 'careless',
          start: async () => {
            if (made === 1) setTimeout(() => void Promise.reject(new Error('nobody caught this')), 20)
          },
          stop: async () => {},
          post: async () => ({ id: '1', update: async () => {} }),
          posted: (_, id) => ({ id, update: async () => {} }),
        }
      },
    },
  ])
  await expect.poll(() => made, PATIENCE).toBe(2)
  await expect.poll(() => bot?.supervised.map((each) => each.state().status), PATIENCE).toEqual(['running', 'running'])
  expect(log()).toContain('nobody caught this')
  expect(log().match(/"platform":"slack","msg":"a platform runs"/g)).toHaveLength(1)
  await close()
  await slack.close()
})
