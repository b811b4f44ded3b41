import { describe, expect, it } from 'vitest'
import { ASK_ABOUT } from '../../../adapters/discord/commands.ts'
import { type ChatPlatform, type IncomingCommand, type Reply, textReply } from '../../../src/chat.ts'
import { openDiscord, until } from './open-discord.ts'

const PRIVATE = '(only visible to you)'
const answerWith = (reply: Reply) => async (command: IncomingCommand, platform: ChatPlatform) =>
  void (await platform.post(command.conversation, reply, { inReplyTo: command, key: command.id }))

const DEFERRED = 5
const DEFERRED_UPDATE = 6

describe('commands', () => {
  it('B2: are acknowledged before anything is done, and answered when the answer is there', async () => {
    const steps: string[] = []
    const { discord, general, ada } = await openDiscord({
      onCommand: async (command, platform) => {
        steps.push(`handled, ${interaction?.response?.type === DEFERRED ? '' : 'not '}acknowledged`)
        await new Promise((resolve) => setTimeout(resolve, 100))
        await answerWith(textReply('the answer'))(command, platform)
      },
    })
    const interaction = discord.slash(general, 'ask', { question: 'why?' }, ada)
    await until(() => discord.seen(general, ada).includes('is thinking'))
    await until(() => discord.seen(general, ada).includes('the answer'))
    expect(steps).toEqual(['handled, acknowledged'])
    expect(discord.seen(general, ada)).toBe(`RepoBrain:\n${PRIVATE}\nthe answer`)
    expect(discord.seen(general)).toBe('')
    expect(discord.refused).toEqual([])
  })

  it.each([
    ['B2: that came too late', 404, 10062],
    ['B2: that another process took', 400, 40060],
  ])('%s are logged and answered by nobody', async (_, status, code) => {
    const { discord, commands, log, general, ada } = await openDiscord({ onCommand: answerWith(textReply('twice')) })
    discord.fail('POST', /callback$/, status, code)
    discord.slash(general, 'ask', { question: 'why?' }, ada)
    await until(() => log.some((line) => line.includes('could not be acknowledged')))
    discord.slash(general, 'ask', { question: 'still there?' }, ada)
    await until(() => discord.seen(general, ada).includes('twice'))
    expect(commands.map(({ text }) => text)).toEqual(['still there?'])
  })

  it('are acknowledged once when the connection drops over it', async () => {
    const { discord, general, ada } = await openDiscord({ onCommand: answerWith(textReply('the answer')) })
    discord.lose('POST', /callback$/, 'lost')
    discord.slash(general, 'status', {}, ada)
    await until(() => discord.seen(general, ada).includes('the answer'))
    expect(discord.messages(general)).toHaveLength(1)
  })

  it('say so when they could not be taken down', async () => {
    const { discord, general, ada } = await openDiscord({
      handlers: { onCommand: async () => Promise.reject(new Error('the database is away')) },
    })
    discord.slash(general, 'status', {}, ada)
    await until(() => discord.seen(general, ada).includes('could not be taken down'))
  })

  it('come with the options as one would type them; everyone sees what is not private', async () => {
    const { discord, commands, general, ada } = await openDiscord({ onCommand: answerWith(textReply('on it')) })
    discord.slash(general, 'who', { what: 'src/app.py', repository: 'o/r' }, ada)
    await until(() => discord.seen(general).includes('on it'))
    expect(commands[0]).toMatchObject({
      name: 'who',
      text: 'src/app.py repo:o/r',
      audience: 'everyone',
      addressed: 'directly',
      conversation: `discord:${discord.world.guild.id}:${general}`,
      pressedOn: null,
    })
  })

  it('are answered in the channel when their token is dead, in private where they were private', async () => {
    const answers: (() => Promise<void>)[] = []
    const { discord, commands, platform, general, ada } = await openDiscord()
    discord.slash(general, 'ingest', { source: 'o/r' }, ada)
    discord.slash(general, 'ask', { question: 'why?' }, ada)
    await until(() => commands.length === 2)
    for (const command of commands) {
      const [kind, id = '', token] = command.id.split(':')
      const before = String(BigInt(id) - (BigInt(16 * 60_000) << 22n))
      answers.push(() =>
        answerWith(textReply(`late ${command.name}`))({ ...command, id: `${kind}:${before}:${token}` }, platform),
      )
    }
    for (const answer of answers) await answer()
    expect(discord.seen(general)).toContain('late ingest')
    expect(discord.seen(general)).not.toContain('late ask')
    expect(discord.seen(discord.dm(ada))).toBe('RepoBrain:\nlate ask')
  })

  it('answer at length in several messages that only the asker sees', async () => {
    const words = Array.from({ length: 900 }, (_, index) => `word${index}`)
    const { discord, general, ada } = await openDiscord({ onCommand: answerWith(textReply(words.join(' '))) })
    discord.slash(general, 'ask', { question: 'why?' }, ada)
    await until(() => discord.seen(general, ada).includes('word899'))
    expect(discord.seen(general, ada).match(/word\d+/g)).toEqual(words)
    expect(discord.seen(general)).toBe('')
  })

  it('suggest repositories and symbols while they are typed', async () => {
    const { discord, general, ada } = await openDiscord({
      handlers: {
        suggest: async ({ field, text }) => [
          { label: `${field} ${text}`, value: `${text}/flask` },
          { label: 'too long to be sent', value: 'x'.repeat(101) },
          ...Array.from({ length: 40 }, (_, index) => ({ label: `${index}`, value: `${index}` })),
        ],
      },
    })
    const choices = await discord.suggestions(general, 'use', { repository: 'pal' }, 'repository', ada)
    expect(choices).toHaveLength(25)
    expect(choices[0]).toEqual({ name: 'repository pal', value: 'pal/flask' })
    const symbols = await discord.suggestions(general, 'who', { what: 'run' }, 'what', ada)
    expect(symbols[0]?.name).toBe('symbol run')
  })

  it('the menu of a message asks about it, in private', async () => {
    const { discord, commands, general, ada } = await openDiscord({ onCommand: answerWith(textReply('because')) })
    const message = discord.say(general, 'def run(): ...', { as: discord.addPerson('Bob') })
    discord.useOnMessage(message, ASK_ABOUT, ada)
    await until(() => discord.seen(general, ada).includes('because'))
    expect(commands[0]).toMatchObject({ name: 'ask', about: 'def run(): ...', audience: 'author' })
    expect(discord.seen(general)).not.toContain('because')
  })
})

describe('buttons', () => {
  const BUTTON = { label: 'Still true', verb: 'still-true', text: '3f09c2', style: 'primary' as const }

  it('come back as commands, with the post that they are on', async () => {
    const { discord, platform, commands, general, ada } = await openDiscord()
    const conversation = `discord:${discord.world.guild.id}:${general}`
    const post = await platform.post(conversation, { ...textReply(`${'long '.repeat(500)}end`), buttons: [BUTTON] })
    const interaction = discord.press(general, 'Still true', ada)
    await until(() => commands.length === 1)
    expect(commands[0]).toMatchObject({ name: 'still-true', text: '3f09c2', conversation, pressedOn: post.id })
    expect(interaction.response?.type).toBe(DEFERRED_UPDATE)
    await platform.posted(conversation, post.id).update(textReply('confirmed'))
    expect(discord.seen(general)).toBe('RepoBrain:\nconfirmed')
  })

  it('of a private answer are private; shared, everyone sees it', async () => {
    const { discord, platform, general, ada } = await openDiscord({
      onCommand: async (command, from) => {
        if (command.name === 'ask') {
          const share = { label: 'Share', verb: 'share', text: 'e1', style: 'plain' as const }
          return answerWith({ ...textReply('the answer'), buttons: [share], feedbackOn: 'e1' })(command, from)
        }
        const audience = command.name === 'share' ? ('everyone' as const) : ('author' as const)
        await from.post(command.conversation, textReply(`${command.name}: ${command.text}`), {
          inReplyTo: { ...command, audience },
        })
      },
    })
    discord.slash(general, 'ask', { question: 'why?' }, ada)
    await until(() => discord.seen(general, ada).includes('[Share]'))
    discord.press(general, '👎', ada)
    await until(() => discord.seen(general, ada).includes(`${PRIVATE}\nfeedback: down e1`))
    discord.press(general, 'Share', ada)
    await until(() => discord.seen(general).includes('share: e1'))
    expect(discord.seen(general)).toBe('RepoBrain:\nshare: e1')
    expect(platform.name).toBe('discord')
  })

  it('stop what is still being worked on', async () => {
    const stopped: string[] = []
    const { discord, messages, general, ada } = await openDiscord({
      onMessage: async (message, from) =>
        void (await from.post(message.conversation, { ...textReply('…'), unfinished: true }, { inReplyTo: message })),
      handlers: { onStop: async (conversation) => void stopped.push(conversation) },
    })
    const question = discord.say(general, 'why?', { as: ada, mention: true })
    await until(() => discord.world.channels.has(question) && discord.seen(question).includes('[Stop]'))
    discord.press(question, 'Stop', ada)
    await until(() => stopped.length === 1)
    expect(stopped).toEqual([messages[0]?.conversation])
  })

  it('in a thread belong to its conversation', async () => {
    const { discord, messages, commands, general, ada } = await openDiscord({
      onMessage: async (message, from) =>
        void (await from.post(message.conversation, { ...textReply('x'), feedbackOn: 'e1' }, { inReplyTo: message })),
    })
    const question = discord.say(general, 'why?', { as: ada, mention: true })
    await until(() => discord.seen(question).includes('👍'))
    discord.press(question, '👍', ada)
    await until(() => commands.length === 1)
    expect(commands[0]).toMatchObject({ name: 'feedback', text: 'up e1', conversation: messages[0]?.conversation })
  })
})
