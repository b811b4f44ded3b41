/**
 * Lexical scanning of Python: just enough to step over strings, comments and brackets, as CPython's tokenizer does
 * (https://docs.python.org/3/reference/lexical_analysis.html), f-strings with nested quotes (PEP 701) included.
 */
export const code = {
  tab: 9,
  newline: 10,
  formFeed: 12,
  return: 13,
  space: 32,
  doubleQuote: 34,
  hash: 35,
  singleQuote: 39,
  at: 64,
  colon: 58,
  semicolon: 59,
  backslash: 92,
  openBrace: 123,
  closeBrace: 125,
} as const

export const charClass = { plain: 0, newline: 1, quote: 2, open: 3, close: 4, comment: 5, backslash: 6 } as const

const classes = new Uint8Array(128)
classes[code.newline] = charClass.newline
classes[code.singleQuote] = classes[code.doubleQuote] = charClass.quote
for (const open of '([{') classes[open.charCodeAt(0)] = charClass.open
for (const close of ')]}') classes[close.charCodeAt(0)] = charClass.close
classes[code.hash] = charClass.comment
classes[code.backslash] = charClass.backslash

/** Class of a code unit; `plain` for all that the scanner passes over, letters foremost. */
export function classOf(char: number): number {
  return char < 128 ? (classes[char] ?? 0) : charClass.plain
}

/** Any non-ASCII letter counts: what is no identifier there is a syntax error anyway. */
export function isIdentifierPart(char: number): boolean {
  return (
    (char >= 97 && char <= 122) || (char >= 65 && char <= 90) || (char >= 48 && char <= 57) || char === 95 || char > 127
  )
}

/** Column of the first token of the line that begins at `offset`, as CPython counts: a tab goes to the next multiple of eight, a form feed to the margin. */
export function columnAfter(source: string, offset: number): { readonly column: number; readonly position: number } {
  let column = 0
  for (let position = offset; ; position++) {
    const char = source.charCodeAt(position)
    if (char === code.space) column++
    else if (char === code.tab) column = (column | 7) + 1
    else if (char === code.formFeed) column = 0
    else return { column, position }
  }
}

/** Offset after spaces, tabs, form feeds and continued line ends. */
export function skipBlanks(source: string, offset: number): number {
  let position = offset
  for (;;) {
    const char = source.charCodeAt(position)
    if (char === code.space || char === code.tab || char === code.formFeed) position++
    else if (char === code.backslash && isLineEnd(source, position + 1)) position = afterLineEnd(source, position + 1)
    else return position
  }
}

export function isLineEnd(source: string, offset: number): boolean {
  const char = source.charCodeAt(offset)
  return char === code.newline || (char === code.return && source.charCodeAt(offset + 1) === code.newline)
}

export function afterLineEnd(source: string, offset: number): number {
  return source.charCodeAt(offset) === code.return ? offset + 2 : offset + 1
}

/** Offset after the identifier that begins at `offset`, or `offset` when none does. */
export function skipIdentifier(source: string, offset: number): number {
  let position = offset
  while (isIdentifierPart(source.charCodeAt(position))) position++
  return position
}

/** Offset of the line end (its `\n`) at or after `offset`, or of the end of the source. */
export function findLineEnd(source: string, offset: number): number {
  const end = source.indexOf('\n', offset)
  return end === -1 ? source.length : end
}

/**
 * Offset after the string whose opening quote is at `quoteAt`. An unterminated one ends before its line's end, or with the source
 * when it is triple-quoted.
 */
export function skipString(source: string, quoteAt: number): number {
  const formatted = isFormatted(source, quoteAt) ? skipFormattedString(source, quoteAt, 0) : unterminated
  if (formatted !== unterminated) return formatted
  const plain = skipPlainString(source, quoteAt)
  if (plain !== unterminated) return plain
  return isTriple(source, quoteAt) ? source.length : findLineEnd(source, quoteAt)
}

const unterminated = -1

function skipPlainString(source: string, quoteAt: number): number {
  const quote = source.charCodeAt(quoteAt)
  const triple = isTriple(source, quoteAt)
  for (let position = quoteAt + (triple ? 3 : 1); position < source.length; position++) {
    const char = source.charCodeAt(position)
    if (char === quote) {
      if (!triple) return position + 1
      if (isTriple(source, position)) return position + 3
    } else if (char === code.backslash) {
      position = isLineEnd(source, position + 1) ? afterLineEnd(source, position + 1) - 1 : position + 1
    } else if (char === code.newline && !triple) return unterminated
  }
  return unterminated
}

function isTriple(source: string, offset: number): boolean {
  const quote = source.charCodeAt(offset)
  return source.charCodeAt(offset + 1) === quote && source.charCodeAt(offset + 2) === quote
}

/** Whether the prefix before the quote makes it an f-string or t-string (PEP 750): one of f, t, fr, rf, tr, rt in any case. */
function isFormatted(source: string, quoteAt: number): boolean {
  let begin = quoteAt
  while (begin > 0 && quoteAt - begin < 3 && isIdentifierPart(source.charCodeAt(begin - 1))) begin--
  const length = quoteAt - begin
  return (length === 1 || length === 2) && /^(?:[ft]r?|r[ft])$/i.test(source.slice(begin, quoteAt))
}

/** CPython allows 150; whoever nests deeper, or fills one field with more text, has mistyped a brace. */
const maxNesting = 100
const maxFieldLength = 100_000

/** Offset after the f-string, or `unterminated` when it or one of its fields does not close. */
function skipFormattedString(source: string, quoteAt: number, nesting: number): number {
  if (nesting > maxNesting) return unterminated
  const quote = source.charCodeAt(quoteAt)
  const triple = isTriple(source, quoteAt)
  let position = quoteAt + (triple ? 3 : 1)
  while (position < source.length) {
    const char = source.charCodeAt(position)
    if (char === quote && (!triple || isTriple(source, position))) return position + (triple ? 3 : 1)
    if (char === code.newline && !triple) return unterminated
    if (char === code.backslash) position = afterEscape(source, position)
    else if (char !== code.openBrace) position++
    else if (source.charCodeAt(position + 1) === code.openBrace) position += 2
    else {
      position = skipReplacementField(source, position + 1, nesting + 1)
      if (position === unterminated) return unterminated
    }
  }
  return unterminated
}

/** A backslash before a brace does not escape it; `\N{NAME}` is passed as a whole. */
function afterEscape(source: string, backslash: number): number {
  if (isLineEnd(source, backslash + 1)) return afterLineEnd(source, backslash + 1)
  const next = source.charCodeAt(backslash + 1)
  if (next === code.openBrace || next === code.closeBrace) return backslash + 1
  if (next === 78 && source.charCodeAt(backslash + 2) === code.openBrace) {
    const close = source.indexOf('}', backslash)
    if (close !== -1 && close - backslash < 100) return close + 1
  }
  return backslash + 2
}

/** Offset after the `}` that closes the field whose text begins at `offset`, or `unterminated`. */
function skipReplacementField(source: string, offset: number, nesting: number): number {
  if (nesting > maxNesting) return unterminated
  const limit = Math.min(source.length, offset + maxFieldLength)
  let depth = 0
  let position = offset
  while (position < limit) {
    const char = source.charCodeAt(position)
    switch (classOf(char)) {
      case charClass.quote:
        position = isFormatted(source, position)
          ? skipFormattedString(source, position, nesting + 1)
          : skipPlainString(source, position)
        if (position === unterminated) return unterminated
        continue
      case charClass.open:
        depth++
        break
      case charClass.close:
        if (depth === 0) return char === code.closeBrace ? position + 1 : unterminated
        depth--
        break
      case charClass.comment:
        position = findLineEnd(source, position)
        continue
      default:
        if (char === code.colon && depth === 0) return skipFormatSpec(source, position + 1, nesting)
    }
    position++
  }
  return unterminated
}

/** The format after the colon is literal text up to the `}`, with fields of its own. */
function skipFormatSpec(source: string, offset: number, nesting: number): number {
  const limit = Math.min(source.length, offset + maxFieldLength)
  let position = offset
  while (position < limit) {
    const char = source.charCodeAt(position)
    if (char === code.closeBrace) return position + 1
    if (char !== code.openBrace) position++
    else {
      position = skipReplacementField(source, position + 1, nesting + 1)
      if (position === unterminated) return unterminated
    }
  }
  return unterminated
}
