/** Cuts Markdown into pieces that each fit into one message and read well on their own. */
import { type LineContext, openAtEnd, type ScannedLine, scanLines } from './scan-lines.ts'

/** Characters are UTF-16 units, which is what platforms count or more than that. */
export type SizeLimit = { readonly characters: number } | { readonly bytes: number }

/** `body` is a part of the text as it was written; the rest keeps the piece well-formed. */
interface Piece {
  readonly opening: string
  readonly body: string
  readonly closing: string
}

/** Of a piece: a good cut is worth leaving up to the rest of it empty. */
const WORTH_FILLING = 0.5
/** Of a piece: what would take more is not repeated in it. */
const WORTH_REPEATING = 0.25
/** What must stay together within a line: code, links, addresses, bold text. */
const SPANS = /`+[^`\n]+`+|!?\[[^\]\n]*\]\([^)\n]*\)|\*\*[^*\n]+\*\*|<[^<>\s]+>|&#?\w{1,31};|https?:\/\/[^\s<>]+/g
const SENTENCE_END = /[.!?…][)"'\]]*\s+|[。！？；]/g
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * Pieces of at most `limit`, in order, none of them blank. Cut between blocks where there is a good place, else between lines,
 * sentences, words; a code fence is closed and opened again with its language, a table repeats its header. A fence that is
 * never closed is closed. The limit should leave room for a line or two: 100 and more.
 */
export function splitMarkdown(text: string, limit: SizeLimit): string[] {
  return cutMarkdown(text, limit)
    .map(({ opening, body, closing }) => {
      const inner = opening === '' ? body.replace(/^(?:[ \t]*\n)+/, '') : body
      return `${opening}${inner}${closing}`.trimEnd()
    })
    .filter((piece) => piece !== '')
}

/** The pieces before they are put together: their bodies, joined, are the text to the last character. */
export function cutMarkdown(text: string, limit: SizeLimit): Piece[] {
  const lines = scanLines(text)
  const end = openAtEnd(text)
  const pieces: Piece[] = []
  let from = 0
  while (from < text.length) {
    const opening = affordable(contextAt(lines, from), limit).opening
    const room = roomOf(limit) - sizeOf(opening, limit)
    const tail = closingAfter(text.slice(from), affordable(end, limit))
    const to = sizeOf(text.slice(from) + tail, limit) <= room ? text.length : chooseCut(text, lines, from, room, limit)
    const body = text.slice(from, to)
    const closing = to === text.length ? tail : closingAfter(body, affordable(contextAt(lines, to), limit))
    pieces.push({ opening, body, closing })
    from = to
  }
  return pieces
}

function chooseCut(text: string, lines: readonly ScannedLine[], from: number, room: number, limit: SizeLimit): number {
  const fits = (line: ScannedLine) => {
    const body = text.slice(from, line.start)
    return sizeOf(body + closingAfter(body, affordable(line, limit)), limit) <= room
  }
  const furthest = reach(text, from, room, limit)
  const candidates = lines.filter(({ start }) => start > from && start <= furthest).filter(fits)
  const worthFrom = from + (furthest - from) * WORTH_FILLING
  for (const cut of ['block', 'line', 'inside'] as const) {
    const best = candidates.findLast((line) => line.cut === cut)
    if (best && best.start >= worthFrom) return best.start
  }
  const last = candidates.at(-1)
  if (last && last.start >= from + (furthest - from) * WORTH_REPEATING) return last.start

  const closing = closingAfter('', affordable(contextAt(lines, furthest), limit))
  const within = reach(text, from, Math.max(1, room - sizeOf(closing, limit)), limit)
  return Math.max(last?.start ?? 0, cutWithinLine(text, from, within, closing === ''))
}

/** Behind a sentence, else behind a word, else between characters; never within a link or code that could stay whole. */
function cutWithinLine(text: string, from: number, furthest: number, isProse: boolean): number {
  const window = text.slice(from, furthest)
  const spans = isProse ? [...text.slice(from, furthest + window.length).matchAll(SPANS)] : []
  const isWhole = (at: number) => !spans.some((span) => span.index < at && at < span.index + span[0].length)
  const worthFrom = window.length * WORTH_FILLING
  for (const pattern of isProse ? [SENTENCE_END, /\s+/g] : [/\s+/g]) {
    const ends = [...window.matchAll(pattern)].map((match) => match.index + match[0].length)
    const best = ends.findLast((at) => at >= worthFrom && isWhole(at))
    if (best !== undefined) return from + best
  }
  const span = spans.find(
    (one) => one.index > worthFrom && !isWhole(window.length) && one.index + one[0].length > window.length,
  )
  if (span) return from + span.index
  const character = graphemes.segment(text.slice(from, furthest + 1)).containing(window.length)
  return character && character.index > 0 ? from + character.index : furthest
}

/** What surrounds an offset; within a line it is what surrounds that line, or its first cut inside. */
function contextAt(lines: readonly ScannedLine[], offset: number): LineContext {
  const line = lines.findLast(({ start }) => start <= offset)
  return line ?? { opening: '', closing: '' }
}

/** Nothing rather than what would fill the piece. */
function affordable(context: LineContext, limit: SizeLimit): LineContext {
  const size = sizeOf(context.opening, limit) + sizeOf(context.closing, limit)
  return size <= roomOf(limit) * WORTH_REPEATING ? context : { opening: '', closing: '' }
}

const closingAfter = (body: string, { closing }: LineContext) =>
  closing === '' ? '' : body.endsWith('\n') ? closing : `\n${closing}`

const roomOf = (limit: SizeLimit) => ('bytes' in limit ? limit.bytes : limit.characters)
const sizeOf = (text: string, limit: SizeLimit) => ('bytes' in limit ? Buffer.byteLength(text) : text.length)

/** The last offset up to which the text fits, at least one character on, between two characters. */
function reach(text: string, from: number, room: number, limit: SizeLimit): number {
  let [to, left] = [from, room]
  for (const character of text.slice(from, from + room)) {
    left -= sizeOf(character, limit)
    if (left < 0 && to > from) break
    to += character.length
  }
  return to
}
