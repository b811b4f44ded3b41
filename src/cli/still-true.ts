/** `still-true`: a fact that is out of date was looked at and holds; from now on the code of today is its measure. */
import { wordFacts } from '../../handlers/word-facts.ts'
import { confirmFact } from '../memory/change-fact.ts'
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
  const confirmed = await confirmFact(graph, fact, { person: personOf(options.as), at: new Date() })
  context.print(wordFacts([confirmed], false))
  context.printJson({ repository, fact: confirmed })
  return 0
}
