/**
 * Text from outside made harmless in a comment on GitHub: no HTML, no formatting, no link, no ping, no reference that leaves a
 * trace in somebody else's timeline, no secret.
 */
import { redact } from '../../redact.ts'

/** Breaks what GitHub would make a link or a ping of, and shows nothing. */
const BREAK = '<!-- -->'
const LONGEST = 160

/** One line, shortened to `longest` characters. */
export function escapeText(text: string, longest = LONGEST): string {
  const line = plainLine(text, longest)
  const escaped = line
    .replace(/[\\`*_{}[\]|~$!]/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/^([-+=]|\d+(?=\\?[.)]))/, (start) => `${BREAK}${start}`)
  return breakReferences(escaped)
}

/** In a code span, which shows everything as it is. */
export function inlineCode(text: string, longest = LONGEST): string {
  const line = plainLine(text, longest)
  if (line === '') return '` `'
  const ticks = '`'.repeat(1 + Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length)))
  const blank = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${ticks}${blank}${line}${blank}${ticks}`
}

/** Where HTML stands and Markdown is not read, as in a `<summary>`. */
export const escapeHtml = (text: string, longest = LONGEST) =>
  breakReferences(
    plainLine(text, longest).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;'),
  )

/**
 * A sentence of ours, or of a model: code spans and emphasis stay, everything else is escaped. `referTo` gives what to write for
 * `#123`; null for a number that it does not know.
 */
export function renderProse(text: string, longest: number, referTo: (number: number) => string | null): string {
  return plainLine(text, longest)
    .split(/(`[^`]+`)/)
    .map((part) => (/^`[^`]+`$/.test(part) ? inlineCode(part.slice(1, -1), longest) : renderWords(part, referTo)))
    .join('')
}

function renderWords(words: string, referTo: (number: number) => string | null): string {
  return words
    .split(/((?<![\w/])#\d+\b)/)
    .map((part) => {
      const number = /^#(\d{1,9})$/.exec(part)?.[1]
      const reference = number === undefined ? null : referTo(Number(number))
      if (reference !== null) return reference
      const escaped = part
        .replace(/[\\`{}[\]|~$!]/g, '\\$&')
        .replace(/&/g, '&amp;')
        .replace(/</g, '&lt;')
        .replace(/>/g, '&gt;')
      return breakReferences(escaped)
    })
    .join('')
}

/** Mentions of people and teams, of issues (`#1`, `GH-1`, `owner/name#1`), and bare addresses. */
const breakReferences = (text: string) =>
  text
    .replace(/@(?=[\w-])/g, `@${BREAK}`)
    .replace(/#(?=\d)/g, `#${BREAK}`)
    .replace(/\bGH-(?=\d)/gi, (start) => `${start.slice(0, 2)}${BREAK}-`)
    .replace(/:\/\//g, `:${BREAK}//`)
    .replace(/\bwww\./gi, (start) => `${start.slice(0, 3)}${BREAK}.`)

/** One line without secrets and without characters that are not seen, for where nothing is read as Markdown or HTML. */
export const plainLine = (text: string, longest: number) => shorten(oneLine(redact(text)), longest)

/** Control characters and those that turn the direction of text would show something else than what is written. */
const oneLine = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .trim()

function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text
  const cut = text.slice(0, longest - 1).trimEnd()
  // Half of a pair would be shown as a replacement character.
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}
