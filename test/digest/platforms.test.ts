/** The digest on Slack and Discord: set with a command, read by a person, settled with a button. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDiscordPlatform } from '../../adapters/discord/index.ts'
import { createSlackPlatform } from '../../adapters/slack/index.ts'
import { createHandlers } from '../../handlers/create-handlers.ts'
import type { ChatPlatform } from '../../src/chat.ts'
import { tick } from '../../src/digest/tick.ts'
import { GITHUB_COM } from '../../src/ingest/fetch-github.ts'
import { createLogger } from '../../src/logger.ts'
import { openDiscordServer } from '../fakes/discord/discord-server.ts'
import { startFakeSlack } from '../fakes/slack/fake-slack.ts'
import { buildRepository } from '../fixtures/build-repository.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'
import { remember } from '../memory/remember.ts'

const DAY_MS = 86_400_000
const TITLE = 'Tell @everyone, <@&424242> and <!channel> now'
const logger = createLogger({ level: 'silent' })
const soon = (seen: () => string) => expect.poll(seen, { timeout: 30_000 })

let workspace: Workspace
beforeAll(async () => {
  workspace = await openWorkspace()
})
afterAll(() => workspace.close())

/** A repository of the workspace with a fact that a pull request has made stale. */
async function prepare(name: string, repo: string): Promise<void> {
  const repository = buildRepository()
  const source = (timeout: number) => ({
    'net.py': `def fetch(url, timeout=${timeout}):\n    return open(url, timeout)\n`,
  })
  const sync = async () => workspace.ingest(await repository.write(), { name: repo, workspace: name })
  repository.commit({ files: source(30) })
  await sync()
  await remember(workspace.database.graph(`repobrain:${name}:${repo}`), 'waits 30 s', ['function:net.py::fetch'])
  const date = `${new Date().toISOString().slice(0, 19)}Z`
  const commits = [{ files: source(10), date }]
  repository.pullRequest({ number: 7, title: TITLE, style: 'squash', commits, merged: date })
  await sync()
}

const startHandlers = (platform: ChatPlatform) =>
  platform.start(
    createHandlers({
      database: workspace.database,
      dataDir: workspace.dataDir,
      github: GITHUB_COM,
      ingestMemory: workspace.memory,
      logger,
      signal: new AbortController().signal,
    }),
  )

const tomorrow = (platform: ChatPlatform) =>
  tick({ database: workspace.database, platforms: [platform], logger, waits: new Map() }, new Date(Date.now() + DAY_MS))

describe('B3, and the three buttons', () => {
  it('in Slack', async () => {
    const slack = await startFakeSlack()
    const { apiUrl, botToken, appToken } = slack
    const platform = createSlackPlatform({ apiUrl, botToken, connection: { appToken }, logger, onFailure: () => {} })
    const ann = slack.person('Ann')
    const general = slack.channel('general')
    const seen = () => slack.seen(general, { viewer: ann })
    await startHandlers(platform)
    await prepare(`slack:${slack.team}`, 'test/slack')
    await slack.command(ann, general, 'digest 00:00 UTC')
    await soon(seen).toContain('A digest comes here every day at 00:00 (UTC)')

    expect(await tomorrow(platform)).toMatchObject([{ outcome: 'posted' }])
    expect(seen()).toContain('“waits 30 s” on')
    expect(seen()).toMatch(/Tell @\W?everyone, ‹@&424242› and ‹!channel› now/)
    expect(slack.pings()).toEqual([])

    await slack.presses(ann, general, 'Still true')
    const post = slack.messages(general).find(({ text }) => text.includes('what is new since'))
    await soon(() => slack.seen(general, { thread: post?.ts ?? '', viewer: ann })).toContain('Still true, says Ann')
    await soon(seen).toMatch(/✅ Still true: “waits 30 s”/)
    expect(await tomorrow(platform)).toEqual([])
    await platform.stop()
    await slack.close()
  })

  it('in Discord', async () => {
    const discord = await openDiscordServer()
    const { apiUrl, token } = discord
    const platform = createDiscordPlatform({ token, apiUrl, logger, onFailure: () => {} })
    const ann = discord.addPerson('Ann')
    const general = discord.addChannel('general')
    const seen = () => discord.seen(general, ann)
    await startHandlers(platform)
    await prepare(`discord:${discord.world.guild.id}`, 'test/discord')
    discord.slash(general, 'digest', { when: '00:00 UTC' }, ann)
    await soon(seen).toContain('A digest comes here every day at 00:00 (UTC)')

    expect(await tomorrow(platform)).toMatchObject([{ outcome: 'posted' }])
    expect(seen()).toContain('“waits 30 s” on')
    expect(seen()).toMatch(/Tell @\W?everyone, ‹@&424242› and ‹!channel› now/)
    expect(discord.refused).toEqual([])

    discord.press(general, 'Retire', ann)
    await soon(seen).toContain('Retired: “waits 30 s”')
    await soon(seen).toMatch(/⚪ Retired: “waits 30 s”/)
    expect(await tomorrow(platform)).toEqual([])
    await platform.stop()
    await discord.close()
  })
})
