/** `retire`: a fact that no longer holds; answers leave it out, history keeps it. */
import { wordFacts } from '../../handlers/word-facts.ts'
import { retireFact } from '../memory/change-fact.ts'
import { findFact } from '../memory/list-facts.ts'
import { scopeOf } from '../memory/scope.ts'
import type { CommandContext } from './command.ts'
import { openMemory } from './open-memory.ts'
import { personOf } from './person-of.ts'

interface Options {
  readonly repo?: string
  readonly as?: string
}

export async function run(context: CommandContext, [words]: [string[]], options: Options): Promise<number> {
  const { graph, repository } = await openMemory(context, options.repo)
  const fact = await findFact(graph, scopeOf(null), words.join(' '))
  await retireFact(graph, fact, { person: personOf(options.as), at: new Date() })
  const retired = await findFact(graph, scopeOf(null), fact.id)
  context.print(wordFacts([retired], false))
  context.printJson({ repository, fact: retired })
  return 0
}
