import type { Graph } from '../graph/types.ts'
import { chooseRepository, graphName, listRepositories } from '../repositories.ts'
import type { CommandContext } from './command.ts'
import { openContextDatabase } from './open-database.ts'

/** The graph of the repository that is meant. Throws what `chooseRepository` throws. */
export async function openMemory(
  context: CommandContext,
  repo: string | undefined,
): Promise<{ graph: Graph; repository: string }> {
  const database = await openContextDatabase(context)
  const repository = chooseRepository(await listRepositories(database, context.workspace), repo ?? null)
  return { graph: database.graph(graphName(context.workspace, repository)), repository }
}
