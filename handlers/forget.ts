import { textReply } from '../src/chat.ts'
import { forgetFact } from '../src/memory/change-fact.ts'
import { findFact } from '../src/memory/list-facts.ts'
import { memoryOf } from './memory-of.ts'
import { requireAdmin } from './permissions.ts'
import type { CommandHandler } from './services.ts'
import { wordForgotten } from './word-facts.ts'

/** `forget <id>`: deletes one fact and says what it was. */
export const forget: CommandHandler = async (services, command, chat) => {
  const { graph, scope, text } = await memoryOf(services, command)
  const fact = await findFact(graph, scope, text)
  const own = fact.sources.every(({ author }) => author === command.author.name)
  if (!own) requireAdmin(services, command, chat.name, 'forget what others said')
  await forgetFact(graph, fact)
  await chat.post(command.conversation, textReply(wordForgotten(fact)))
}
