/** What is on the fake Discord: one server, its people, channels and messages, and who may do what. */
import { type APIMessage, ChannelType, PermissionFlagsBits } from 'discord-api-types/v10'

export interface Person {
  readonly id: string
  readonly name: string
  readonly isBot: boolean
  /** Holds the role that may manage the server. */
  readonly isAdmin: boolean
}

export interface Channel {
  readonly id: string
  readonly type: ChannelType
  readonly name: string
  /** Of a thread: the channel it is in. */
  readonly parent: string | null
  /** Of a direct message: the person beside the bot. */
  readonly recipient: string | null
  /** Only those see it who were let in. */
  readonly hidden: boolean
  /** What the bot may not do there. */
  denied: bigint
  archived: boolean
  locked: boolean
  deleted: boolean
  readonly members: Set<string>
}

export type Message = Pick<
  APIMessage,
  'id' | 'channel_id' | 'content' | 'embeds' | 'components' | 'timestamp' | 'type'
> & {
  readonly author: Person
  edited_timestamp: string | null
  flags: number
  attachments: Attached[]
  readonly reference: string | null
  readonly nonce: string | null
  /** Shown to this person alone. */
  readonly onlyFor: string | null
  /** A deferred reply to an interaction: “RepoBrain is thinking …”. */
  thinking: boolean
}

/** `text`: what is in the file, where it is text. */
export interface Attached {
  readonly id: string
  readonly filename: string
  readonly description: string | null
  readonly text: string | null
}

export const THREADS: readonly ChannelType[] = [
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.AnnouncementThread,
]

/** Of everyone in the server, unless the channel says otherwise; the bot was invited with no more. */
const EVERYONE =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.SendMessagesInThreads |
  PermissionFlagsBits.CreatePublicThreads |
  PermissionFlagsBits.ReadMessageHistory |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.AttachFiles |
  PermissionFlagsBits.UseApplicationCommands

const DISCORD_EPOCH = 1_420_070_400_000n

export type World = ReturnType<typeof createWorld>

/** `files`: address where attachments lie. */
export function createWorld(files: () => string) {
  let counter = 0n
  /** Ids grow, and tell when they were made. */
  const snowflake = () => String(((BigInt(Date.now()) - DISCORD_EPOCH) << 22n) | (counter++ & 0x3fffffn))

  const guild = { id: snowflake(), name: 'Maintainers' }
  const adminRole = snowflake()
  const botRole = snowflake()
  const bot: Person = { id: snowflake(), name: 'RepoBrain', isBot: true, isAdmin: false }
  const people = new Map<string, Person>([[bot.id, bot]])
  const channels = new Map<string, Channel>()
  const messages = new Map<string, Message[]>()

  function addPerson(name: string, options: { isAdmin?: boolean; isBot?: boolean } = {}): Person {
    const person = { id: snowflake(), name, isBot: options.isBot ?? false, isAdmin: options.isAdmin ?? false }
    people.set(person.id, person)
    return person
  }

  function addChannel(channel: Partial<Channel> & Pick<Channel, 'type' | 'name'>): Channel {
    const added: Channel = {
      id: snowflake(),
      parent: null,
      recipient: null,
      hidden: false,
      denied: 0n,
      archived: false,
      locked: false,
      deleted: false,
      members: new Set(),
      ...channel,
    }
    channels.set(added.id, added)
    messages.set(added.id, [])
    return added
  }

  function addMessage(message: Partial<Message> & Pick<Message, 'channel_id' | 'author'>): Message {
    const added: Message = {
      id: snowflake(),
      content: '',
      embeds: [],
      components: [],
      timestamp: new Date().toISOString(),
      type: message.reference ? 19 : 0,
      edited_timestamp: null,
      flags: 0,
      attachments: [],
      reference: null,
      nonce: null,
      onlyFor: null,
      thinking: false,
      ...message,
    }
    messages.get(message.channel_id)?.push(added)
    return added
  }

  /** What the bot may do in a channel; a thread has the rights of its parent. */
  function rightsOf(channel: Channel): bigint {
    const place = (channel.parent === null ? undefined : channels.get(channel.parent)) ?? channel
    if (place.hidden && !place.members.has(bot.id)) return 0n
    return EVERYONE & ~place.denied & ~channel.denied
  }

  return {
    get files() {
      return files()
    },
    guild,
    bot,
    adminRole,
    botRole,
    /** The application has the id of its bot. */
    applicationId: bot.id,
    everyone: EVERYONE,
    people,
    channels,
    messages,
    snowflake,
    addPerson,
    addChannel,
    addMessage,
    rightsOf,
    messagesIn: (channel: string): Message[] => messages.get(channel) ?? [],
    findMessage: (id: string): Message | undefined =>
      [...messages.values()].flat().find((message) => message.id === id),
    dm: (person: string): Channel =>
      [...channels.values()].find((channel) => channel.recipient === person) ??
      addChannel({ type: ChannelType.DM, name: 'dm', recipient: person }),
  }
}
