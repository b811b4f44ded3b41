import { findAnswer, keptReply } from './kept-answer.ts'
import type { CommandHandler } from './services.ts'

/** `share <episode>`: an answer that was given in private, for everybody in the channel. */
export const share: CommandHandler = async (services, command, chat) => {
  const answer = await findAnswer(services, command, command.text)
  const asked = answer.question.trim().replace(/\n/g, '\n> ')
  const head = `**${command.author.name}** asked:\n> ${asked}`
  await chat.post(
    command.conversation,
    { ...keptReply(answer), text: `${head}\n\n${answer.text}` },
    { inReplyTo: { ...command, audience: 'everyone' } },
  )
}
