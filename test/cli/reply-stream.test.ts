import { PassThrough } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { textReply } from '../../src/chat.ts'
import { createReplyStream } from '../../src/cli/reply-stream.ts'

async function printed(...texts: string[]) {
  const output = new PassThrough()
  const stream = createReplyStream(output, ({ text }) => text)
  for (const text of texts.slice(0, -1)) stream.show(textReply(text))
  stream.end(textReply(texts.at(-1) ?? ''))
  output.end()
  return readText(output)
}

test('a reply that grows is written once', async () => {
  expect(await printed('One.', 'One.\n\nTwo.', 'One.\n\nTwo.\n\nSources')).toBe('One.\n\nTwo.\n\nSources\n')
})

test('one that starts anew is written below what stands there', async () => {
  expect(await printed('One.', '', 'Other.')).toBe('One.\n\n…\n\nOther.\n')
})
