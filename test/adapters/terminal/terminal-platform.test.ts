import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { decodeConversation, encodeConversation } from '../../../adapters/terminal/conversation-id.ts'
import { createTerminalPlatform } from '../../../adapters/terminal/index.ts'
import { textReply } from '../../../src/chat.ts'
import { describeChatPlatform } from '../../contracts/chat-platform.ts'
import { handlersThat } from '../../fixtures/handlers-that.ts'

function openTerminal(options: { interactive?: boolean } = {}) {
  const interactive = options.interactive ?? false
  const input = Object.assign(new PassThrough(), { isTTY: interactive, setRawMode: () => {} })
  const output = Object.assign(new PassThrough(), { isTTY: interactive, columns: 80 })
  const chunks: string[] = []
  output.on('data', (chunk) => chunks.push(String(chunk)))
  let ended = 0
  const platform = createTerminalPlatform({
    input,
    output,
    workspace: 'local',
    author: { id: 'ann', name: 'Ann', isBot: false, isAdmin: true },
    session: 's1',
    onEnd: () => {
      ended += 1
    },
  })
  return { platform, input, text: () => chunks.join(''), ended: () => ended }
}

describeChatPlatform('the terminal', async () => {
  const terminal = openTerminal()
  return {
    platform: terminal.platform,
    conversations: [encodeConversation('s1'), encodeConversation('terminal:with:colons')],
    reencode: (conversation) => encodeConversation(decodeConversation(conversation) ?? ''),
    say: async (_, text) => void terminal.input.write(`${text}\n`),
    command: async (_, name, text) => void terminal.input.write(`/${name} ${text}\n`),
    seen: async () => terminal.text(),
    close: async () => void terminal.input.end(),
  }
})

it('ends once, after the last answer, when the input ends', async () => {
  const terminal = openTerminal()
  let answered = false
  await terminal.platform.start(
    handlersThat({
      onMessage: async () => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        expect(terminal.ended()).toBe(0)
        answered = true
      },
    }),
  )
  terminal.input.end('a question without a line break')
  await expect.poll(terminal.ended).toBe(1)
  expect(answered).toBe(true)
})

it('ends on /quit and leaves what was typed after it alone', async () => {
  const terminal = openTerminal()
  const heard: string[] = []
  await terminal.platform.start(handlersThat({ onMessage: (message) => void heard.push(message.text) }))
  terminal.input.write('one\n/quit\ntwo\n')
  await expect.poll(terminal.ended).toBe(1)
  expect(heard).toEqual(['one'])
})

it('takes lines that are pasted at once in a terminal as one message', async () => {
  const terminal = openTerminal({ interactive: true })
  const heard: string[] = []
  await terminal.platform.start(handlersThat({ onMessage: (message) => void heard.push(message.text) }))
  terminal.input.write('Traceback (most recent call last):\r  File "a.py", line 3, in f\rKeyError: 1\r')
  await expect
    .poll(() => heard)
    .toEqual(['Traceback (most recent call last):\n  File "a.py", line 3, in f\nKeyError: 1'])
  await terminal.platform.stop()
})

it('replaces the last reply in place in a terminal', async () => {
  const terminal = openTerminal({ interactive: true })
  await terminal.platform.start(handlersThat())
  const posted = await terminal.platform.post(encodeConversation('s1'), textReply('half'))
  await posted.update(textReply('done'))
  // Two rows up, one of text and one empty, then everything below is cleared.
  expect(terminal.text()).toContain('half\n\n\u001b[2A\u001b[0Jdone\n')
  await terminal.platform.stop()
})
