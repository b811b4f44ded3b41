import { textReply } from '../src/chat.ts'
import { repositoryStatus } from '../src/ingest/repository-status.ts'
import { graphName } from '../src/repositories.ts'
import { visibleRepositories } from './repository-of.ts'
import type { CommandHandler, Services } from './services.ts'
import { wordStatus } from './word-status.ts'

/** `status`: what is indexed in this workspace, and how fresh it is. */
export const status: CommandHandler = async (services, command, chat) => {
  await chat.post(command.conversation, textReply(await statusText(services, command)))
}

export async function statusText(
  services: Pick<Services, 'database'>,
  place: { readonly workspace: string; readonly channel: string },
): Promise<string> {
  const names = await visibleRepositories(services, place)
  const statuses = await Promise.all(
    names.map((name) => repositoryStatus(services.database.graph(graphName(place.workspace, name)))),
  )
  return wordStatus(statuses)
}
