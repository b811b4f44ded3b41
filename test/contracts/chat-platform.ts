/** What every ChatPlatform must do, whatever is behind it. Each adapter's test runs this suite with a harness of its own. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type ChatHandlers,
  type ChatPlatform,
  type ConversationId,
  type IncomingCommand,
  type IncomingMessage,
  type Reply,
  textReply,
} from '../../src/chat.ts'
import { handlersThat } from '../fixtures/handlers-that.ts'

export interface ChatPlatformHarness {
  readonly platform: ChatPlatform
  /** Conversations that the platform can tell apart, encoded by the adapter; at least one. */
  readonly conversations: readonly ConversationId[]
  /** What the adapter reads out of its own conversation id, encoded again. */
  reencode(conversation: ConversationId): ConversationId
  /** A person says this in the conversation. Resolves when the platform has received it, not when it is answered. */
  say(conversation: ConversationId, text: string): Promise<void>
  command(conversation: ConversationId, name: string, text: string): Promise<void>
  /** Every text that people can see there now, oldest first; edits of a post in place or below it. */
  seen(conversation: ConversationId): Promise<string>
  /** Frees servers and streams; called after `platform.stop()`. */
  close(): Promise<void>
}

interface Heard {
  readonly messages: IncomingMessage[]
  readonly commands: IncomingCommand[]
}

export function describeChatPlatform(name: string, open: () => Promise<ChatPlatformHarness>): void {
  describe(`${name} as a chat platform`, () => {
    let harness: ChatPlatformHarness
    let heard: Heard
    let here: ConversationId

    beforeEach(async () => {
      harness = await open()
      heard = { messages: [], commands: [] }
      here = harness.conversations[0] ?? ''
    })

    afterEach(async () => {
      await harness.platform.stop()
      await harness.close()
    })

    const listen = (handlers: Partial<ChatHandlers> = {}) =>
      harness.platform.start({
        ...handlersThat({
          onMessage: (message) => void heard.messages.push(message),
          onCommand: (command) => void heard.commands.push(command),
        }),
        ...handlers,
      })

    it('reads its own conversation ids back', () => {
      for (const conversation of harness.conversations) expect(harness.reencode(conversation)).toBe(conversation)
    })

    it('refuses to post to a conversation of another platform', async () => {
      await listen()
      await expect(harness.platform.post('elsewhere:1', textReply('hello'))).rejects.toThrow('elsewhere:1')
    })

    it('delivers what was said, whole, with who said it and where', async () => {
      await listen()
      await harness.say(here, 'why is `make_response` so long? 为什么？')
      await until(() => heard.messages.length === 1)
      const [message] = heard.messages
      expect(message).toMatchObject({ text: 'why is `make_response` so long? 为什么？', conversation: here })
      expect(message?.author.isBot).toBe(false)
      for (const field of [message?.id, message?.workspace, message?.channel, message?.author.id])
        expect(field).toBeTruthy()
    })

    it('delivers a code block as one message with its line breaks', async () => {
      await listen()
      const text = 'what is this?\n```\ndef f():\n\n    return 1\n```'
      await harness.say(here, text)
      await until(() => heard.messages.some((message) => message.text.includes('return 1')))
      const block = heard.messages.map((message) => message.text).join('\n')
      expect(block).toBe(text)
      expect(heard.messages.at(-1)?.text).toContain('def f():\n\n    return 1')
    })

    it('delivers messages in the order in which they were sent, each with an id of its own', async () => {
      await listen()
      const texts = ['one', 'two', 'three', 'four']
      for (const text of texts) await harness.say(here, text)
      await until(() => heard.messages.length === texts.length)
      expect(heard.messages.map((message) => message.text)).toEqual(texts)
      expect(new Set(heard.messages.map((message) => message.id)).size).toBe(texts.length)
    })

    it('delivers verbs with their arguments, apart from questions', async () => {
      await listen()
      await harness.command(here, 'ingest', 'pallets/flask')
      await harness.command(here, 'help', '')
      await until(() => heard.commands.length === 2)
      expect(heard.commands.map(({ name, text }) => [name, text])).toEqual([
        ['ingest', 'pallets/flask'],
        ['help', ''],
      ])
      expect(heard.messages).toEqual([])
    })

    it('shows every word of a long reply, in order, sources last', async () => {
      await listen()
      const words = Array.from({ length: 2_000 }, (_, index) => `word${index}`)
      await harness.platform.post(here, {
        ...textReply(words.join(' ')),
        sources: [{ ref: 1, label: 'PR #5818: Context', url: 'https://github.com/pallets/flask/pull/5818' }],
      })
      const seen = await harness.seen(here)
      expect(seen.match(/word\d+/g)).toEqual(words)
      expect(seen.indexOf('https://github.com/pallets/flask/pull/5818')).toBeGreaterThan(seen.indexOf('word1999'))
    })

    it('shows the path, the sources and the note of a reply', async () => {
      await listen()
      await harness.platform.post(here, REPLY)
      const seen = (await harness.seen(here)).replace(/\s+/g, ' ')
      for (const part of ['dispatch', 'MODIFIES', 'PR #7', 'FIXES', '#5', 'Keep the order', 'As of 1a2b3c4'])
        expect(seen).toContain(part)
    })

    it('shows posts in the order in which they were made', async () => {
      await listen()
      for (const text of ['first', 'second', 'third']) await harness.platform.post(here, textReply(text))
      const seen = await harness.seen(here)
      expect(seen.match(/first|second|third/g)).toEqual(['first', 'second', 'third'])
    })

    it('shows the newest text of a reply that is updated', async () => {
      await listen()
      const posted = await harness.platform.post(here, textReply('working'))
      await posted.update(textReply('half done'))
      await posted.update(textReply('finished'))
      expect(await harness.seen(here)).toMatch(/finished\s*$/)
    })

    it('waits on stop for the handler that is at work, and takes no more messages', async () => {
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      let answered = false
      await listen({
        onMessage: async (message, platform) => {
          heard.messages.push(message)
          const answer = async () => {
            await released
            await platform.post(message.conversation, textReply('the answer'))
            answered = true
          }
          return { done: answer() }
        },
      })
      await harness.say(here, 'a question')
      await until(() => heard.messages.length === 1)
      const stopped = harness.platform.stop()
      release()
      await stopped
      expect(answered).toBe(true)
      expect(await harness.seen(here)).toContain('the answer')
      await harness.say(here, 'too late').catch(() => {})
      await harness.platform.stop()
      expect(heard.messages.map((message) => message.text)).toEqual(['a question'])
    })
  })
}

const REPLY: Reply = {
  text: 'It was written that way in [1].',
  language: 'en',
  path: [
    {
      from: { label: 'dispatch', url: null },
      edge: 'MODIFIES',
      direction: 'in',
      to: { label: 'PR #7', url: 'https://github.com/o/r/pull/7' },
    },
    {
      from: { label: 'PR #7', url: 'https://github.com/o/r/pull/7' },
      edge: 'FIXES',
      direction: 'out',
      to: { label: '#5', url: 'https://github.com/o/r/issues/5' },
    },
  ],
  sources: [{ ref: 1, label: 'PR #7: Keep the order', url: 'https://github.com/o/r/pull/7' }],
  note: 'As of 1a2b3c4',
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('The platform did not deliver in ten seconds.')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
