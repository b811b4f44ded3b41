/** What has to be closed when a text is cut in front of a line, and opened again behind the cut. */
export interface LineContext {
  readonly opening: string
  readonly closing: string
}

export interface ScannedLine extends LineContext {
  /** Offset of its first character. */
  readonly start: number
  /** How good a cut in front of it is: between blocks, between lines of text, within a table or a fence. */
  readonly cut: 'block' | 'line' | 'inside'
}

interface Fence extends LineContext {
  readonly marker: string
  readonly quoted: boolean
}

const NOTHING: LineContext = { opening: '', closing: '' }
/** Quote marks and list bullets, then the fence; backticks in what follows would make it code within a line. */
const FENCE = /^((?:[ \t]*>)*)([ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}(?=[^`]*$)|~{3,})(.*)$/
const DELIMITER_ROW = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/
const HEADING = /^ {0,3}#{1,6}[ \t]/
/** Deeper than that, a fence would be read as indented code once the list around it is in another piece. */
const DEEPEST_INDENT = 3

/** Every line of a Markdown text in order, with what surrounds it: a code fence with its language, a table with its header. */
export function scanLines(text: string): ScannedLine[] {
  const scanned: ScannedLine[] = []
  let fence: Fence | null = null
  let table: LineContext | null = null
  let previous = ''
  let afterFence = false
  let start = 0
  for (const line of text.split(/(?<=\n)/)) {
    const content = line.trimEnd()
    if (fence?.quoted && !/^\s*>/.test(line)) fence = null
    if (table && !(content.includes('|') && previous.includes('|'))) table = null

    const opens: Fence | null = fence ? null : openFence(content)
    const startsBlock = previous === '' || afterFence || opens !== null || HEADING.test(content)
    const context = fence ?? table ?? NOTHING
    const cut = context === NOTHING ? (startsBlock ? 'block' : 'line') : 'inside'
    scanned.push({ start, opening: context.opening, closing: context.closing, cut })

    afterFence = fence !== null && closes(fence, content)
    if (afterFence) fence = null
    else if (opens) fence = opens
    else if (!fence && !table && isTableHead(previous, content))
      table = { opening: `${previous}\n${content}\n`, closing: '' }
    previous = content
    start += line.length
  }
  return scanned
}

/** What is still open behind the last line: a fence that nobody closed, as in half an answer. */
export function openAtEnd(text: string): LineContext {
  const last = scanLines(text.endsWith('\n') ? `${text}.` : `${text}\n.`).at(-1)
  return last ?? NOTHING
}

function openFence(line: string): Fence | null {
  const match = FENCE.exec(line)
  if (!match) return null
  const [, quote = '', list = '', marker = '', info = ''] = match
  const before = `${quote}${' '.repeat(Math.min(list.length, DEEPEST_INDENT))}`
  return {
    marker,
    quoted: quote !== '',
    opening: `${before}${marker}${info}\n`,
    closing: `${before}${marker}`,
  }
}

function closes({ marker }: Fence, line: string): boolean {
  const [, found = ''] = /^[ \t>]*(`{3,}|~{3,})$/.exec(line) ?? []
  return found.startsWith(marker)
}

const isTableHead = (header: string, delimiters: string) =>
  header.includes('|') && delimiters.includes('|') && DELIMITER_ROW.test(delimiters)
