import { PermissionFlagsBits } from 'discord.js'
import { describe, expect, it } from 'vitest'
import type { ChatPlatform, IncomingMessage } from '../../../src/chat.ts'
import { textReply } from '../../../src/chat.ts'
import { ChannelGoneError, NotAllowedError } from '../../../src/errors.ts'
import { openDiscord, until } from './open-discord.ts'

const answer = async (message: IncomingMessage, platform: ChatPlatform) =>
  void (await platform.post(message.conversation, textReply(`about ${message.text}`), {
    inReplyTo: message,
    key: message.id,
  }))

describe('a conversation', () => {
  it('begins with a mention, becomes a thread, and goes on there without one', async () => {
    const { discord, messages, general, ada } = await openDiscord({ onMessage: answer })
    const question = discord.say(general, 'why is `run` like this?', { as: ada, mention: true })
    await until(() => discord.seen(question).includes('about why'))
    discord.say(question, 'and who wrote it?', { as: ada })
    await until(() => discord.seen(question).includes('about and who'))
    expect(messages.map(({ text, addressed }) => [text, addressed])).toEqual([
      ['why is `run` like this?', 'directly'],
      ['and who wrote it?', 'thread'],
    ])
    expect(new Set(messages.map(({ conversation }) => conversation)).size).toBe(1)
    expect(messages[0]).toMatchObject({
      workspace: `discord:${discord.world.guild.id}`,
      channel: general,
      isPrivate: false,
      author: { id: ada.id, name: 'Ada', isBot: false, isAdmin: false },
    })
    expect(discord.seen(general)).toBe('Ada:\n@RepoBrain why is `run` like this?\n(thread: why is `run` like this?)')
    expect(discord.channel(question).members).toContain(ada.id)
    expect(discord.refused).toEqual([])
  })

  it('is not had with bots, in quotes, about edits, or with people who talk to each other', async () => {
    const { discord, messages, general, ada } = await openDiscord()
    const bot = `<@${discord.world.bot.id}>`
    const robot = discord.addPerson('Robot', { isBot: true })
    discord.say(general, 'ping', { as: robot, mention: true })
    discord.say(general, `> ${bot} why?\nhe asked`, { as: ada })
    discord.say(general, `write \`${bot} why?\` to ask it`, { as: ada })
    const said = discord.say(general, 'just between us', { as: ada })
    discord.edit(said, `${bot} now to you`)
    discord.say(general, 'the last one', { as: ada, mention: true })
    await until(() => messages.length > 0)
    expect(messages.map(({ text }) => text)).toEqual(['the last one'])
  })

  it('takes the mention of its role and a reply to its own words as meant for it', async () => {
    const { discord, messages, general, ada, platform } = await openDiscord()
    discord.say(general, `<@&${discord.world.botRole}> hello`, { as: ada })
    await platform.post(`discord:${discord.world.guild.id}:${general}`, textReply('the digest'))
    const digest = discord.messages(general).at(-1)?.id ?? ''
    discord.say(general, 'what is that?', { as: ada, replyTo: digest })
    await until(() => messages.length === 2)
    expect(messages.map(({ text, addressed }) => [text, addressed])).toEqual([
      ['hello', 'directly'],
      ['what is that?', 'directly'],
    ])
  })

  it('knows what it hangs on: the message replied to, or the start of the thread', async () => {
    const { discord, messages, general, ada } = await openDiscord({ onMessage: answer })
    const bob = discord.addPerson('Bob')
    const trace = discord.say(general, 'Traceback: KeyError in <https://github.com/o/r/blob/main/a.py#L3>', { as: bob })
    discord.say(general, 'why this?', { as: ada, mention: true, replyTo: trace })
    await until(() => messages.length === 1)
    expect(messages[0]?.about).toBe('Traceback: KeyError in https://github.com/o/r/blob/main/a.py#L3')
  })

  it('shows names instead of ids', async () => {
    const { discord, messages, general, ada } = await openDiscord()
    discord.say(general, `did <@${ada.id}> change this in <#${general}>? \`<@${ada.id}>\` <:bug:123>`, {
      as: ada,
      mention: true,
    })
    await until(() => messages.length === 1)
    expect(messages[0]?.text).toBe(`did @Ada change this in #general? \`<@${ada.id}>\` :bug:`)
  })

  it('reads a long paste, which clients turn into a file', async () => {
    const { discord, messages, general, ada } = await openDiscord()
    const file = 'Traceback (most recent call last):\n  File "a.py", line 3\nKeyError'
    discord.say(general, 'why is that?', { as: ada, mention: true, file })
    await until(() => messages.length === 1)
    expect(messages[0]?.text).toBe(`why is that?\n\n\`\`\`\n${file}\n\`\`\``)
  })

  it('is private in a hidden channel, in a private thread and in direct messages', async () => {
    const { discord, messages, general, ada } = await openDiscord({
      before: (server) => void server.addChannel('secret', { hidden: true }),
    })
    const secret = [...discord.world.channels.values()].find(({ name }) => name === 'secret')?.id ?? ''
    const thread = discord.addChannel('inner circle', { type: 'private thread', parent: general })
    discord.say(secret, 'one', { as: ada, mention: true })
    await until(() => messages.length === 1)
    discord.say(thread, 'two', { as: ada, mention: true })
    await until(() => messages.length === 2)
    discord.say(discord.dm(ada), 'three', { as: ada })
    await until(
      () => messages.length === 3,
      () => [messages.map((m) => m.text), discord.refused],
    )
    expect(messages.map(({ text, isPrivate }) => [text, isPrivate])).toEqual([
      ['one', true],
      ['two', true],
      ['three', true],
    ])
    expect(messages[2]?.workspace).toBe(`discord:${ada.id}`)
    expect(messages[2]?.addressed).toBe('directly')
  })

  it('knows who may manage the server', async () => {
    const { discord, messages, general } = await openDiscord()
    const boss = discord.addPerson('Grace', { isAdmin: true })
    discord.say(general, 'ingest it', { as: boss, mention: true })
    await until(() => messages.length === 1)
    expect(messages[0]?.author.isAdmin).toBe(true)
  })
})

describe('places', () => {
  it('a post of a forum is a conversation of its own', async () => {
    let post = ''
    const { discord, messages, ada } = await openDiscord({
      onMessage: answer,
      before: (server) => {
        post = server.addChannel('a question', {
          type: 'public thread',
          parent: server.addChannel('help', { type: 'forum' }),
        })
      },
    })
    discord.say(post, 'why?', { as: ada, mention: true })
    await until(() => discord.seen(post).includes('about why?'))
    expect(messages[0]?.conversation).toMatch(new RegExp(`/${post}$`))
  })

  it('an announcement channel gets a thread, too', async () => {
    let news = ''
    const { discord, ada } = await openDiscord({
      onMessage: answer,
      before: (server) => {
        news = server.addChannel('news', { type: 'announcement' })
      },
    })
    const question = discord.say(news, 'why?', { as: ada, mention: true })
    await until(() => discord.seen(question).includes('about why?'))
  })

  it.each([
    ['the chat of a voice channel', { type: 'voice' as const }],
    ['a channel where the bot may start no threads', { denied: PermissionFlagsBits.CreatePublicThreads }],
  ])('in %s it replies below the question, and a reply to that goes on with it', async (_, how) => {
    let place = ''
    const { discord, messages, ada } = await openDiscord({
      onMessage: answer,
      before: (server) => {
        place = server.addChannel('lounge', how)
      },
    })
    const question = discord.say(place, 'why?', { as: ada, mention: true })
    await until(() => discord.seen(place).includes('about why?'))
    const reply = discord.messages(place).at(-1)
    expect(reply?.reference).toBe(question)
    discord.say(place, 'and who?', { as: ada, replyTo: reply?.id ?? '' })
    await until(() => discord.seen(place).includes('about and who?'))
    expect(new Set(messages.map(({ conversation }) => conversation)).size).toBe(1)
  })

  it('an archived thread opens again; one that is locked is a clear refusal', async () => {
    const { discord, platform, general, ada, messages } = await openDiscord({ onMessage: answer })
    const question = discord.say(general, 'why?', { as: ada, mention: true })
    await until(() => discord.seen(question).includes('about why?'))
    const conversation = messages[0]?.conversation ?? ''
    const thread = discord.channel(question)
    thread.archived = true
    const posted = await platform.post(conversation, textReply('later'))
    thread.archived = true
    await posted.update(textReply('even later'))
    expect(discord.seen(question)).toContain('even later')
    thread.archived = true
    thread.locked = true
    const refusal = platform.post(conversation, textReply('too late'))
    await expect(refusal).rejects.toThrow(NotAllowedError)
    await expect(refusal).rejects.toThrow('the thread is archived and locked')
  })

  it.each([
    ['a private thread', 'text', 'private thread'],
    ['a post of a forum', 'forum', 'public thread'],
  ] as const)('%s that was archived before the bot came is written in', async (_, parentType, type) => {
    let thread = ''
    let parent = ''
    const { discord, platform } = await openDiscord({
      before: (server) => {
        parent = server.addChannel('parent', { type: parentType })
        thread = server.addChannel('old', { type, parent })
        server.channel(thread).archived = true
      },
    })
    await platform.post(`discord:${discord.world.guild.id}:${parent}/${thread}`, textReply('still here'))
    expect(discord.seen(thread)).toBe('RepoBrain:\nstill here')
    expect(discord.seen(parent)).toBe('')
  })

  it('says what is missing where it may not write, and when the channel is gone', async () => {
    let readOnly = ''
    const { discord, platform, general } = await openDiscord({
      before: (server) => {
        readOnly = server.addChannel('read-only', { denied: PermissionFlagsBits.SendMessages })
      },
    })
    const guild = discord.world.guild.id
    const refusal = await platform.post(`discord:${guild}:${readOnly}`, textReply('x')).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(NotAllowedError)
    expect((refusal as NotAllowedError).remedy).toContain('“Send Messages”')
    discord.channel(general).deleted = true
    await expect(platform.post(`discord:${guild}:${general}`, textReply('x'))).rejects.toThrow(ChannelGoneError)
  })
})
