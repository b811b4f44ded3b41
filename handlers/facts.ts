import { textReply } from '../src/chat.ts'
import { UserError } from '../src/errors.ts'
import { listFacts } from '../src/memory/list-facts.ts'
import { memoryOf } from './memory-of.ts'
import type { CommandHandler } from './services.ts'
import { wordFacts } from './word-facts.ts'

/** `/facts [stale]`: what is remembered here. */
export const facts: CommandHandler = async (services, command, chat) => {
  const { graph, scope, text } = await memoryOf(services, command)
  if (text !== '' && text !== 'stale')
    throw new UserError(`There is no /facts ${text}.`, 'Say `/facts` or `/facts stale`.')
  const stale = text === 'stale'
  const listed = await listFacts(graph, scope, { stale })
  await chat.post(command.conversation, textReply(wordFacts(listed, stale)))
}
