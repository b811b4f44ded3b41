import { textReply } from '../src/chat.ts'
import { findOwner } from '../src/digest/own-news.ts'
import { UserError } from '../src/errors.ts'
import { parseDaily } from '../src/jobs/parse-daily.ts'
import { graphName } from '../src/repositories.ts'
import { createChannelSettings, visibleIn } from '../src/settings/channel-settings.ts'
import { createDigestSettings, DIGEST_PARTS, personalDigestId } from '../src/settings/digest-settings.ts'
import { repositoryOf } from './repository-of.ts'
import type { CommandHandler } from './services.ts'
import { wordDigestSetting, wordDigestWish } from './word-digest.ts'

/** The first digest says what was new the day before. */
const FIRST_WINDOW_MS = 86_400_000

/** `digest me on [09:00 Berlin] [@login]`, `digest me off`: a digest of what one owns, as a direct message. */
export const digestMe: CommandHandler = async (services, command, chat) => {
  const say = (text: string) => chat.post(command.conversation, textReply(text))
  const settings = createDigestSettings(services.database, command.workspace)
  const id = personalDigestId(command.author.id)
  const [, wish = '', rest = ''] = /^(on|off)?\b\s*([\s\S]*)$/i.exec(command.text.trim()) ?? []
  const known = await settings.find(id)
  if (wish.toLowerCase() === 'off') {
    if (known?.status === 'on') await settings.end(id, 'off')
    await say(known?.status === 'on' ? 'You get no more digests.' : 'You get no digest.')
    return
  }
  if (wish === '') {
    await say(wordDigestSetting(known, new Date()))
    return
  }
  const conversation = await chat.direct?.(command.workspace, command.author.id)
  if (conversation === undefined)
    throw new UserError(
      'There are no direct messages here.',
      'Set a digest for this channel: `digest 09:00 Europe/Berlin`.',
    )
  const { repository, text } = await repositoryOf(services, { ...command, text: rest })
  const bound = await createChannelSettings(services.database, command.workspace).boundRepositories()
  if (visibleIn(id, [repository], bound).length === 0) {
    throw new UserError(
      `${repository} is for certain channels only.`,
      'Set a digest there: `digest 09:00 Europe/Berlin`.',
    )
  }
  const [, login] = /(?:^|\s)@([\w-]+)/.exec(text) ?? []
  const person = login ?? command.author.name
  const graph = services.database.graph(graphName(command.workspace, repository))
  if ((await findOwner(graph, person)) === null) {
    throw new UserError(
      `Nobody called ${person} is in the history of ${repository}.`,
      'Say your login on GitHub: `digest me on @login`.',
    )
  }
  const when = text.replace(/(?:^|\s)@[\w-]+/, ' ').trim()
  const channel = await settings.find(command.channel)
  const zone = known?.zone ?? channel?.zone ?? null
  const { time, zone: chosen } =
    when === '' ? { time: known?.time ?? channel?.time ?? '09:00', zone: zone ?? 'UTC' } : parseDaily(when, zone)
  const at = new Date()
  const wanted = {
    id,
    platform: chat.name,
    conversation,
    is_private: true,
    person,
    repository,
    time,
    zone: chosen,
    includes: DIGEST_PARTS,
    set_by: command.author.id,
  }
  await settings.set(wanted, { at, since: new Date(at.getTime() - FIRST_WINDOW_MS) })
  await say(wordDigestWish(wanted, at, known?.day ?? null))
}
