/** What people do with commands and buttons: each an interaction with a token that the bot answers by. */
import { ApplicationCommandType, ComponentType, InteractionType, MessageFlags } from 'discord-api-types/v10'
import type { Gateway } from './gateway.ts'
import { channelPayload, memberPayload, messagePayload, permissionsOf, userPayload } from './payloads.ts'
import type { Message, Person, World } from './world.ts'

export interface Interaction {
  readonly id: string
  readonly token: string
  readonly channel: string
  readonly person: Person
  readonly madeAt: number
  /** The message whose button was pressed. */
  readonly pressedOn: string | null
  /** The three seconds to acknowledge it are over. */
  isExpired: boolean
  /** The fifteen minutes to answer it are over. */
  isTokenDead: boolean
  isEphemeral: boolean
  /** The first answer, and how long it took. */
  response: { readonly type: number; readonly data: unknown; readonly afterMs: number } | null
  original: string | null
  readonly followUps: string[]
}

export type Interactions = ReturnType<typeof createInteractions>

export function createInteractions(world: World, gateway: () => Gateway) {
  const all = new Map<string, Interaction>()

  function make(
    type: InteractionType,
    channelId: string,
    person: Person,
    data: object,
    message?: Message,
  ): Interaction {
    const channel = world.channels.get(channelId)
    if (!channel) throw new Error(`There is no channel ${channelId}.`)
    const id = world.snowflake()
    const interaction: Interaction = {
      id,
      token: `aW50ZXJhY3Rpb246${Buffer.from(id).toString('base64url')}`,
      channel: channelId,
      person,
      madeAt: Date.now(),
      pressedOn: message?.id ?? null,
      isExpired: false,
      isTokenDead: false,
      isEphemeral: false,
      response: null,
      original: null,
      followUps: [],
    }
    all.set(interaction.token, interaction)
    const isDirect = channel.recipient !== null
    const who = isDirect
      ? { user: userPayload(person) }
      : {
          guild_id: world.guild.id,
          member: {
            user: userPayload(person),
            ...memberPayload(world, person),
            permissions: permissionsOf(world, person),
          },
        }
    gateway().dispatch('INTERACTION_CREATE', 0, () => ({
      id,
      token: interaction.token,
      application_id: world.applicationId,
      type,
      data,
      channel_id: channelId,
      channel: channelPayload(world, channel),
      ...who,
      ...(message ? { message: messagePayload(world, message) } : {}),
      version: 1,
      locale: 'en-US',
      guild_locale: 'en-US',
      app_permissions: String(world.rightsOf(channel)),
      entitlements: [],
      authorizing_integration_owners: {},
      context: isDirect ? 1 : 0,
      attachment_size_limit: 10_485_760,
    }))
    return interaction
  }

  const optionsOf = (values: Readonly<Record<string, string>>, focused?: string) =>
    Object.entries(values).map(([name, value]) => ({
      name,
      type: 3,
      value,
      ...(name === focused ? { focused: true } : {}),
    }))
  const commandData = (subcommand: string, options: object[]) => ({
    id: '1',
    name: 'repobrain',
    type: ApplicationCommandType.ChatInput,
    options: [{ name: subcommand, type: 1, options }],
  })

  return {
    byToken: (token: string | undefined): Interaction | undefined => (token === undefined ? undefined : all.get(token)),
    slash: (channel: string, person: Person, subcommand: string, options: Readonly<Record<string, string>>) =>
      make(InteractionType.ApplicationCommand, channel, person, commandData(subcommand, optionsOf(options))),
    type: (
      channel: string,
      person: Person,
      subcommand: string,
      options: Readonly<Record<string, string>>,
      focused: string,
    ) =>
      make(
        InteractionType.ApplicationCommandAutocomplete,
        channel,
        person,
        commandData(subcommand, optionsOf(options, focused)),
      ),
    useOnMessage: (message: Message, person: Person, name: string) =>
      make(InteractionType.ApplicationCommand, message.channel_id, person, {
        id: '2',
        name,
        type: ApplicationCommandType.Message,
        target_id: message.id,
        resolved: { messages: { [message.id]: messagePayload(world, message) } },
      }),
    press: (message: Message, person: Person, customId: string) =>
      make(
        InteractionType.MessageComponent,
        message.channel_id,
        person,
        { custom_id: customId, component_type: ComponentType.Button },
        message.onlyFor === null ? message : { ...message, flags: message.flags | MessageFlags.Ephemeral },
      ),
  }
}
