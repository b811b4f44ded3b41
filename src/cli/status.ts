/** `status`: which repositories are indexed, at which commit, how far behind. */
import { wordStatus } from '../../handlers/word-status.ts'
import { repositoryStatus } from '../ingest/repository-status.ts'
import { chooseRepository, graphName, listRepositories } from '../repositories.ts'
import type { CommandContext } from './command.ts'
import { openContextDatabase } from './open-database.ts'

export async function run(context: CommandContext, _args: [], options: { repo?: string }): Promise<number> {
  const database = await openContextDatabase(context)
  const indexed = await listRepositories(database, context.workspace)
  const names = options.repo === undefined ? indexed : [chooseRepository(indexed, options.repo)]
  const statuses = await Promise.all(
    names.map((name) => repositoryStatus(database.graph(graphName(context.workspace, name)))),
  )
  context.print(wordStatus(statuses))
  context.printJson({ workspace: context.workspace, repositories: statuses })
  return 0
}
