import type { IncomingMessage } from '../src/chat.ts'
import { chooseRepository, listRepositories } from '../src/repositories.ts'
import { createChannelSettings } from '../src/settings/channel-settings.ts'
import type { Services } from './services.ts'

const OVERRIDE = /(?:^|\s)repo:([\w.-]+\/[\w.-]+)(?=\s|$)/

/**
 * The repository a message is about: `repo:owner/name` in it, the channel's default, or the only one. The text comes back
 * without the override. Throws what `chooseRepository` throws.
 */
export async function repositoryOf(
  services: Pick<Services, 'database'>,
  message: IncomingMessage,
): Promise<{ repository: string; text: string }> {
  const override = OVERRIDE.exec(message.text)
  const settings = createChannelSettings(services.database, message.workspace)
  const wanted = override?.[1] ?? (await settings.defaultRepository(message.channel))
  const indexed = await listRepositories(services.database, message.workspace)
  return {
    repository: chooseRepository(indexed, wanted),
    text: override ? message.text.replace(OVERRIDE, ' ').trim() : message.text,
  }
}
