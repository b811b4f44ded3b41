/** `digest now`: what is new at this moment. */
import { type ChatPlatform, type IncomingCommand, textReply } from '../src/chat.ts'
import { isEmpty } from '../src/digest/digest.ts'
import { digestToReply } from '../src/digest/digest-to-reply.ts'
import { makeDigest } from '../src/digest/make-digest.ts'
import { type Published, publishDigest } from '../src/digest/publish-digest.ts'
import { graphName } from '../src/repositories.ts'
import { createDigestSettings, DIGEST_PARTS, FIRST_DIGEST_MS } from '../src/settings/digest-settings.ts'
import { type Delivery, UndeliveredError } from './delivery.ts'
import { privateTo } from './private-to.ts'
import { repositoryOf } from './repository-of.ts'
import type { CommandHandler } from './services.ts'

const NOW: Readonly<Record<Published, string>> = {
  posted: 'That is what is new.',
  edited: 'Today’s digest has been brought up to date.',
  'nothing-new': 'Nothing is new since the last digest.',
  elsewhere: 'The digest is being posted at this moment.',
}

/** Brings the channel's digest up to date; where there is none, tells of the last day. */
export const digestNow: CommandHandler = async (services, command, chat) => {
  const say = (text: string) => chat.post(command.conversation, textReply(text))
  const { database } = services
  const { workspace, channel } = command
  const now = new Date()
  const entry = await createDigestSettings(database, workspace).find(channel)
  if (entry?.status === 'on') {
    const platform = forEverybody(chat, command)
    await say(NOW[await publishDigest({ database, platform, workspace, id: channel, now, day: null })])
    return
  }
  const { repository } = await repositoryOf(services, command)
  const wanted = { includes: DIGEST_PARTS, privateTo: privateTo(command), person: null, zone: 'UTC' }
  const since = new Date(now.getTime() - FIRST_DIGEST_MS)
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
