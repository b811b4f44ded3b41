/** `forget`: deletes one fact, and says which. */
import { wordForgotten } from '../../handlers/word-facts.ts'
import { forgetFact } from '../memory/change-fact.ts'
import { findFact } from '../memory/list-facts.ts'
import { scopeOf } from '../memory/scope.ts'
import type { CommandContext } from './command.ts'
import { openMemory } from './open-memory.ts'

export async function run(context: CommandContext, [words]: [string[]], options: { repo?: string }): Promise<number> {
  const { graph, repository } = await openMemory(context, options.repo)
  const fact = await findFact(graph, scopeOf(null), words.join(' '))
  await forgetFact(graph, fact)
  context.print(wordForgotten(fact))
  context.printJson({ repository, forgotten: fact })
  return 0
}
