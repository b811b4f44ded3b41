/** What was typed: a question in plain words, a verb with a slash, or the wish to leave. */
export type TerminalInput =
  | { readonly kind: 'question'; readonly text: string }
  | { readonly kind: 'command'; readonly name: string; readonly text: string }
  | { readonly kind: 'quit' }
  | { readonly kind: 'nothing' }

const QUIT = new Set(['/quit', '/exit', '/q'])

/** A path such as `/usr/lib/x.py` is part of a question, not a verb. */
export function parseInput(text: string): TerminalInput {
  const trimmed = text.trim()
  if (trimmed === '') return { kind: 'nothing' }
  if (QUIT.has(trimmed)) return { kind: 'quit' }
  const command = /^\/([a-z][a-z-]*)(?:\s+([\s\S]*))?$/.exec(trimmed)
  if (command?.[1]) return { kind: 'command', name: command[1], text: command[2]?.trim() ?? '' }
  return { kind: 'question', text: trimmed }
}

/** Whether the text so far ends inside a fenced code block, so that the message is not finished. */
export function isInsideFence(text: string): boolean {
  let fence: string | null = null
  for (const line of text.split('\n')) {
    const marker = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (!marker) continue
    if (fence === null) fence = marker
    else if (marker.startsWith(fence)) fence = null
  }
  return fence !== null
}
