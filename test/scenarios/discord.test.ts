import { expect, it } from 'vitest'
import { createDiscordPlatform } from '../../adapters/discord/index.ts'
import { openDiscordServer } from '../fakes/discord/discord-server.ts'
import { openBot } from './open-bot.ts'
import { asDocument, steady, tellStory } from './story.ts'

it('the story of a maintainer, in Discord', async () => {
  const discord = await openDiscordServer()
  const ann = discord.addPerson('Ann')
  const general = discord.addChannel('general')
  const { apiUrl, token } = discord
  const { bot, project, close, log } = await openBot((logger) => [
    { name: 'discord', create: (onFailure) => createDiscordPlatform({ token, apiUrl, logger, onFailure }) },
  ])
  await expect.poll(() => bot?.supervised[0]?.state().status, { timeout: 20_000 }).toBe('running')
  let thread = ''
  const inThread = () => (thread !== '' && discord.world.channels.has(thread) ? discord.seen(thread, ann) : '')
  const seen = () => `${discord.seen(general, ann)}\n\n--- the thread ---\n\n${inThread()}`
  const where = (label: string) => (inThread().includes(label) ? thread : general)
  try {
    await tellStory(
      {
        ask: async (text) => {
          thread = discord.say(general, text, { as: ann, mention: true })
        },
        follow: async (text) => void discord.say(thread, text, { as: ann }),
        askPrivately: async (text) => void discord.slash(general, 'ask', { question: text }, ann),
        verb: async (name, text) => void discord.slash(general, name, { source: text }, ann),
        press: async (label) => void discord.press(where(label), label, ann),
        rate: async (how) => void discord.press(thread, how === 'up' ? '👍' : '👎', ann),
        seen,
        hasPictures: true,
        hasOthers: true,
      },
      project,
    )
    expect(discord.refused).toEqual([])
    await expect(steady(asDocument('Discord', seen()))).toMatchFileSnapshot('../../docs/transcripts/discord.md')
  } catch (error) {
    throw new Error(`${String(error)}\n\n${seen()}\n\n${log().slice(-6_000)}`, { cause: error })
  } finally {
    await close()
    await discord.close()
  }
}, 150_000)
