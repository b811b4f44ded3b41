/** `digest`: when this channel gets one, or a person alone, and what is new right now. */
import { type IncomingCommand, textReply } from '../src/chat.ts'
import { UserError } from '../src/errors.ts'
import { parseDaily } from '../src/jobs/parse-daily.ts'
import { createDigestSettings, FIRST_DIGEST_MS } from '../src/settings/digest-settings.ts'
import type { Delivery } from './delivery.ts'
import { digestMe } from './digest-me.ts'
import { digestNow } from './digest-now.ts'
import { requireAdmin } from './permissions.ts'
import { readDigestParts } from './read-digest-parts.ts'
import { repositoryOf } from './repository-of.ts'
import type { CommandHandler, Services } from './services.ts'
import { wordDigestSetting, wordDigestWish } from './word-digest.ts'

type Say = (text: string) => Promise<unknown>

export const digest: CommandHandler = async (services, command, chat) => {
  const say = (text: string) => chat.post(command.conversation, textReply(text))
  const [, first = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(command.text.trim()) ?? []
  switch (first.toLowerCase()) {
    case '':
    case 'status':
      return tellSetting(services, command, say)
    case 'now':
      return digestNow(services, command, chat)
    case 'off':
      return endFor(services, command, chat, say)
    case 'me':
      return digestMe(services, { ...command, text: rest }, chat)
    default:
      return setForChannel(services, command, chat, say)
  }
}

async function tellSetting(services: Services, command: IncomingCommand, say: Say): Promise<void> {
  const entry = await createDigestSettings(services.database, command.workspace).find(command.channel)
  await say(wordDigestSetting(entry, new Date()))
}

async function setForChannel(services: Services, command: IncomingCommand, chat: Delivery, say: Say): Promise<void> {
  requireAdmin(services, command, chat.name, 'set the digest of a channel')
  if (chat.channel === undefined) {
    throw new UserError('Nothing is posted here by itself.', 'See what is new whenever you like: `digest now`.')
  }
  const settings = createDigestSettings(services.database, command.workspace)
  const { repository, text } = await repositoryOf(services, command)
  const known = await settings.find(command.channel)
  const { includes, rest } = readDigestParts(text)
  const { time, zone } = known !== null && rest.trim() === '' ? known : parseDaily(rest, known?.zone ?? null)
  const at = new Date()
  const wish = {
    id: command.channel,
    platform: chat.name,
    conversation: chat.channel(command.workspace, command.channel),
    is_private: command.isPrivate,
    person: null,
    // Without `repo:owner/name` it goes with the channel's default, whatever that becomes.
    repository: text === command.text ? null : repository,
    time,
    zone,
    includes,
    set_by: command.author.id,
  }
  await settings.set(wish, { at, since: new Date(at.getTime() - FIRST_DIGEST_MS) })
  await say(wordDigestWish(wish, at, known?.day ?? null))
}

async function endFor(services: Services, command: IncomingCommand, chat: Delivery, say: Say): Promise<void> {
  requireAdmin(services, command, chat.name, 'set the digest of a channel')
  const settings = createDigestSettings(services.database, command.workspace)
  const entry = await settings.find(command.channel)
  if (entry?.status === 'on') await settings.end(command.channel, 'off')
  await say(entry?.status === 'on' ? 'There is no daily digest here any more.' : 'There is no daily digest here.')
}
