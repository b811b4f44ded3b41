import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { checkDiscord } from '../../../adapters/discord/check.ts'
import { COMMANDS } from '../../../adapters/discord/commands.ts'
import { registerCommands } from '../../../adapters/discord/register-commands.ts'
import { type DiscordServer, openDiscordServer } from '../../fakes/discord/discord-server.ts'

async function open(options?: { messageContent?: boolean }): Promise<DiscordServer> {
  const discord = await openDiscordServer(options)
  onTestFinished(discord.close)
  return discord
}

const findings = async (discord: DiscordServer, token = discord.token) =>
  (await checkDiscord({ token, apiUrl: discord.apiUrl })).map(({ name, ok, detail, remedy }) => ({
    name,
    ok,
    detail,
    remedy,
  }))

it('all is well where the token is good, messages can be read and the commands are as they should be', async () => {
  const discord = await open()
  await registerCommands({ token: discord.token, apiUrl: discord.apiUrl, guild: null })
  expect(await findings(discord)).toEqual([
    { name: 'discord', ok: true, detail: 'repobrain in Maintainers', remedy: null },
    { name: 'discord intents', ok: true, detail: 'follow-ups need no mention', remedy: null },
    { name: 'discord verbs', ok: true, detail: 'registered for every server', remedy: null },
  ])
  expect(discord.refused).toEqual([])
})

it('commands may be registered in the server alone', async () => {
  const discord = await open()
  const { id } = discord.world.guild
  await registerCommands({ token: discord.token, apiUrl: discord.apiUrl, guild: id })
  expect((await findings(discord))[2]).toMatchObject({ ok: true, detail: 'registered in every server' })
  expect([...discord.commands.keys()]).toEqual([id])
})

it('says what to do where commands are missing or old, and where messages cannot be read', async () => {
  const discord = await open({ messageContent: false })
  await registerCommands({ token: discord.token, apiUrl: discord.apiUrl, guild: null })
  const [slash, ...others] = discord.commands.get('') ?? []
  Object.assign(slash as object, { description: 'as it was last year' })
  const [, intents, verbs] = await findings(discord)
  expect(others).toHaveLength(COMMANDS.length - 1)
  expect(verbs).toEqual({
    name: 'discord verbs',
    ok: false,
    detail: 'not registered, or not as they are now: repobrain',
    remedy: 'Run `npm run discord:register`.',
  })
  expect(intents?.remedy).toContain('Message Content Intent')
})

it('names the variable of a bad token, and that of an address where nobody answers', async () => {
  const discord = await open()
  expect(await findings(discord, 'wrong')).toEqual([
    {
      name: 'discord',
      ok: false,
      detail: 'Discord does not take the token',
      remedy: expect.stringContaining('DISCORD_TOKEN'),
    },
  ])
  const [nobody] = await checkDiscord({ token: 'x', apiUrl: 'http://127.0.0.1:9/api' })
  expect(nobody?.remedy).toContain('DISCORD_API_URL')
})

it('`npm run discord:register` registers what the table says', async () => {
  const discord = await open()
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'scripts/discord-register.ts', '--guild', '42'],
    {
      cwd: root,
      env: { ...process.env, DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl },
    },
  )
  expect(stdout).toBe('Registered repobrain, Ask RepoBrain about this in server 42.\n')
  expect(discord.commands.get('42')).toHaveLength(2)
})
