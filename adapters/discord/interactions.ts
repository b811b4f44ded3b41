/** Commands, buttons, the menu of a message, and what is offered while a command is being typed. */
import {
  type AutocompleteInteraction,
  type BaseInteraction,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  type Client,
  RESTJSONErrorCodes as Code,
  InteractionResponseType,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
  Routes,
} from 'discord.js'
import type { ChatHandlers, ChatPlatform, IncomingCommand, PostId } from '../../src/chat.ts'
import { UpstreamError } from '../../src/errors.ts'
import type { Logger } from '../../src/logger.ts'
import { codeOf, type DiscordApi } from './api.ts'
import { ASK_ABOUT, COMMAND, subcommandNamed, wordArguments } from './commands.ts'
import { encodeConversation, type Place } from './conversation-id.ts'
import { encodeInteraction } from './interaction-id.ts'
import { LIMITS } from './limits.ts'
import { parseInteraction, placeOfInteraction, readText } from './parse.ts'
import { encodePost } from './post-id.ts'
import { decodeButton, STOP } from './render.ts'

export interface InteractionsOptions {
  readonly client: Client<true>
  readonly api: DiscordApi
  readonly handlers: ChatHandlers
  readonly platform: ChatPlatform
  readonly logger: Logger
  /** Of the post that ends with this message, as long as that is known. */
  readonly postOf: (message: string) => PostId | undefined
}

/** What is asked of a message that somebody points at without a word. */
const ABOUT_THIS = {
  en: 'Why is this written like this, and who should I ask?',
  zh: '这里为什么这样写，应该问谁？',
} as const

const NOT_TAKEN = {
  en: 'That could not be taken down just now. Please say it again in a minute.',
  zh: '刚才没能记下来，请稍后再试一次。',
} as const

const languageOf = ({ locale }: BaseInteraction) => (locale.startsWith('zh') ? 'zh' : 'en')

/** Resolves when what the interaction asks for has been handled; rejects for nothing that a person did. */
export function createInteractionListener(
  options: InteractionsOptions,
): (interaction: BaseInteraction) => Promise<void> {
  const { client, api, handlers, platform, logger, postOf } = options

  return async (interaction) => {
    if (interaction.isAutocomplete()) return suggest(interaction)
    if (interaction.isChatInputCommand() && interaction.commandName === COMMAND) return takeSlash(interaction)
    if (interaction.isMessageContextMenuCommand() && interaction.commandName === ASK_ABOUT)
      return takeAskAbout(interaction)
    if (interaction.isButton()) return takeButton(interaction)
  }

  async function takeSlash(interaction: ChatInputCommandInteraction): Promise<void> {
    const subcommand = subcommandNamed(interaction.options.getSubcommand())
    if (!subcommand) return
    const isPrivate = subcommand.isPrivate === true
    if (!(await acknowledge(interaction, deferred(isPrivate)))) return
    const place = await placeOf(interaction, isPrivate)
    await handle(interaction, {
      ...parseInteraction(interaction, place),
      id: encodeInteraction({ kind: 'command', id: interaction.id, token: interaction.token }),
      name: subcommand.name,
      text: wordArguments(subcommand, (name) => interaction.options.getString(name)),
      pressedOn: null,
    })
  }

  async function takeAskAbout(interaction: MessageContextMenuCommandInteraction): Promise<void> {
    if (!(await acknowledge(interaction, deferred(true)))) return
    const place = await placeOf(interaction, true)
    await handle(interaction, {
      ...parseInteraction(interaction, place),
      id: encodeInteraction({ kind: 'command', id: interaction.id, token: interaction.token }),
      name: 'ask',
      text: ABOUT_THIS[languageOf(interaction)],
      about: readText(interaction.targetMessage, client) || null,
      pressedOn: null,
    })
  }

  async function takeButton(interaction: ButtonInteraction): Promise<void> {
    const button = decodeButton(interaction.customId)
    if (!(await acknowledge(interaction, { type: InteractionResponseType.DeferredMessageUpdate })) || !button) return
    const { message, id, token } = interaction
    const isPrivate = message.flags.has(MessageFlags.Ephemeral)
    const here = await placeOf(interaction, isPrivate)
    // A reply that hangs on a message where there can be no thread belongs to the conversation of that message.
    const thread = here.thread ?? (here.guild === null || isPrivate ? null : (message.reference?.messageId ?? null))
    const conversation = encodeConversation({ ...here, thread })
    if (button.verb === STOP) return handlers.onStop(conversation)
    const own = { channel: interaction.channelId, messages: [isPrivate ? '@original' : message.id] }
    await handle(interaction, {
      ...parseInteraction(interaction, { ...here, thread }),
      id: encodeInteraction({ kind: 'button', id, token }),
      name: button.verb,
      text: button.text,
      pressedOn: postOf(message.id) ?? encodePost({ ...own, interaction: isPrivate ? { id, token } : null }),
    })
  }

  async function placeOf(interaction: BaseInteraction, isPrivate: boolean): Promise<Place> {
    // A thread that was archived is not known until it is asked for.
    if (interaction.channel === null && interaction.channelId !== null) {
      await client.channels.fetch(interaction.channelId).catch(() => null)
    }
    return placeOfInteraction(interaction, isPrivate ? interaction.user.id : null)
  }

  async function handle(
    interaction: BaseInteraction & { readonly token: string },
    command: IncomingCommand,
  ): Promise<void> {
    try {
      const { done } = await handlers.onCommand(command, platform)
      await done
    } catch (error) {
      logger.error({ err: error, verb: command.name }, 'a command could not be taken down')
      const body = { content: NOT_TAKEN[languageOf(interaction)], flags: MessageFlags.Ephemeral }
      await api
        .postOnce(Routes.webhook(client.application.id, interaction.token), { body, auth: false })
        .catch(() => {})
    }
  }

  /** Discord waits three seconds, once. False: somebody else was quicker, or it is too late; then there is nobody to answer. */
  async function acknowledge(
    interaction: BaseInteraction & { readonly token: string },
    body: object,
  ): Promise<boolean> {
    const send = () =>
      api.postOnce(Routes.interactionCallback(interaction.id, interaction.token), { body, auth: false })
    const explain = (error: unknown) => {
      logger.warn({ err: error, interaction: interaction.id }, 'a command could not be acknowledged')
      return false
    }
    try {
      await send()
      return true
    } catch (error) {
      if (!(error instanceof UpstreamError) || !error.retryable) return explain(error)
      try {
        await send()
        return true
      } catch (again) {
        // The first one did arrive.
        return codeOf(again) === Code.InteractionHasAlreadyBeenAcknowledged || explain(again)
      }
    }
  }

  async function suggest(interaction: AutocompleteInteraction): Promise<void> {
    const focused = interaction.options.getFocused(true)
    const option = subcommandNamed(interaction.options.getSubcommand())?.options.find(
      ({ name }) => name === focused.name,
    )
    if (!option?.suggest) return
    const { workspace, channel, isPrivate } = parseInteraction(interaction, placeOfInteraction(interaction, null))
    try {
      const found = await handlers.suggest({
        workspace,
        channel,
        isPrivate,
        field: option.suggest,
        text: focused.value,
      })
      const choices = found
        .filter(({ label, value }) => label !== '' && value !== '' && value.length <= LIMITS.suggestionText)
        .map(({ label, value }) => ({ name: label.slice(0, LIMITS.suggestionText), value }))
        .slice(0, LIMITS.suggestions)
      const body = { type: InteractionResponseType.ApplicationCommandAutocompleteResult, data: { choices } }
      await api.postOnce(Routes.interactionCallback(interaction.id, interaction.token), { body, auth: false })
    } catch (error) {
      logger.debug({ err: error }, 'nothing could be suggested')
    }
  }
}

const deferred = (isPrivate: boolean) => ({
  type: InteractionResponseType.DeferredChannelMessageWithSource,
  data: isPrivate ? { flags: MessageFlags.Ephemeral } : {},
})
