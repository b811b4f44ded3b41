/** `digest`: when this channel gets one, or a person alone, and what is new right now. */
import { type ChatPlatform, type IncomingCommand, textReply } from '../src/chat.ts'
import { isEmpty } from '../src/digest/digest.ts'
import { digestToReply } from '../src/digest/digest-to-reply.ts'
import { makeDigest } from '../src/digest/make-digest.ts'
import { findOwner } from '../src/digest/own-news.ts'
import { type Published, publishDigest } from '../src/digest/publish-digest.ts'
import { UserError } from '../src/errors.ts'
import { parseDaily } from '../src/jobs/parse-daily.ts'
import { graphName } from '../src/repositories.ts'
import { createDigestSettings, personalDigestId } from '../src/settings/digest-settings.ts'
import { type Delivery, UndeliveredError } from './delivery.ts'
import { requireAdmin } from './permissions.ts'
import { privateTo } from './private-to.ts'
import { readDigestParts } from './read-digest-parts.ts'
import { repositoryOf } from './repository-of.ts'
import type { CommandHandler, Services } from './services.ts'
import { wordDigestSetting, wordDigestWish } from './word-digest.ts'

const DAY_MS = 86_400_000

type Say = (text: string) => Promise<unknown>

export const digest: CommandHandler = async (services, command, chat) => {
  const say: Say = (text) => chat.post(command.conversation, textReply(text))
  const [, first = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(command.text.trim()) ?? []
  switch (first.toLowerCase()) {
    case '':
    case 'status':
      return tellSetting(services, command, say)
    case 'now':
      return postNow(services, command, chat, say)
    case 'off':
      return endFor(services, command, chat, say)
    case 'me':
      return forPerson(services, { ...command, text: rest }, chat, say)
    default:
      return setForChannel(services, command, chat, say)
  }
}

const settingsOf = ({ database }: Services, { workspace }: IncomingCommand) => createDigestSettings(database, workspace)

async function tellSetting(services: Services, command: IncomingCommand, say: Say): Promise<void> {
  const entry = await settingsOf(services, command).find(command.channel)
  await say(wordDigestSetting(entry, new Date()))
}

async function setForChannel(services: Services, command: IncomingCommand, chat: Delivery, say: Say): Promise<void> {
  requireAdmin(services, command, chat.name, 'set the digest of a channel')
  const settings = settingsOf(services, command)
  const { text } = await repositoryOf(services, command)
  const known = await settings.find(command.channel)
  const { includes, rest } = readDigestParts(text)
  const { time, zone } = parseDaily(rest, known?.zone ?? null)
  const at = new Date()
  const wish = {
    id: command.channel,
    platform: chat.name,
    conversation: chat.channel?.(command.workspace, command.channel) ?? command.conversation,
    is_private: command.isPrivate,
    person: null,
    repository: null,
    time,
    zone,
    includes,
    set_by: command.author.id,
  }
  await settings.set(wish, { at, since: new Date(at.getTime() - DAY_MS) })
  await say(wordDigestWish(wish, at))
}

async function endFor(services: Services, command: IncomingCommand, chat: Delivery, say: Say): Promise<void> {
  requireAdmin(services, command, chat.name, 'set the digest of a channel')
  const settings = settingsOf(services, command)
  const entry = await settings.find(command.channel)
  if (entry?.status === 'on') await settings.end(command.channel, 'off')
  await say(entry?.status === 'on' ? 'There is no daily digest here any more.' : 'There is no daily digest here.')
}

const NOW: Readonly<Record<Published, string>> = {
  posted: 'That is what is new.',
  edited: 'Today’s digest has been brought up to date.',
  'nothing-new': 'Nothing is new since the last digest.',
  elsewhere: 'The digest is being posted at this moment.',
}

async function postNow(services: Services, command: IncomingCommand, chat: Delivery, say: Say): Promise<void> {
  const { database } = services
  const { workspace, channel } = command
  const now = new Date()
  const entry = await settingsOf(services, command).find(channel)
  if (entry?.status === 'on') {
    const platform = forEverybody(chat, command)
    await say(NOW[await publishDigest({ database, platform, workspace, id: channel, now, day: null })])
    return
  }
  const { repository } = await repositoryOf(services, command)
  const wanted = { includes: readDigestParts('').includes, privateTo: privateTo(command), person: null, zone: 'UTC' }
  const since = new Date(now.getTime() - DAY_MS)
  const made = await makeDigest(database.graph(graphName(workspace, repository)), wanted, {
    since,
    cursor: null,
    now,
    reported: [],
  })
  if (isEmpty(made.digest)) await say(`Nothing is new in ${repository} since yesterday.`)
  else await chat.post(command.conversation, digestToReply(made.digest))
}

/** Replies to a command may be shown to its author alone; a digest is for the channel. */
function forEverybody(chat: Delivery, command: IncomingCommand): ChatPlatform {
  const inReplyTo: IncomingCommand = { ...command, audience: 'everyone' }
  const bare = (error: unknown) => {
    throw error instanceof UndeliveredError ? error.cause : error
  }
  return {
    ...chat,
    post: (conversation, reply, how) => chat.post(conversation, reply, { ...how, inReplyTo }).catch(bare),
    posted: (conversation, id) => ({ id, update: (reply) => chat.posted(conversation, id).update(reply).catch(bare) }),
  }
}

/** `me on [09:00 Berlin] [@login]`, `me off`: a digest of what one owns, as a direct message. */
async function forPerson(services: Services, command: IncomingCommand, chat: Delivery, say: Say): Promise<void> {
  const settings = settingsOf(services, command)
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
    includes: readDigestParts('').includes,
    set_by: command.author.id,
  }
  await settings.set(wanted, { at, since: new Date(at.getTime() - DAY_MS) })
  await say(wordDigestWish(wanted, at))
}
