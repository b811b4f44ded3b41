/** What Discord delivers, as the program wants it. Nothing of the library leaves this folder. */
import {
  type BaseInteraction,
  ChannelType,
  type Client,
  type GuildMember,
  type Message,
  MessageType,
  PermissionFlagsBits,
  type User,
} from 'discord.js'
import type { Author, IncomingMessage } from '../../src/chat.ts'
import { encodeConversation, type Place } from './conversation-id.ts'
import { readAttachments } from './read-attachments.ts'

/** What a message says at the moment it arrives: the library changes messages in place when their authors do. */
export interface Words {
  readonly text: string
  readonly isMention: boolean
}

export const readWords = (message: Message, client: Client<true>): Words => ({
  text: readText(message, client),
  isMention: mentionsOf(message, client).some((mention) => withoutQuotes(message.content).includes(mention)),
})

/** Null for what is not meant for the bot: of bots, of Discord itself, without a word to it outside of threads. */
export async function parseMessage(
  message: Message,
  words: Words,
  client: Client<true>,
  apiUrl: string,
): Promise<IncomingMessage | null> {
  if (message.author.bot || message.webhookId !== null) return null
  if (message.type !== MessageType.Default && message.type !== MessageType.Reply) return null
  const addressed = words.isMention ? 'directly' : await howAddressed(message, client)
  if (addressed === null) return null
  const text = [words.text, await readAttachments(message, apiUrl)].filter((part) => part !== '').join('\n\n')
  // Without the right to read messages, those to others arrive empty.
  if (text === '' && addressed === 'thread') return null
  const place = await placeOfMessage(message)
  return {
    id: message.id,
    workspace: workspaceOf(place.guild, message.author.id),
    channel: place.channel,
    conversation: encodeConversation(place),
    isPrivate: isPrivate(message.channel, message.guild),
    author: readAuthor(message.author, await memberOf(message)),
    text,
    addressed,
    about: addressed === 'directly' ? await readAbout(message, client) : null,
    audience: 'everyone',
  }
}

/** Messages that were fetched come without the member. */
const memberOf = async ({ member, guild, author }: Message): Promise<GuildMember | null> =>
  member ?? (guild && (await guild.members.fetch(author.id).catch(() => null)))

/** Without a mention. */
async function howAddressed(message: Message, client: Client<true>): Promise<IncomingMessage['addressed'] | null> {
  if (message.guild === null) return 'directly'
  if (message.channel.isThread()) return 'thread'
  const repliedTo = await referenced(message)
  return repliedTo?.author.id === client.user.id ? 'directly' : null
}

/** People pick the role of the bot, too: it has the same name. */
function mentionsOf({ guild }: Message, { user }: Client<true>): string[] {
  const role = guild?.members.me?.roles.botRole
  return [`<@${user.id}>`, `<@!${user.id}>`, ...(role ? [`<@&${role.id}>`] : [])]
}

/** Whoever quotes or shows a mention does not mention. */
const withoutQuotes = (text: string) =>
  text
    .replace(/```[\s\S]*?```/g, '')
    .replace(/`[^`\n]+`/g, '')
    .replace(/^>.*$/gm, '')

/** The message that this one replies to; null also where it is gone or may not be read. */
async function referenced(message: Message): Promise<Message | null> {
  if (message.type !== MessageType.Reply || !message.reference?.messageId) return null
  const known = message.channel.messages.cache.get(message.reference.messageId)
  return known ?? message.fetchReference().catch(() => null)
}

async function placeOfMessage(message: Message): Promise<Place> {
  const { guildId, channel } = message
  if (guildId === null) return { guild: null, channel: channel.id, thread: null, person: null }
  if (channel.isThread())
    return { guild: guildId, channel: channel.parentId ?? channel.id, thread: channel.id, person: null }
  // Where there can be no thread, what replies to a reply of the bot goes on with the conversation.
  const repliedTo = await referenced(message)
  const isOurs = repliedTo !== null && repliedTo.author.id === message.client.user.id
  const begin = isOurs ? (repliedTo.reference?.messageId ?? null) : null
  return { guild: guildId, channel: channel.id, thread: begin ?? message.id, person: null }
}

/** The message that is replied to, or that the thread hangs on. */
async function readAbout(message: Message, client: Client<true>): Promise<string | null> {
  const { channel } = message
  const repliedTo = await referenced(message)
  const about = repliedTo ?? (channel.isThread() ? await channel.fetchStarterMessage().catch(() => null) : null)
  if (about === null || about.id === message.id || about.author.id === client.user.id) return null
  return readText(about, client) || null
}

/** What it says, without the mention of the bot, and with names instead of ids. */
export function readText(message: Message, client: Client<true>): string {
  const names = (text: string) =>
    text
      .replace(/<@!?(\d+)>/g, (token, id: string) => {
        const user = message.mentions.users.get(id)
        return user ? `@${user.displayName}` : token
      })
      .replace(/<@&(\d+)>/g, (token, id: string) => atName(message.guild?.roles.cache.get(id)?.name) ?? token)
      .replace(/<#(\d+)>/g, (token, id: string) => hashName(message.guild?.channels.cache.get(id)?.name) ?? token)
      .replace(/<a?:(\w+):\d+>/g, ':$1:')
      .replace(/<(https?:\/\/[^\s<>]+)>/g, '$1')
  const withoutBot = mentionsOf(message, client).reduce(
    (text, mention) => text.replaceAll(mention, ''),
    message.content,
  )
  return withoutBot
    .split(/(```[\s\S]*?```|`[^`\n]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : names(part)))
    .join('')
    .trim()
}

const atName = (name: string | undefined) => (name === undefined ? undefined : `@${name}`)
const hashName = (name: string | undefined) => (name === undefined ? undefined : `#${name}`)

/** Where a command was typed or a button pressed; `person`: whose eyes alone the reply is for. */
export function placeOfInteraction(interaction: BaseInteraction, person: string | null): Place {
  const { guildId, channel, channelId } = interaction
  const id = channelId ?? ''
  if (guildId === null) return { guild: null, channel: id, thread: null, person: null }
  return channel?.isThread()
    ? { guild: guildId, channel: channel.parentId ?? id, thread: id, person }
    : { guild: guildId, channel: id, thread: null, person }
}

/** What all interactions have in common. */
export function parseInteraction(interaction: BaseInteraction, place: Place) {
  const { user, member, memberPermissions } = interaction
  const isAdmin = memberPermissions?.has(PermissionFlagsBits.ManageGuild) ?? false
  return {
    workspace: workspaceOf(place.guild, user.id),
    channel: place.channel,
    conversation: encodeConversation(place),
    isPrivate: place.guild === null || isPrivate(interaction.channel, interaction.guild),
    author: { ...readAuthor(user, member && 'displayName' in member ? member : null), isAdmin },
    addressed: 'directly' as const,
    about: null,
    audience: place.person === null ? ('everyone' as const) : ('author' as const),
  }
}

/** A direct message belongs to the person: nobody else has part in what is learnt there. */
const workspaceOf = (guild: string | null, person: string) => `discord:${guild ?? person}`

/** Not everyone in the server can see it; what is not known counts as private. */
function isPrivate(channel: BaseInteraction['channel'] | Message['channel'], guild: Message['guild']): boolean {
  if (channel === null || guild === null || channel.isDMBased()) return true
  if (channel.type === ChannelType.PrivateThread) return true
  return !(channel.permissionsFor(guild.roles.everyone)?.has(PermissionFlagsBits.ViewChannel) ?? false)
}

const readAuthor = (user: User, member: GuildMember | null): Author => ({
  id: user.id,
  name: member?.displayName ?? user.displayName,
  isBot: user.bot,
  isAdmin: member?.permissions.has(PermissionFlagsBits.ManageGuild) ?? false,
})
