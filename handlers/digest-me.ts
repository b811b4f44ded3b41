import { type IncomingCommand, textReply } from '../src/chat.ts'
import { findOwner } from '../src/digest/own-news.ts'
import { UserError } from '../src/errors.ts'
import { parseDaily } from '../src/jobs/parse-daily.ts'
import { graphName } from '../src/repositories.ts'
import { createChannelSettings, visibleIn } from '../src/settings/channel-settings.ts'
import {
  createDigestSettings,
  DIGEST_PARTS,
  type DigestEntry,
  type DigestWish,
  FIRST_DIGEST_MS,
  personalDigestId,
} from '../src/settings/digest-settings.ts'
import type { Delivery } from './delivery.ts'
import { repositoryOf } from './repository-of.ts'
import type { CommandHandler, Services } from './services.ts'
import { wordDigestSetting, wordDigestWish } from './word-digest.ts'

/** `digest me on [09:00 Berlin] [@login]`, `digest me off`: a digest of what one owns, as a direct message. */
export const digestMe: CommandHandler = async (services, command, chat) => {
  const say = (text: string) => chat.post(command.conversation, textReply(text))
  const settings = createDigestSettings(services.database, command.workspace)
  const id = personalDigestId(command.author.id)
  const known = await settings.find(id)
  const [, wish = '', rest = ''] = /^(on|off)?\b\s*([\s\S]*)$/i.exec(command.text.trim()) ?? []
  switch (wish.toLowerCase()) {
    case 'on': {
      const wanted = await readWish(services, { ...command, text: rest }, chat, known)
      const at = new Date()
      await settings.set({ id, ...wanted }, { at, since: new Date(at.getTime() - FIRST_DIGEST_MS) })
      await say(wordDigestWish(wanted, at, known?.day ?? null))
      return
    }
    case 'off':
      if (known?.status === 'on') await settings.end(id, 'off')
      await say(known?.status === 'on' ? 'You get no more digests.' : 'You get no digest.')
      return
    default:
      await say(wordDigestSetting(known, new Date()))
  }
}

/** Time and zone that are not said are those of before, of the channel, or 09:00 UTC. */
async function readWish(
  services: Services,
  command: IncomingCommand,
  chat: Delivery,
  known: DigestEntry | null,
): Promise<Omit<DigestWish, 'id'>> {
  const { workspace, author } = command
  if (chat.direct === undefined) throw new UserError('There are no direct messages here.', 'Ask: `digest now`.')
  const { repository, text } = await repositoryOf(services, command)
  const [mention = '', login = author.name] = /(?:^|\s)@([\w-]+)/.exec(text) ?? []
  await requireReadable(services, workspace, { repository, person: login, reader: author.id })
  const when = text.replace(mention, ' ').trim()
  const channel = known ?? (await createDigestSettings(services.database, workspace).find(command.channel))
  const before = { time: channel?.time ?? '09:00', zone: channel?.zone ?? 'UTC' }
  const { time, zone } = when === '' ? before : parseDaily(when, channel?.zone ?? null)
  return {
    platform: chat.name,
    conversation: await chat.direct(workspace, author.id),
    is_private: true,
    person: login,
    repository,
    time,
    zone,
    includes: DIGEST_PARTS,
    set_by: author.id,
  }
}

async function requireReadable(
  { database }: Services,
  workspace: string,
  { repository, person, reader }: { readonly repository: string; readonly person: string; readonly reader: string },
): Promise<void> {
  const bound = await createChannelSettings(database, workspace).boundRepositories()
  if (visibleIn(personalDigestId(reader), [repository], bound).length === 0) {
    throw new UserError(
      `${repository} is for certain channels only.`,
      'Set a digest there: `digest 09:00 Europe/Berlin`.',
    )
  }
  if ((await findOwner(database.graph(graphName(workspace, repository)), person)) !== null) return
  throw new UserError(
    `Nobody called ${person} is in the history of ${repository}.`,
    'Say your login on GitHub: `digest me on @login`.',
  )
}
