import { describe, expect, it } from 'vitest'
import { textReply } from '../../../src/chat.ts'
import { openDiscord, until } from './open-discord.ts'

const PNG = Buffer.from('iVBORw0KGgo=', 'base64')

async function open() {
  const opened = await openDiscord()
  const conversation = `discord:${opened.discord.world.guild.id}:${opened.general}`
  return { ...opened, conversation, seen: () => opened.discord.seen(opened.general) }
}

describe('replies', () => {
  it('B3: ping nobody, in text, sources and edits, and stay readable', async () => {
    const { discord, platform, conversation, seen } = await open()
    const title = 'release: tell @everyone and <@&424242> now'
    const reply = { ...textReply(title), sources: [{ ref: 1, label: title, url: null }] }
    const posted = await platform.post(conversation, reply)
    await posted.update({ ...reply, text: `${title}, again` })
    const bodies = discord.requests
      .filter(({ method, path }) => /^(?:POST|PATCH)$/.test(method) && path.includes('/messages'))
      .map(({ body }) => body)
    expect(bodies).toHaveLength(2)
    for (const body of bodies) {
      expect(body).toMatchObject({ allowed_mentions: { parse: [], replied_user: false } })
      expect(JSON.stringify(body)).not.toMatch(/@everyone|<@&424242>/)
    }
    expect(seen().replaceAll('\u200b', '')).toContain(`${title}, again`)
  })

  it('grow and shrink in place when they are updated', async () => {
    const { discord, platform, conversation, seen, general } = await open()
    const posted = await platform.post(conversation, { ...textReply('…'), unfinished: true })
    const words = Array.from({ length: 900 }, (_, index) => `word${index}`)
    await posted.update(textReply(words.join(' ')))
    expect(seen().match(/word\d+/g)).toEqual(words)
    expect(discord.messages(general).length).toBeGreaterThan(1)
    await platform.posted(conversation, posted.id).update(textReply('in short'))
    expect(seen()).toBe('RepoBrain:\nin short')
    expect(discord.refused).toEqual([])
  })

  it('can be changed after a restart by their id', async () => {
    const { discord, platform, conversation, seen } = await open()
    const { id } = await platform.post(conversation, textReply('before'))
    const next = await openDiscord({ start: false })
    await next.platform.stop()
    await platform.posted(conversation, id).update(textReply('after'))
    expect(seen()).toBe('RepoBrain:\nafter')
    expect(discord.refused).toEqual([])
  })

  it('show what is being done, and then the answer alone', async () => {
    const { platform, conversation, seen } = await open()
    const posted = await platform.post(conversation, {
      ...textReply('Looking …'),
      unfinished: true,
      steps: [
        { label: 'history of run', state: 'done' },
        { label: 'callers', state: 'running' },
      ],
    })
    expect(seen()).toBe('RepoBrain:\nLooking …\n-# ✅ history of run\n-# ⏳ callers\n[Stop]')
    await posted.update(textReply('Done.'))
    expect(seen()).toBe('RepoBrain:\nDone.')
  })

  it('bring a picture with words for who does not see it, and take it away again', async () => {
    const { discord, platform, conversation, seen } = await open()
    const posted = await platform.post(conversation, {
      ...textReply(''),
      picture: { png: PNG, alt: 'PR #7 modifies run.' },
    })
    expect(seen()).toBe('RepoBrain:\n[picture: PR #7 modifies run.]')
    await posted.update(textReply('gone'))
    expect(seen()).toBe('RepoBrain:\ngone')
    expect(discord.refused).toEqual([])
  })

  it('appear once when the connection drops over them, before or after Discord has them', async () => {
    const { discord, platform, conversation, general } = await open()
    discord.lose('POST', /messages$/, 'lost')
    await platform.post(conversation, textReply('first'))
    discord.lose('POST', /messages$/, 'dropped', 2)
    await platform.post(conversation, textReply('second'))
    expect(discord.messages(general).map(({ content }) => content)).toEqual(['first', 'second'])
  })

  it('appear once when they are posted again under the same key', async () => {
    const { discord, platform, conversation, general } = await open()
    await platform.post(conversation, textReply('once'), { key: 'm1:1' })
    await platform.post(conversation, textReply('once'), { key: 'm1:1' })
    await platform.post(conversation, textReply('twice'), { key: 'm1:2' })
    expect(discord.messages(general).map(({ content }) => content)).toEqual(['once', 'twice'])
  })

  it('wait when Discord asks for it', async () => {
    const { discord, platform, conversation, seen } = await open()
    discord.rateLimit('POST', /messages$/, 0.2, 2)
    await platform.post(conversation, textReply('patience'))
    expect(seen()).toBe('RepoBrain:\npatience')
    expect(discord.requests.filter(({ path }) => path.endsWith('/messages'))).toHaveLength(3)
  })

  it('reach one person alone where they are sent to that person', async () => {
    const { discord, platform, ada } = await open()
    const conversation = await platform.direct?.(`discord:${discord.world.guild.id}`, ada.id)
    await platform.post(conversation ?? '', textReply('just for you'))
    await until(() => discord.seen(discord.dm(ada)).includes('just for you'))
  })
})
