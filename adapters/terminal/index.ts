/** The terminal as a place to talk: what is typed are messages, answers are printed below. */
import { randomUUID } from 'node:crypto'
import { clearScreenDown, createInterface, moveCursor } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import stringWidth from 'string-width'
import type { Author, ChatHandlers, ChatPlatform, PostedReply, Reply } from '../../src/chat.ts'
import { UserError } from '../../src/errors.ts'
import { decodeConversation, encodeConversation } from './conversation-id.ts'
import { LIMITS } from './limits.ts'
import { isInsideFence, parseInput } from './parse.ts'
import { renderReply } from './render.ts'

export interface TerminalOptions {
  readonly input: Readable & { readonly isTTY?: boolean }
  readonly output: Writable & { readonly isTTY?: boolean; readonly columns?: number; hasColors?(): boolean }
  readonly workspace: string
  readonly author: Author
  /** Names the conversation: the same session again goes on with it. */
  readonly session: string
  /** Called once, when the input has ended or `/quit` was typed and every answer has been given. */
  onEnd(): void
}

export function createTerminalPlatform(options: TerminalOptions): ChatPlatform {
  const { input, output } = options
  const interactive = input.isTTY === true && output.isTTY === true
  const conversation = encodeConversation(options.session)
  const atWork = new Set<Promise<void>>()
  let lines: ReturnType<typeof createInterface> | undefined
  let block: string[] = []
  let pasteTimer: NodeJS.Timeout | undefined
  let closed = false
  let ended = false
  /** Whatever was printed last can be replaced in place. */
  let lastPost: symbol | undefined

  const platform: ChatPlatform = { name: 'terminal', start, stop, post, posted }
  return platform

  async function start(handlers: ChatHandlers): Promise<void> {
    lines = createInterface({ input, output: interactive ? output : undefined, prompt: '> ', terminal: interactive })
    lines.on('line', (line) => takeLine(line, handlers))
    lines.on('close', () => {
      if (!closed) deliver(handlers)
      closed = true
      void end()
    })
    lines.on('SIGINT', () => lines?.close())
    prompt()
  }

  async function stop(): Promise<void> {
    closed = true
    clearTimeout(pasteTimer)
    lines?.close()
    await idle()
  }

  async function post(target: string, reply: Reply): Promise<PostedReply> {
    if (decodeConversation(target) === null) {
      throw new UserError(`${target} is no conversation of a terminal.`, 'Post to the platform that it came from.')
    }
    let shown = show(reply)
    return {
      id: randomUUID(),
      update: async (next) => {
        if (interactive && shown && lastPost === shown.id) {
          moveCursor(output, 0, -shown.rows)
          clearScreenDown(output)
        }
        shown = show(next)
      },
    }
  }

  /** What cannot be replaced in place is printed when it is finished. */
  function show(reply: Reply): ReturnType<typeof print> | null {
    return interactive || !reply.unfinished ? print(reply) : null
  }

  /** What was printed earlier cannot be reached; what replaces it is printed below. */
  function posted(target: string, id: string): PostedReply {
    return { id, update: async (reply) => void (await post(target, reply)) }
  }

  function print(reply: Reply): { id: symbol; rows: number } {
    const text = `${renderReply(reply, { columns: output.columns, color: interactive && output.hasColors?.() === true })}\n`
    output.write(`${text}\n`)
    lastPost = Symbol('post')
    return { id: lastPost, rows: rowsOf(text, output.columns ?? LIMITS.columns) }
  }

  function takeLine(line: string, handlers: ChatHandlers): void {
    if (closed) return
    lastPost = undefined
    block.push(line)
    clearTimeout(pasteTimer)
    if (isInsideFence(block.join('\n'))) return
    if (interactive) pasteTimer = setTimeout(() => deliver(handlers), LIMITS.pasteMs)
    else deliver(handlers)
  }

  function deliver(handlers: ChatHandlers): void {
    clearTimeout(pasteTimer)
    const text = block.join('\n')
    block = []
    const parsed = parseInput(text)
    if (parsed.kind === 'quit') {
      closed = true
      lines?.close()
      return
    }
    if (parsed.kind === 'nothing') {
      prompt()
      return
    }
    const message = {
      id: randomUUID(),
      workspace: options.workspace,
      channel: 'terminal',
      conversation,
      isPrivate: false,
      author: options.author,
      text: parsed.text,
      addressed: 'directly' as const,
      about: null,
      audience: 'everyone' as const,
    }
    const taken =
      parsed.kind === 'command'
        ? handlers.onCommand({ ...message, name: parsed.name, pressedOn: null }, platform)
        : handlers.onMessage(message, platform)
    track(taken.then(({ done }) => done))
  }

  function track(work: Promise<void>): void {
    const tracked = work.finally(() => {
      atWork.delete(tracked)
      if (atWork.size === 0) prompt()
    })
    atWork.add(tracked)
  }

  function prompt(): void {
    if (interactive && !closed) lines?.prompt()
  }

  async function end(): Promise<void> {
    if (ended) return
    ended = true
    clearTimeout(pasteTimer)
    await idle()
    options.onEnd()
  }

  async function idle(): Promise<void> {
    while (atWork.size > 0) await Promise.allSettled(atWork)
  }
}

/** Screen rows that a text ending in a newline and one empty row below it take. */
function rowsOf(text: string, columns: number): number {
  return text.split('\n').reduce((rows, line) => rows + Math.max(1, Math.ceil(stringWidth(line) / columns)), 0)
}
