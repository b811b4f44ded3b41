import type { OutlineEntry } from '../language.ts'
import { lineCounter } from '../line-counter.ts'
import {
  afterLineEnd,
  charClass,
  classOf,
  code,
  columnAfter,
  findLineEnd,
  isLineEnd,
  skipBlanks,
  skipIdentifier,
  skipString,
} from './scanner.ts'

/** A definition and where its text lies, in offsets into the source. */
export interface ScannedDefinition extends OutlineEntry {
  readonly name: string
  /** Begin of the first decorator, or of the header. */
  readonly start: number
  /** Begin of `async`, `def` or `class`. */
  readonly header: number
  /** After the last token; comments that follow do not belong to it. */
  readonly end: number
}

type Open = { -readonly [K in keyof ScannedDefinition]: ScannedDefinition[K] } & { column: number }

/**
 * Finds every function and class by Python's lexical rules alone: block structure is indentation, and `def` and `class`
 * stand only at the begin of a logical line. That is exact for every file that CPython parses, forty times faster than a
 * parser, and a syntax error in one function does no harm to the next (docs/adr). Lines are git's: only `\n` ends one.
 */
export function scanDefinitions(source: string): ScannedDefinition[] {
  // For CPython a lone carriage return ends a line, too; for git it does not.
  if (/\r(?!\n)/.test(source)) return withLinesOf(source, scan(source.replace(/\r(?!\n)/g, '\n')))
  return scan(source)
}

function scan(source: string): ScannedDefinition[] {
  const definitions: Open[] = []
  const open: number[] = []
  const occurrences = new Map<string, number>()
  let position = source.charCodeAt(0) === 0xfeff ? 1 : 0
  let line = 1
  let decorators: { start: number; line: number; column: number } | undefined
  /** Where the last token of the last logical line ended. */
  let lastEnd = 0
  let lastLine = 1

  while (position < source.length) {
    const { column, position: begin } = columnAfter(source, position)
    position = begin
    const char = source.charCodeAt(position)
    if (char === code.newline) {
      position++
      line++
    } else if (char === code.hash) position = findLineEnd(source, position)
    else if (char === code.return && isLineEnd(source, position)) position++
    else if (position < source.length) readLogicalLine(column, char)
  }
  closeDownTo(-1)
  return definitions

  function readLogicalLine(column: number, char: number): void {
    closeDownTo(column)
    const isDecorator = char === code.at
    const defined = isDecorator ? undefined : readHeader(source, position)
    if (decorators !== undefined && (decorators.column !== column || (!isDecorator && defined === undefined))) {
      decorators = undefined
    }
    if (isDecorator) decorators ??= { start: position, line, column }
    if (defined !== undefined) {
      push(defined, column)
      decorators = undefined
    }
    skipLogicalLine()
  }

  function push(defined: Header, column: number): void {
    const parent = open.at(-1) ?? null
    const above = parent === null ? '' : `${definitions[parent]?.qualifiedName}.`
    const qualifiedName = above + defined.name
    const ordinal = occurrences.get(qualifiedName) ?? 0
    occurrences.set(qualifiedName, ordinal + 1)
    open.push(definitions.length)
    definitions.push({
      kind: defined.kind,
      name: defined.name,
      qualifiedName,
      ordinal,
      parent,
      startLine: decorators?.line ?? line,
      endLine: line,
      start: decorators?.start ?? position,
      header: position,
      end: position,
      column,
    })
  }

  function closeDownTo(column: number): void {
    for (;;) {
      const innermost = definitions[open.at(-1) ?? -1]
      if (innermost === undefined || innermost.column < column) return
      innermost.end = lastEnd
      innermost.endLine = lastLine
      open.pop()
    }
  }

  /** Moves to the line end that ends the logical line, past brackets, strings and continued lines. */
  function skipLogicalLine(): void {
    const begin = position
    let depth = 0
    let tokensEnd = -1
    while (position < source.length) {
      const char = source.charCodeAt(position)
      switch (classOf(char)) {
        case charClass.plain:
          position++
          continue
        case charClass.newline:
          if (depth === 0) {
            if (tokensEnd === -1) tokensEnd = position
            endLogicalLine(begin, tokensEnd)
            return
          }
          position++
          line++
          // Brackets cannot hold a definition: one of them was left open by mistake.
          if (definitionBegins(source, position)) {
            endLogicalLine(begin, position)
            return
          }
          continue
        case charClass.quote:
          skipStringCountingLines()
          continue
        case charClass.open:
          depth++
          break
        case charClass.close:
          if (depth > 0) depth--
          break
        case charClass.comment:
          if (depth === 0) tokensEnd = position
          position = findLineEnd(source, position)
          continue
        default:
          if (isLineEnd(source, position + 1)) {
            position = afterLineEnd(source, position + 1)
            line++
            continue
          }
      }
      position++
    }
    endLogicalLine(begin, tokensEnd === -1 ? position : tokensEnd)
  }

  function skipStringCountingLines(): void {
    const end = skipString(source, position)
    for (let at = source.indexOf('\n', position); at !== -1 && at < end; at = source.indexOf('\n', at + 1)) line++
    position = end
  }

  /** The last token ends before blanks, semicolons and continued line ends. */
  function endLogicalLine(begin: number, tokensEnd: number): void {
    lastEnd = tokensEnd
    lastLine = line
    for (; lastEnd > begin; lastEnd--) {
      const char = source.charCodeAt(lastEnd - 1)
      if (char === code.newline) lastLine--
      else if (!isInsignificant(char)) return
    }
  }
}

function isInsignificant(char: number): boolean {
  return (
    char === code.space ||
    char === code.tab ||
    char === code.return ||
    char === code.formFeed ||
    char === code.semicolon ||
    char === code.backslash
  )
}

interface Header {
  readonly kind: 'function' | 'class'
  readonly name: string
}

/** What is defined by the logical line that begins at `offset`, if anything. */
function readHeader(source: string, offset: number): Header | undefined {
  let position = offset
  if (source.startsWith('async', position)) {
    const next = skipBlanks(source, position + 5)
    if (next === position + 5) return undefined
    position = next
    if (!source.startsWith('def', position)) return undefined
  }
  const isFunction = source.startsWith('def', position)
  if (!isFunction && !source.startsWith('class', position)) return undefined
  position += isFunction ? 3 : 5
  const begin = skipBlanks(source, position)
  if (begin === position) return undefined
  const end = skipIdentifier(source, begin)
  if (end === begin) return undefined
  return { kind: isFunction ? 'function' : 'class', name: normalizeName(source.slice(begin, end)) }
}

/** Python compares identifiers in normal form KC (PEP 3131). */
export function normalizeName(name: string): string {
  for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) > 127) return name.normalize('NFKC')
  return name
}

/** Whether a line at `offset` can only be the header of a definition. */
function definitionBegins(source: string, offset: number): boolean {
  let position = offset
  while (source.charCodeAt(position) === code.space || source.charCodeAt(position) === code.tab) position++
  const char = source.charCodeAt(position)
  if (char !== 97 && char !== 99 && char !== 100) return false
  if (readHeader(source, position) === undefined) return false
  const rest = source.slice(position, findLineEnd(source, position))
  return /^(?:async[ \t]+)?(?:def|class)[ \t]+[^\s([:]+[ \t]*[([:]/.test(rest)
}

function withLinesOf(source: string, definitions: readonly ScannedDefinition[]): ScannedDefinition[] {
  const lineOf = lineCounter(source)
  return definitions.map((d) => ({ ...d, startLine: lineOf(d.start), endLine: lineOf(Math.max(d.start, d.end - 1)) }))
}
