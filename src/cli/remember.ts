/** `remember`: a conclusion of a person, kept with what the code looks like now. */
import { createSourceReader } from '../../handlers/create-source-reader.ts'
import { wordSaved } from '../../handlers/word-facts.ts'
import { rememberForPerson } from '../agent/remember-for-person.ts'
import type { CommandContext } from './command.ts'
import { openMemory } from './open-memory.ts'
import { personOf } from './person-of.ts'

interface Options {
  readonly repo?: string
  readonly about?: readonly string[]
  readonly as?: string
  readonly session?: string
}

export async function run(context: CommandContext, [words]: [string[]], options: Options): Promise<number> {
  const { graph, repository } = await openMemory(context, options.repo)
  const saved = await rememberForPerson({
    graph,
    text: words.join(' '),
    about: options.about ?? [],
    session: options.session,
    person: personOf(options.as),
    readSource: createSourceReader(graph),
    clock: () => new Date(),
  })
  context.print(wordSaved(saved))
  context.printJson({ repository, ...saved })
  return 0
}
