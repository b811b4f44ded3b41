import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { runTerminal } from '../../src/app.ts'
import { openBot } from './open-bot.ts'
import { asDocument, steady, tellStory } from './story.ts'

it('the story of a maintainer, in a terminal', async () => {
  const { services, shutdown, project, close } = await openBot(() => [])
  const input = new PassThrough()
  const output = Object.assign(new PassThrough(), { columns: 80 })
  let text = ''
  output.on('data', (chunk) => {
    text += String(chunk)
  })
  const ended = runTerminal({
    services,
    shutdown,
    input,
    output,
    workspace: 'local',
    author: { id: 'ann', name: 'Ann', isBot: false, isAdmin: true },
    session: 's1',
  })
  const type = async (line: string) => {
    text += `> ${line}\n`
    input.write(`${line}\n`)
  }
  try {
    await tellStory(
      {
        ask: type,
        follow: type,
        askPrivately: type,
        verb: (name, words) => type(`/${name} ${words}`),
        press: (label) => {
          const [, command = ''] = text.match(new RegExp(`${label}: (/\\S+ \\S+(?:\\s+repo:\\S+)?)`)) ?? []
          return type(command.replace(/\s+/g, ' '))
        },
        rate: async () => {},
        seen: () => text,
        hasPictures: false,
        hasOthers: false,
      },
      project,
    )
    input.end()
    await ended
    await expect(steady(asDocument('a terminal', text.trimEnd()))).toMatchFileSnapshot(
      '../../docs/transcripts/terminal.md',
    )
  } finally {
    await close()
  }
}, 150_000)
