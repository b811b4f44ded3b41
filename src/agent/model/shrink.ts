import type { ModelMessage } from '../../language-model.ts'

/** A result is cut to its first lines, which answer most. */
const SHORT_RESULT = 240

/**
 * The messages with less in them: results of tools are shortened, the oldest first, until `fits`. What the model has to be
 * told and what was asked stay. Null when that is not enough.
 */
export function shrink(
  messages: readonly ModelMessage[],
  fits: (messages: readonly ModelMessage[]) => boolean,
): readonly ModelMessage[] | null {
  let shorter = messages
  for (const longest of [SHORT_RESULT, 0]) {
    for (const [at, message] of messages.entries()) {
      if (fits(shorter)) return shorter
      if (message.role === 'tool')
        shorter = shorter.with(at, { ...message, content: shorten(message.content, longest) })
    }
  }
  return fits(shorter) ? shorter : null
}

function shorten(content: string, longest: number): string {
  if (content.length <= longest) return content
  const kept = content.slice(0, longest)
  const [open] = /^«[^»]*»/.exec(content) ?? []
  const close = open && longest > 0 ? `\n${open.replace('«', '«/')}` : ''
  return `${kept.slice(0, Math.max(0, kept.lastIndexOf('\n')))}${close}\n(more was here)`.trim()
}
