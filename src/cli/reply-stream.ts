import type { Writable } from 'node:stream'
import type { Reply } from '../chat.ts'

/** A reply that grows in a terminal, where what is written stays; one that starts anew is written below. */
export interface ReplyStream {
  show(reply: Reply): void
  end(reply: Reply): void
}

export function createReplyStream(output: Writable, render: (reply: Reply) => string): ReplyStream {
  let shown = ''
  const show = (reply: Reply) => {
    const text = render(reply)
    if (text.startsWith(shown)) output.write(text.slice(shown.length))
    else output.write(`\n\n…\n\n${text}`)
    shown = text
  }
  return {
    show,
    end: (reply) => {
      show(reply)
      output.write('\n')
    },
  }
}
