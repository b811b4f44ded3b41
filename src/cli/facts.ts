/** `facts`: what is remembered about a repository, with how it stands today. */
import { wordFacts } from '../../handlers/word-facts.ts'
import { listFacts } from '../memory/list-facts.ts'
import { scopeOf } from '../memory/scope.ts'
import type { CommandContext } from './command.ts'
import { openMemory } from './open-memory.ts'

interface Options {
  readonly repo?: string
  readonly stale?: boolean
}

export async function run(context: CommandContext, _args: [], { repo, stale = false }: Options): Promise<number> {
  const { graph, repository } = await openMemory(context, repo)
  const facts = await listFacts(graph, scopeOf(null), { stale })
  context.print(wordFacts(facts, stale))
  context.printJson({ repository, facts })
  return 0
}
