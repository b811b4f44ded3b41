import { rememberForPerson } from '../src/agent/remember-for-person.ts'
import { textReply } from '../src/chat.ts'
import { createSourceReader } from './create-source-reader.ts'
import { memoryOf } from './memory-of.ts'
import type { CommandHandler } from './services.ts'
import { wordSaved } from './word-facts.ts'

const ABOUT = /\s--about\s+(\S+)/g

/** `/remember … [--about name]…`: saves what a person says about the code that it names, or that the thread is about. */
export const remember: CommandHandler = async (services, command, chat) => {
  const { graph, text, privateTo } = await memoryOf(services, command)
  const saved = await rememberForPerson({
    graph,
    text: text.replace(ABOUT, '').trim(),
    about: [...text.matchAll(ABOUT)].map(([, name = '']) => name),
    session: command.conversation,
    person: command.author.name,
    privateTo,
    readSource: createSourceReader(graph),
    clock: () => new Date(),
  })
  await chat.post(command.conversation, textReply(wordSaved(saved)))
}
