import { rememberForPerson } from '../src/agent/remember-for-person.ts'
import { textReply } from '../src/chat.ts'
import { createSourceReader } from './create-source-reader.ts'
import { memoryOf } from './memory-of.ts'
import type { CommandHandler } from './services.ts'
import { wordSaved } from './word-facts.ts'

const REMEMBER =
  /^\s*(?:please\s+)?(?:remember(?:\s+that\b|\s*[:,])|记住\s*[:：,，]?|请记住\s*[:：,，]?)\s*(\S[\s\S]*)$/i
const ABOUT = /\s--about\s+(\S+)/g

/** The fact in `remember that …`; null for any other message. */
export const rememberedText = (text: string): string | null => REMEMBER.exec(text)?.[1] ?? null

/** `/remember … [--about name]…`: saves what a person says about the code that it names, or that the thread is about. */
export const remember: CommandHandler = async (services, command, platform) => {
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
  await platform.post(command.conversation, textReply(wordSaved(saved)))
}
