/** A reply as Slack's messages: text in a markdown block, path, sources and note below it, buttons last. */
import type { ActionsBlock, ContextActionsBlock, ContextBlock, KnownBlock } from '@slack/types'
import type { PathHop, Reply, ReplyStep } from '../../src/chat.ts'
import { splitMarkdown } from '../../src/markdown/split-markdown.ts'
import { LIMITS } from './limits.ts'
import { escapeMarkdown, escapeText, link } from './markup.ts'
import { blockId, FEEDBACK } from './post-id.ts'

export interface SlackMessage {
  /** What notifications and screen readers get. */
  readonly text: string
  readonly blocks: KnownBlock[]
}

const WORDS = {
  en: { path: 'Path', sources: 'Sources', good: '👍 Helpful', bad: '👎 Not helpful' },
  zh: { path: '路径', sources: '来源', good: '👍 有帮助', bad: '👎 没帮助' },
} as const
const STEP_MARKS: Readonly<Record<ReplyStep['state'], string>> = { running: '◌', done: '✓', failed: '✗' }

/** Everything of the reply but its picture, in as few messages as hold it, in order. */
export function renderReply(reply: Reply): SlackMessage[] {
  const pieces = splitMarkdown(escapeMarkdown(reply.text), { characters: LIMITS.markdownCharacters })
  const messages: KnownBlock[][] = pieces.map((text) => [{ type: 'markdown', text }])
  for (const block of renderBelow(reply)) {
    const last = messages.at(-1)
    if (last && last.length < LIMITS.blocks && sizeOf(last) + sizeOf([block]) <= LIMITS.messageCharacters)
      last.push(block)
    else messages.push([block])
  }
  const preview = previewOf(reply)
  return messages.map((blocks) => ({ text: preview, blocks }))
}

/** What comes below the text. */
export function renderBelow(reply: Reply): KnownBlock[] {
  const words = WORDS[reply.language]
  const steps = reply.unfinished ? (reply.steps ?? []) : []
  const sources = reply.sources.map(({ ref, label, url }) => `[${ref}] ${link(label, url)}`)
  return [
    ...contexts(steps.map((step) => `${STEP_MARKS[step.state]} ${escapeText(step.label)}`)),
    ...contexts(titled(words.path, chainsOf(reply.path))),
    ...contexts(titled(words.sources, sources)),
    ...contexts(reply.note === null ? [] : [escapeText(reply.note)]),
    ...buttonBlocks(reply),
    ...(reply.feedbackOn === undefined ? [] : [feedbackBlock(reply.feedbackOn, words)]),
  ]
}

/** Buttons name the messages of the post that come before theirs. */
export const withEarlier = (message: SlackMessage, earlier: readonly string[]): SlackMessage => ({
  ...message,
  blocks: message.blocks.map((block) =>
    block.type === 'actions' || block.type === 'context_actions'
      ? { ...block, block_id: blockId(block.block_id ?? '', earlier) }
      : block,
  ),
})

function previewOf({ text }: Reply): string {
  const plain = text
    .replace(/```[\s\S]*?(?:```|$)/g, ' … ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`#>]+/g, '')
  const [line = ''] = plain.trim().split('\n')
  const characters = [...line]
  const shown =
    characters.length > LIMITS.previewCharacters ? `${characters.slice(0, LIMITS.previewCharacters).join('')} …` : line
  return escapeText(shown) || 'RepoBrain'
}

function buttonBlocks({ buttons = [] }: Reply): ActionsBlock[] {
  const elements: ActionsBlock['elements'] = buttons.map((button, index) => ({
    type: 'button',
    action_id: `verb:${index}`,
    text: { type: 'plain_text', text: button.label.slice(0, LIMITS.buttonCharacters) || button.verb, emoji: true },
    value: `${button.verb} ${button.text}`.trim(),
    ...(button.style === 'plain' ? {} : { style: button.style }),
  }))
  const rows = Array.from({ length: Math.ceil(elements.length / LIMITS.buttons) }, (_, row) => row)
  return rows.map((row) => ({
    type: 'actions',
    block_id: blockId(`buttons${row}`, []),
    elements: elements.slice(row * LIMITS.buttons, (row + 1) * LIMITS.buttons),
  }))
}

function feedbackBlock(on: string, words: { good: string; bad: string }): ContextActionsBlock {
  return {
    type: 'context_actions',
    block_id: blockId(FEEDBACK, []),
    elements: [
      {
        type: 'feedback_buttons',
        action_id: FEEDBACK,
        positive_button: { text: { type: 'plain_text', text: words.good }, value: `up ${on}` },
        negative_button: { text: { type: 'plain_text', text: words.bad }, value: `down ${on}` },
      },
    ],
  }
}

/** Hops that go on where the last one ended become one chain: `f ← MODIFIES — PR #1 — FIXES → #2`. */
function chainsOf(path: readonly PathHop[]): string[] {
  const chains: string[] = []
  let end: string | null = null
  for (const { from, to, edge, direction } of path) {
    const target = link(to.label, to.url)
    const step = direction === 'out' ? `— ${escapeText(edge)} → ${target}` : `← ${escapeText(edge)} — ${target}`
    if (from.label === end) chains.push(`${chains.pop() ?? ''} ${step}`)
    else chains.push(`${link(from.label, from.url)} ${step}`)
    end = to.label
  }
  return chains
}

const titled = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [`*${title}*`, ...lines])

/** Lines in small print, as many to a block as fit. */
function contexts(lines: readonly string[]): ContextBlock[] {
  const texts: string[] = []
  for (const line of lines) {
    const last = texts.at(-1)
    if (last !== undefined && last.length + 1 + line.length <= LIMITS.mrkdwnCharacters)
      texts[texts.length - 1] = `${last}\n${line}`
    else texts.push(...splitMarkdown(line, { characters: LIMITS.mrkdwnCharacters }))
  }
  return texts.map((text) => ({ type: 'context', elements: [{ type: 'mrkdwn', text }] }))
}

/** Characters of text in blocks, as Slack's limit for a message counts them. */
function sizeOf(blocks: readonly KnownBlock[]): number {
  return blocks.reduce((sum, block) => {
    if (block.type === 'markdown') return sum + block.text.length
    if (block.type === 'context')
      return sum + block.elements.reduce((all, element) => all + ('text' in element ? element.text.length : 0), 0)
    if (block.type === 'actions')
      return sum + block.elements.reduce((all, element) => all + ('text' in element ? element.text.text.length : 0), 0)
    return sum
  }, 0)
}
