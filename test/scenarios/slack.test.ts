import { expect, it } from 'vitest'
import { createSlackPlatform } from '../../adapters/slack/index.ts'
import { startFakeSlack } from '../fakes/slack/fake-slack.ts'
import { openBot } from './open-bot.ts'
import { asDocument, steady, tellStory } from './story.ts'

it('the story of a maintainer, in Slack', async () => {
  const slack = await startFakeSlack()
  const ann = slack.person('Ann')
  const general = slack.channel('general')
  const { appToken, apiUrl, botToken } = slack
  const { bot, project, close, log } = await openBot((logger) => [
    {
      name: 'slack',
      create: (onFailure) => createSlackPlatform({ apiUrl, botToken, connection: { appToken }, logger, onFailure }),
    },
  ])
  await expect.poll(() => bot?.supervised[0]?.state().status, { timeout: 20_000 }).toBe('running')
  let thread = ''
  const mention = `<@${slack.bot}>`
  const seen = () =>
    `${slack.seen(general, { viewer: ann })}\n\n--- the thread ---\n\n${slack.seen(general, { thread, viewer: ann })}`
  try {
    await tellStory(
      {
        ask: async (text) => {
          thread = (await slack.says(ann, general, `${mention} ${text}`)).ts
        },
        follow: async (text) => void (await slack.says(ann, general, text, { thread })),
        askPrivately: async (text) => void (await slack.command(ann, general, `ask ${text}`)),
        verb: async (name, text) => void (await slack.command(ann, general, `${name} ${text}`)),
        press: async (label) => void (await slack.presses(ann, general, label)),
        rate: async (how) => void (await slack.presses(ann, general, how === 'up' ? '👍 Helpful' : '👎 Not helpful')),
        seen,
        hasPictures: true,
        hasOthers: true,
      },
      project,
    )
    expect(slack.pings()).toEqual([])
    await expect(steady(asDocument('Slack', seen()))).toMatchFileSnapshot('../../docs/transcripts/slack.md')
  } catch (error) {
    throw new Error(`${String(error)}\n\n${seen()}\n\n${log().slice(-6_000)}`, { cause: error })
  } finally {
    await close()
    await slack.close()
  }
}, 150_000)
