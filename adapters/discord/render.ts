/** A reply as messages of Discord: the text as content, what it rests on in an embed below. Pure. */
import {
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  type APIEmbed,
  ButtonStyle,
  ComponentType,
} from 'discord.js'
import type { PathHop, Reply, ReplyButton, ReplyPicture } from '../../src/chat.ts'
import { splitMarkdown } from '../../src/markdown/split-markdown.ts'
import { LIMITS } from './limits.ts'
import { link, plain, toDiscordMarkdown } from './markdown.ts'

export interface RenderedMessage {
  readonly content: string
  readonly embeds: readonly APIEmbed[]
  readonly components: readonly APIActionRowComponent<APIButtonComponentWithCustomId>[]
  readonly picture: ReplyPicture | null
}

const WORDS = {
  en: { path: 'Path', sources: 'Sources', helpful: 'Helpful', notHelpful: 'Not helpful', stop: 'Stop' },
  zh: { path: '路径', sources: '来源', helpful: '有帮助', notHelpful: '没有帮助', stop: '停止' },
} as const

const COLOURS = { plain: 0x5865f2, stale: 0xf5a524 } as const
const STALE_MARK = '🟠'
const STEP_MARKS = { running: '⏳', done: '✅', failed: '⚠️' } as const
const STYLES = { plain: ButtonStyle.Secondary, primary: ButtonStyle.Primary, danger: ButtonStyle.Danger } as const

/** At least one message, in order; buttons and picture are on the last. */
export function renderReply(reply: Reply): readonly RenderedMessage[] {
  const details = renderDetails(reply)
  const body = `${toDiscordMarkdown(reply.text)}${renderSteps(reply)}${details.length === 0 ? renderNote(reply.note) : ''}`
  const contents = splitMarkdown(body, { characters: LIMITS.content })
  const messages = contents.map((content) => ({ ...EMPTY, content }))
  for (const [index, embed] of details.entries()) {
    const last = messages.pop()
    if (last && index > 0) messages.push(last)
    messages.push({ ...(index === 0 && last ? last : EMPTY), embeds: [embed] })
  }
  const last = messages.pop() ?? { ...EMPTY, content: reply.picture ? '' : '…' }
  return [...messages, { ...last, components: renderButtons(reply), picture: reply.picture ?? null }]
}

const EMPTY: RenderedMessage = { content: '', embeds: [], components: [], picture: null }

const renderNote = (note: string | null) => (note === null ? '' : `\n\n-# ${plain(note)}`)

/** Once the reply is there, it matters no more how it came to be. */
function renderSteps({ steps = [], unfinished }: Reply): string {
  if (!unfinished) return ''
  return steps.map(({ label, state }) => `\n-# ${STEP_MARKS[state]} ${plain(label)}`).join('')
}

/** The path as a line of linked hops, then the numbered sources and the note. */
function renderDetails(reply: Reply): readonly APIEmbed[] {
  const words = WORDS[reply.language]
  const path = renderPath(reply.path)
  const sources = reply.sources.map(({ ref, label, url }) => `\`${ref}\` ${link(label, url)}`)
  const text = [
    ...(path.length > 0 ? [`**${words.path}**`, ...path] : []),
    ...(path.length > 0 && sources.length > 0 ? [''] : []),
    ...(sources.length > 0 ? [`**${words.sources}**`, ...sources] : []),
  ].join('\n')
  const color = reply.text.includes(STALE_MARK) ? COLOURS.stale : COLOURS.plain
  if (text === '') return []
  return splitMarkdown(text + renderNote(reply.note), { characters: LIMITS.embedDescription }).map((description) => ({
    description,
    color,
  }))
}

/**
 * Hops that go on where the last one ended become one line: `f ← MODIFIES — PR #1 — FIXES → #2`. A node is linked where it is
 * named first: addresses count as text, and are long.
 */
function renderPath(path: readonly PathHop[]): string[] {
  const linked = new Set<string>()
  const name = ({ label, url }: PathHop['to']) => {
    const isLinked = url !== null && linked.has(url)
    if (url !== null) linked.add(url)
    return link(label, isLinked ? null : url)
  }
  const lines: string[] = []
  let end: string | null = null
  for (const { from, to, edge, direction } of path) {
    const start = `${from.label}\n${from.url}`
    const line = start === end ? lines.pop() : name(from)
    const [before, after] = direction === 'out' ? ['—', '→'] : ['←', '—']
    lines.push(`${line} ${before} ${plain(edge)} ${after} ${name(to)}`)
    end = `${to.label}\n${to.url}`
  }
  return lines
}

/** Verb of the button under what is still being worked on. */
export const STOP = 'stop'

function renderButtons({ buttons = [], feedbackOn, language, unfinished }: Reply): RenderedMessage['components'] {
  const words = WORDS[language]
  const isStoppable = unfinished === true && buttons.length === 0
  const all = [
    ...(isStoppable ? [toButton({ label: words.stop, verb: STOP, text: '', style: 'plain' }, STOP)] : []),
    ...buttons.map((button, index) => toButton(button, index)),
    ...(feedbackOn === undefined
      ? []
      : [
          toButton({ label: words.helpful, verb: 'feedback', text: `up ${feedbackOn}`, style: 'plain' }, 'up', '👍'),
          toButton(
            { label: words.notHelpful, verb: 'feedback', text: `down ${feedbackOn}`, style: 'plain' },
            'down',
            '👎',
          ),
        ]),
  ].slice(0, LIMITS.buttonsInRow * LIMITS.rows)
  const rows = Math.ceil(all.length / LIMITS.buttonsInRow)
  return Array.from({ length: rows }, (_, row) => ({
    type: ComponentType.ActionRow,
    components: all.slice(row * LIMITS.buttonsInRow, (row + 1) * LIMITS.buttonsInRow),
  }))
}

/** `which` keeps ids apart that would carry the same: Discord takes no id twice in a message. */
function toButton(
  { label, verb, text, style }: ReplyButton,
  which: number | string,
  emoji?: string,
): APIButtonComponentWithCustomId {
  return {
    type: ComponentType.Button,
    style: STYLES[style],
    label: clip(label, LIMITS.buttonLabel),
    custom_id: encodeButton(which, verb, text),
    ...(emoji === undefined ? {} : { emoji: { name: emoji } }),
  }
}

const encodeButton = (which: number | string, verb: string, text: string) =>
  `${which}|${verb} ${text}`.trimEnd().slice(0, LIMITS.customId)

/** What a pressed button says; null for one of an earlier form. */
export function decodeButton(customId: string): { readonly verb: string; readonly text: string } | null {
  const match = /^\w+\|(\S+)(?: ([\s\S]*))?$/.exec(customId)
  return match?.[1] === undefined ? null : { verb: match[1], text: match[2] ?? '' }
}

const clip = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text)
