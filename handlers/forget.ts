import { textReply } from '../src/chat.ts'
import { forgetFact } from '../src/memory/change-fact.ts'
import { findFact } from '../src/memory/list-facts.ts'
import { memoryOf } from './memory-of.ts'
import type { CommandHandler } from './services.ts'
import { wordForgotten } from './word-facts.ts'

/** `/forget <id>`: deletes one fact and says what it was. */
export const forget: CommandHandler = async (services, command, platform) => {
  const { graph, scope, text } = await memoryOf(services, command)
  const fact = await findFact(graph, scope, text)
  await forgetFact(graph, fact)
  await platform.post(command.conversation, textReply(wordForgotten(fact)))
}
