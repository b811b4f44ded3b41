/** Slack's own markup, in and out. Its control characters are escaped once, and nothing of ours calls anybody. */
import { scanLines } from '../../src/markdown/scan-lines.ts'

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }
const FENCE_LINE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:`{3,}|~{3,})/
const BLANK_LINE = /\n[ \t>]*\n/
const SLACK_LINK = /<(https?:\/\/[^|<>\s]+)(?:\|([^<>]*))?>/g
const CALL = /<(?=!(?:channel|here|everyone|subteam\^)|@[UW][A-Z0-9]+)/g
const PLAIN_CALL = /@(?=(?:channel|here|everyone)\b)/gi
/** Invisible; no mark-up goes across it. */
const WORD_JOINER = '\u2060'

export const decodeEntities = (text: string) => text.replace(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity)

/** For text in `mrkdwn`: everything is to be read as it stands. */
export function escapeText(text: string): string {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  return escaped.replace(PLAIN_CALL, `@${WORD_JOINER}`)
}

/**
 * Markdown for a `markdown` block. Entities in it count as what they stand for, as they do in Markdown; code stays as it is, to the
 * byte, unless Slack would read it as a call for people.
 */
export function escapeMarkdown(markdown: string): string {
  let [out, prose] = ['', '']
  const lines = scanLines(markdown)
  for (const [index, { start, closing }] of lines.entries()) {
    const line = markdown.slice(start, lines[index + 1]?.start)
    if (closing === '' && !FENCE_LINE.test(line)) {
      prose += line
      continue
    }
    out += escapeParagraphs(prose) + quietCode(line)
    prose = ''
  }
  return out + escapeParagraphs(prose)
}

/** The most of a growing text that will be escaped the same whatever follows: code and links may still be open in its last line. */
export function settledLength(markdown: string): number {
  const lastLine = markdown.lastIndexOf('\n') + 1
  const line = markdown.slice(lastLine)
  const openCode = (line.match(/`/g)?.length ?? 0) % 2 === 1 ? line.lastIndexOf('`') : line.length
  const open = Math.max(line.lastIndexOf('<'), line.lastIndexOf('&'), line.lastIndexOf('@'))
  const openLink = open >= 0 && !/[>;\s]/.test(line.slice(open)) ? open : line.length
  return lastLine + Math.min(openCode, openLink)
}

function escapeParagraphs(text: string): string {
  let [out, at] = ['', 0]
  for (const [start, end] of codeSpans(text)) {
    out += escapeProse(text.slice(at, start)) + quietCode(text.slice(start, end))
    at = end
  }
  return out + escapeProse(text.slice(at))
}

/** From backticks to as many of them again, within a paragraph. */
function codeSpans(text: string): [number, number][] {
  const runs = [...text.matchAll(/`+/g)].map((run) => ({ start: run.index, end: run.index + run[0].length }))
  const nextOfLength = new Map<number, number>()
  const partners = runs.map(() => -1)
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const run = runs[index] ?? { start: 0, end: 0 }
    partners[index] = nextOfLength.get(run.end - run.start) ?? -1
    nextOfLength.set(run.end - run.start, index)
  }
  const spans: [number, number][] = []
  for (let index = 0; index < runs.length; index += 1) {
    const [open, close] = [runs[index], runs[partners[index] ?? -1]]
    if (!open || !close || BLANK_LINE.test(text.slice(open.end, close.start))) continue
    spans.push([open.start, close.end])
    index = partners[index] ?? index
  }
  return spans
}

function escapeProse(text: string): string {
  const linked = text.replace(SLACK_LINK, (_, url: string, label?: string) => (label ? `[${label}](${url})` : url))
  return linked.replace(
    /^((?:[ \t]*>)*)(.*)$/gm,
    (_, quote: string, rest: string) => quote + escapeText(decodeEntities(rest)),
  )
}

const quietCode = (code: string) => code.replace(CALL, `<${WORD_JOINER}`)

/** A link for `mrkdwn`; the label alone where there is no address. */
export function link(label: string, url: string | null): string {
  const shown = escapeText(label.replace(/\s+/g, ' '))
  return url === null
    ? shown
    : `<${url.replace(/[<>|\s]/g, encodeURIComponent).replace(/&/g, '&amp;')}|${shown.replaceAll('|', '¦')}>`
}

/** For places without a `markdown` block: bold, links, headings and bullets as `mrkdwn` has them, which escapes in code, too. */
export function markdownToMrkdwn(markdown: string): string {
  return escapeProse(markdown)
    .replace(/^#{1,6}[ \t]+(.*)$/gm, '**$1**')
    .replace(/^([ \t]*)[-*+][ \t]+/gm, '$1• ')
    .replace(/\[([^\]\n]+)\]\((https?:[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)/g, '<$2|$1>')
    .replace(/\*\*([^*\n]+)\*\*/g, '*$1*')
}
