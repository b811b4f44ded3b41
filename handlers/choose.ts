import { ask } from './ask.ts'
import { findAnswer } from './kept-answer.ts'
import type { CommandHandler } from './services.ts'

/** `choose <number> <episode>`: the question of that answer, about the one of its candidates that was meant. */
export const choose: CommandHandler = async (services, command, chat) => {
  const [, number = '', episode = ''] = /^(\d+) (\S+)$/.exec(command.text) ?? []
  const { question, candidates, repository, session } = await findAnswer(services, command, episode)
  const chosen = candidates[Number(number)]
  await ask(services, { ...command, text: `${question} repo:${repository}` }, chat, {
    session,
    ...(chosen === undefined ? {} : { chosen }),
  })
}
