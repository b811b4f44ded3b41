import { GatewayCloseCodes } from 'discord-api-types/v10'
import { describe, expect, it } from 'vitest'
import { textReply } from '../../../src/chat.ts'
import { UserError } from '../../../src/errors.ts'
import { handlersThat } from '../../fixtures/handlers-that.ts'
import { openDiscord, until } from './open-discord.ts'

describe('the connection', () => {
  it('goes on after a cut, with every message once and in order', async () => {
    const { discord, messages, general, ada } = await openDiscord()
    discord.say(general, 'one', { as: ada, mention: true })
    await until(() => messages.length === 1)
    discord.gateway.drop({ resumable: true })
    discord.say(general, 'two', { as: ada, mention: true })
    discord.say(general, 'three', { as: ada, mention: true })
    await until(() => messages.length === 3)
    expect(messages.map(({ text }) => text)).toEqual(['one', 'two', 'three'])
    expect(discord.gateway.counts).toEqual({ identified: 1, resumed: 1 })
  })

  it('fetches what was missed when it had to begin anew', async () => {
    const { discord, messages, general, ada } = await openDiscord()
    discord.say(general, 'one', { as: ada, mention: true })
    discord.say(discord.dm(ada), 'one in private', { as: ada })
    await until(() => messages.length === 2)
    discord.gateway.drop({ resumable: false })
    discord.say(general, 'two', { as: ada, mention: true })
    discord.say(discord.dm(ada), 'two in private', { as: ada })
    await until(() => discord.gateway.counts.identified === 2)
    discord.say(general, 'three', { as: ada, mention: true })
    await until(() => messages.length >= 5)
    const texts = (wanted: boolean) => messages.filter(({ isPrivate }) => isPrivate === wanted).map(({ text }) => text)
    expect(texts(false)).toEqual(['one', 'two', 'three'])
    expect(texts(true)).toEqual(['one in private', 'two in private'])
  })

  it('fetches what was asked while the bot was away for some minutes', async () => {
    const { discord, messages, ada, general, platform } = await openDiscord({ start: false })
    const question = discord.say(general, 'anybody here?', { as: ada, mention: true })
    await platform.start(handlersThat({ onMessage: (message) => void messages.push(message) }))
    await until(() => messages.length === 1)
    expect(messages[0]).toMatchObject({ id: question, text: 'anybody here?' })
  })

  it('delivers a message once that Discord sends twice', async () => {
    const { discord, messages, general, ada } = await openDiscord()
    const question = discord.say(general, 'one', { as: ada, mention: true })
    discord.resend(question)
    discord.say(general, 'two', { as: ada, mention: true })
    await until(() => messages.length >= 2)
    expect(messages.map(({ text }) => text)).toEqual(['one', 'two'])
  })

  it('takes a message down again that could not be taken down', async () => {
    let attempts = 0
    const { discord, general, ada } = await openDiscord({
      handlers: {
        onMessage: async (message, platform) => {
          attempts += 1
          if (attempts === 1) throw new Error('the database is away')
          return { done: platform.post(message.conversation, textReply('here'), { inReplyTo: message }).then(() => {}) }
        },
      },
    })
    const question = discord.say(general, 'one', { as: ada, mention: true })
    await until(() => discord.seen(question).includes('here'))
    expect(attempts).toBe(2)
  })

  it('works without the right to read messages, and says what is missing then', async () => {
    const { discord, messages, general, ada, log } = await openDiscord({
      messageContent: false,
      onMessage: async (message, platform) =>
        void (await platform.post(message.conversation, textReply('yes'), { inReplyTo: message })),
    })
    expect(log.join('')).toContain('Message Content Intent')
    const question = discord.say(general, 'can you hear me?', { as: ada, mention: true })
    await until(() => discord.seen(question).includes('yes'))
    expect(discord.seen(question)).toContain('To follow up, mention me')
    discord.say(question, 'nobody hears this', { as: ada })
    discord.say(question, 'but this', { as: ada, mention: true })
    await until(() => messages.length === 2)
    expect(messages.map(({ text }) => text)).toEqual(['can you hear me?', 'but this'])
  })

  it('is refused with a bad token in words that help', async () => {
    const { platform } = await openDiscord({ token: 'wrong', start: false })
    const refusal = await platform.start(handlersThat()).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(UserError)
    expect((refusal as UserError).remedy).toContain('DISCORD_TOKEN')
  })

  it('is refused when even the least intents are, in words that help', async () => {
    const { discord, platform } = await openDiscord({ start: false })
    discord.gateway.refuseWith = GatewayCloseCodes.DisallowedIntents
    const refusal = await platform.start(handlersThat()).catch((error: unknown) => error)
    expect((refusal as UserError).remedy).toContain('Message Content Intent')
  })

  it('tells when Discord closes it for good, and nothing else happens', async () => {
    const { discord, failures } = await openDiscord()
    discord.gateway.closeWith(GatewayCloseCodes.AuthenticationFailed)
    await until(() => failures.length > 0)
    expect(failures).toHaveLength(1)
    expect((failures[0] as UserError).remedy).toContain('DISCORD_TOKEN')
  })

  it('cannot be made where nobody listens', async () => {
    const { discord, platform } = await openDiscord({ start: false })
    await discord.close()
    await expect(platform.start(handlersThat())).rejects.toThrow('cannot be reached')
  })
})
