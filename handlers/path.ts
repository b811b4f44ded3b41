import { textReply } from '../src/chat.ts'
import { UserError } from '../src/errors.ts'
import { findAnswer } from './kept-answer.ts'
import type { CommandHandler } from './services.ts'

/** `path <episode> [dark]`: the way that an answer walked through the graph, as a picture. */
export const path: CommandHandler = async (services, command, chat) => {
  const [episode = '', mode] = command.text.split(/\s+/)
  const answer = await findAnswer(services, command, episode)
  if (answer.path.length === 0)
    throw new UserError('That answer walked no path.', 'Ask about a function, a class or a pull request.')
  // Drawing loads a renderer and fonts, which no other answer needs.
  const { drawPath } = await import('../src/picture/draw-path.ts')
  const picture = await drawPath(answer.path, { dark: mode === 'dark' })
  await chat.post(command.conversation, { ...textReply(''), language: answer.language, picture })
}
