import type { IncomingMessage } from '../src/chat.ts'
import { chooseRepository, listRepositories } from '../src/repositories.ts'
import { createChannelSettings, visibleIn } from '../src/settings/channel-settings.ts'
import { AskBackError } from './ask-back-error.ts'
import type { Services } from './services.ts'

const MOST_BUTTONS = 5

const OVERRIDE = /(?:^|\s)repo:([\w.-]+\/[\w.-]+)(?=\s|$)/

/** What may be spoken of where the message was written, sorted. */
export async function visibleRepositories(
  services: Pick<Services, 'database'>,
  { workspace, channel }: Pick<IncomingMessage, 'workspace' | 'channel'>,
): Promise<string[]> {
  const [indexed, bound] = await Promise.all([
    listRepositories(services.database, workspace),
    createChannelSettings(services.database, workspace).boundRepositories(),
  ])
  return visibleIn(channel, indexed, bound)
}

/**
 * The repository a message is about: `repo:owner/name` in it, the channel's default, or the only one. The text comes back
 * without the override. Throws what `chooseRepository` throws, and AskBackError where
 * several could be meant.
 */
export async function repositoryOf(
  services: Pick<Services, 'database'>,
  message: IncomingMessage,
): Promise<{ repository: string; text: string }> {
  const override = OVERRIDE.exec(message.text)
  const settings = createChannelSettings(services.database, message.workspace)
  const wanted = override?.[1] ?? (await settings.defaultRepository(message.channel))
  const visible = await visibleRepositories(services, message)
  if (wanted === null && visible.length > 1) {
    throw new AskBackError(
      `Several repositories are indexed: ${visible.join(', ')}.`,
      'Say `use owner/name` once for this channel, or put `repo:owner/name` into the question.',
      visible.slice(0, MOST_BUTTONS).map((name) => ({ label: `Use ${name}`, verb: 'use', text: name, style: 'plain' })),
    )
  }
  return {
    repository: chooseRepository(visible, wanted),
    text: override ? message.text.replace(OVERRIDE, ' ').trim() : message.text,
  }
}
