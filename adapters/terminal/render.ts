/** A reply as text for a terminal. Pure. */
import { styleText } from 'node:util'
import stringWidth from 'string-width'
import wrapAnsi from 'wrap-ansi'
import type { Reply } from '../../src/chat.ts'
import { LIMITS } from './limits.ts'

export interface RenderOptions {
  readonly columns: number | undefined
  readonly color: boolean
}

const HEADINGS = {
  en: { path: 'Path', sources: 'Sources' },
  zh: { path: '路径', sources: '来源' },
} as const

type Style = (format: Parameters<typeof styleText>[0], text: string) => string

/** Text, path, numbered sources, note; ends without a newline. Nothing but an address or code is wider than the columns. */
export function renderReply(reply: Reply, options: RenderOptions): string {
  const columns = Math.min(Math.max(options.columns ?? LIMITS.columns, LIMITS.minColumns), LIMITS.columns)
  const style: Style = options.color
    ? (format, text) => styleText(format, text, { validateStream: false })
    : (_, text) => text
  const parts = [
    ...(reply.unfinished ? [renderSteps(reply, style)] : []),
    renderMarkdown(safe(reply.text), columns, style),
    reply.picture ? wrap(safe(`[${reply.picture.alt}]`), columns, '', '') : '',
    renderPath(reply, columns, style),
    renderSources(reply, columns, style),
    reply.note === null ? '' : style('dim', wrap(safe(reply.note), columns, '', '')),
    reply.unfinished ? '' : renderButtons(reply, columns, style),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

const MARKS = { running: '…', done: '✓', failed: '✗' } as const

const renderSteps = ({ steps = [] }: Reply, style: Style) =>
  steps.map(({ label, state }) => style('dim', `${MARKS[state]} ${safe(label)}`)).join('\n')

/** What a terminal shows anyway, or has nobody to show to. */
const NOT_HERE = new Set(['path', 'share'])

/** A button is a verb that can be typed. */
function renderButtons({ buttons = [] }: Reply, columns: number, style: Style): string {
  const shown = buttons.filter(({ verb }) => !NOT_HERE.has(verb))
  return shown
    .map(({ label, verb, text }) =>
      wrap(`${safe(label)}: ${style('cyan', safe(`/${verb} ${text}`))}`, columns, '', '  '),
    )
    .join('\n')
}

/** Text from outside must not move the cursor or ring the bell. */
function safe(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
}

function renderMarkdown(text: string, columns: number, style: Style): string {
  let inCode = false
  const lines: string[] = []
  for (const line of text.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) {
      inCode = !inCode
      continue
    }
    lines.push(inCode ? `    ${line}` : renderLine(line, columns, style))
  }
  return lines.join('\n').replace(/^\n+|\s+$/g, '')
}

function renderLine(line: string, columns: number, style: Style): string {
  const heading = /^#{1,6}\s+(.*)$/.exec(line)
  if (heading)
    return style(
      'bold',
      wrap(
        inline(heading[1] ?? '', (_, text) => text),
        columns,
        '',
        '',
      ),
    )
  const item = /^(\s*)([-*]|\d+\.)\s+(.*)$/.exec(line)
  if (!item) return wrap(inline(line, style), columns, '', '')
  const [, indent = '', bullet = '', rest = ''] = item
  const marker = `${indent}${/\d/.test(bullet) ? bullet : '•'} `
  return wrap(inline(rest, style), columns, marker, ' '.repeat(marker.length))
}

const INLINE = /`([^`]+)`|\*\*((?:`[^`]+`|[^*`])+)\*\*|\[([^\]]+)\]\((https?:[^)\s]+)\)/g

/** Code, bold and links; everything else stays as it was written. */
function inline(text: string, style: Style): string {
  return text.replace(INLINE, (_, code?: string, bold?: string, label?: string, url?: string) => {
    if (code !== undefined) return style('cyan', code)
    if (bold !== undefined) return style('bold', inline(bold, style))
    return `${label} (${url})`
  })
}

function renderSources(reply: Reply, columns: number, style: Style): string {
  if (reply.sources.length === 0) return ''
  const width = Math.max(...reply.sources.map((source) => `[${source.ref}]`.length))
  const lines = reply.sources.map((source) => {
    const marker = `${`[${source.ref}]`.padStart(width)} `
    const label = safe(source.label).replace(/\s+/g, ' ')
    const url = source.url === null ? '' : safe(source.url)
    const oneLine = `${marker}${label}  ${url}`
    if (url !== '' && stringWidth(oneLine) <= columns) return `${marker}${label}  ${style('dim', url)}`
    const wrapped = wrap(label, columns, marker, ' '.repeat(marker.length))
    return url === '' ? wrapped : `${wrapped}\n${' '.repeat(marker.length)}${style('dim', url)}`
  })
  return `${style('bold', HEADINGS[reply.language].sources)}\n${lines.join('\n')}`
}

/** Hops that go on where the last one ended become one chain: `f ← MODIFIES — PR #1 — FIXES → #2`. */
function renderPath({ path, language }: Pick<Reply, 'path' | 'language'>, columns: number, style: Style): string {
  const chains: string[][] = []
  let end: string | null = null
  for (const hop of path) {
    const [from, to] = [solid(hop.from.label), solid(hop.to.label)]
    const step = hop.direction === 'out' ? `— ${hop.edge} → ${to}` : `← ${hop.edge} — ${to}`
    if (from === end) chains.at(-1)?.push(step)
    else chains.push([from, step])
    end = to
  }
  if (chains.length === 0) return ''
  const lines = chains.map((steps) =>
    wrap(steps.map(solid).join(' '), columns, '  ', '      ').replaceAll('\u00a0', ' '),
  )
  return `${style('bold', HEADINGS[language].path)}\n${lines.join('\n')}`
}

/** Keeps a label or a step on one line; undone after wrapping. */
const solid = (text: string) => safe(text).replace(/\s+/g, '\u00a0')

function wrap(text: string, columns: number, first: string, rest: string): string {
  const wrapped = wrapAnsi(text, columns - rest.length, { hard: hasWideText(text), trim: true })
  return wrapped
    .split('\n')
    .map((line, index) => `${index === 0 ? first : rest}${line}`)
    .join('\n')
}

/** Chinese, Japanese and Korean have no blanks to wrap at. */
const hasWideText = (text: string) => /[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]/.test(text)
