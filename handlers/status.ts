import { textReply } from '../src/chat.ts'
import { repositoryStatus } from '../src/ingest/repository-status.ts'
import { graphName, listRepositories } from '../src/repositories.ts'
import type { CommandHandler } from './services.ts'
import { wordStatus } from './word-status.ts'

/** `/status`: what is indexed in this workspace, and how fresh it is. */
export const status: CommandHandler = async (services, command, platform) => {
  const names = await listRepositories(services.database, command.workspace)
  const statuses = await Promise.all(
    names.map((name) => repositoryStatus(services.database.graph(graphName(command.workspace, name)))),
  )
  await platform.post(command.conversation, textReply(wordStatus(statuses)))
}
