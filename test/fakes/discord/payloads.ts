/** The world in the form in which Discord sends it. */
import { ChannelType, MessageFlags, PermissionFlagsBits } from 'discord-api-types/v10'
import { type Attached, type Channel, type Message, type Person, THREADS, type World } from './world.ts'

export const userPayload = (person: Person) => ({
  id: person.id,
  username: person.name.toLowerCase(),
  global_name: person.name,
  discriminator: '0',
  avatar: null,
  bot: person.isBot,
})

export function memberPayload(world: World, person: Person) {
  return {
    roles: person.id === world.bot.id ? [world.botRole] : person.isAdmin ? [world.adminRole] : [],
    joined_at: '2026-01-01T00:00:00.000Z',
    deaf: false,
    mute: false,
    flags: 0,
    nick: null,
    avatar: null,
  }
}

/** As the person's rights stand in an interaction. */
export const permissionsOf = (world: World, person: Person) =>
  String(world.everyone | (person.isAdmin ? PermissionFlagsBits.ManageGuild : 0n))

export function channelPayload(world: World, channel: Channel) {
  const last = world.messagesIn(channel.id).at(-1)?.id ?? null
  const base = { id: channel.id, type: channel.type, last_message_id: last }
  if (channel.recipient !== null) {
    const person = world.people.get(channel.recipient)
    return { ...base, recipients: person ? [userPayload(person)] : [] }
  }
  const inGuild = { ...base, guild_id: world.guild.id, name: channel.name, parent_id: channel.parent, position: 0 }
  if (!THREADS.includes(channel.type)) {
    const view = String(PermissionFlagsBits.ViewChannel)
    const overwrites = [
      ...(channel.hidden ? [{ id: world.guild.id, type: 0, allow: '0', deny: view }] : []),
      ...(channel.hidden && channel.members.has(world.bot.id)
        ? [{ id: world.bot.id, type: 1, allow: view, deny: '0' }]
        : []),
      ...(channel.denied ? [{ id: world.bot.id, type: 1, allow: '0', deny: String(channel.denied) }] : []),
    ]
    return { ...inGuild, permission_overwrites: overwrites, flags: 0, topic: null, nsfw: false }
  }
  return {
    ...inGuild,
    owner_id: world.bot.id,
    message_count: 0,
    member_count: channel.members.size,
    thread_metadata: {
      archived: channel.archived,
      locked: channel.locked,
      auto_archive_duration: 1440,
      archive_timestamp: '2026-01-01T00:00:00.000Z',
      ...(channel.type === ChannelType.PrivateThread ? { invitable: false } : {}),
    },
  }
}

/** `readable`: whether whoever gets it may see what it says. */
export function messagePayload(world: World, message: Message, readable = true) {
  const channel = world.channels.get(message.channel_id)
  const mentioned = [...message.content.matchAll(/<@!?(\d+)>/g)].map(([, id = '']) => world.people.get(id))
  const replied = message.reference === null ? undefined : world.findMessage(message.reference)
  const people = new Set([...mentioned, replied?.author].filter((person) => person !== undefined))
  return {
    id: message.id,
    channel_id: message.channel_id,
    ...(channel ? { channel_type: channel.type } : {}),
    ...(channel?.recipient === null ? { guild_id: world.guild.id, member: memberPayload(world, message.author) } : {}),
    author: userPayload(message.author),
    content: readable ? message.content : '',
    timestamp: message.timestamp,
    edited_timestamp: message.edited_timestamp,
    tts: false,
    mention_everyone: false,
    mentions: [...people].map((person) => userPayload(person)),
    mention_roles: [...message.content.matchAll(/<@&(\d+)>/g)].map(([, id]) => id),
    attachments: readable ? message.attachments.map((file) => attachmentPayload(world, file)) : [],
    embeds: readable ? message.embeds : [],
    components: readable ? message.components : [],
    pinned: false,
    type: message.type,
    flags: message.flags | (message.thinking ? MessageFlags.Loading : 0),
    ...(message.nonce === null ? {} : { nonce: message.nonce }),
    ...(message.reference === null
      ? {}
      : {
          message_reference: {
            message_id: message.reference,
            channel_id: message.channel_id,
            guild_id: world.guild.id,
          },
          referenced_message: replied ? messagePayloadWithoutReply(world, replied, readable) : null,
        }),
  }
}

const messagePayloadWithoutReply = (world: World, message: Message, readable: boolean): object =>
  messagePayload(world, { ...message, reference: null }, readable)

const attachmentPayload = ({ files }: World, { id, filename, description, text }: Attached) => ({
  id,
  filename,
  description,
  size: text?.length ?? 1,
  content_type: text === null ? 'image/png' : 'text/plain; charset=utf-8',
  url: `${files}/${id}/${filename}`,
  proxy_url: '',
})

export function guildPayload(world: World) {
  const alive = [...world.channels.values()].filter((channel) => !channel.deleted && channel.recipient === null)
  const role = (id: string, name: string, permissions: bigint, isManaged = false) => ({
    id,
    name,
    permissions: String(permissions),
    position: 0,
    color: 0,
    hoist: false,
    managed: isManaged,
    mentionable: false,
    flags: 0,
    ...(isManaged ? { tags: { bot_id: world.bot.id } } : {}),
  })
  return {
    ...world.guild,
    owner_id: '1',
    roles: [
      role(world.guild.id, '@everyone', world.everyone),
      role(world.adminRole, 'Maintainer', PermissionFlagsBits.ManageGuild),
      role(world.botRole, 'RepoBrain', 0n, true),
    ],
    channels: alive.filter(({ type }) => !THREADS.includes(type)).map((channel) => channelPayload(world, channel)),
    threads: alive
      .filter((channel) => THREADS.includes(channel.type) && !channel.archived)
      .map((channel) => channelPayload(world, channel)),
    members: [{ user: userPayload(world.bot), ...memberPayload(world, world.bot) }],
    member_count: world.people.size,
    emojis: [],
    stickers: [],
    features: [],
    voice_states: [],
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
    joined_at: '2026-01-01T00:00:00.000Z',
    large: false,
    unavailable: false,
    verification_level: 0,
    default_message_notifications: 0,
    explicit_content_filter: 0,
    mfa_level: 0,
    premium_tier: 0,
    nsfw_level: 0,
    system_channel_flags: 0,
    preferred_locale: 'en-US',
    afk_timeout: 300,
    premium_progress_bar_enabled: false,
  }
}
