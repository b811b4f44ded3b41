import { isIdentifierPart, skipIdentifier, skipString } from './scanner.ts'

type TokenKind = 'word' | 'keyword' | 'operand' | 'operator'

interface Token {
  readonly kind: TokenKind
  readonly text: string
}

/** Words after which no operand has been read yet, so that `-` or `*` is unary. */
const keywords = new Set('and async await class def else for from if in is lambda not or yield'.split(' '))
const operator = /\*\*|->|:=|\/\/|<<|>>|[<>=!]=|<>|\.\.\.|[^\s]/y
const blank = /(?:\s|\\\r?\n|#.*)+/y
const number = /(?:0[xX][\da-fA-F_]+|(?:\d[\d_]*)?\.?\d[\d_]*\.?(?:[eE][+-]?\d[\d_]*)?)[jJlL]?/y

/**
 * The header of the definition at `header` on one line, without its colon, laid out as `black` would: comments, line breaks
 * and the spelling of quotes and trailing commas do not show, so that two signatures are equal unless a name, an
 * annotation or a default differs.
 */
export function readSignature(source: string, header: number): string {
  const tokens = dropTrailingCommas(readHeaderTokens(source, header))
  let text = ''
  const brackets: string[] = []
  let annotated = false
  let slicing = false
  let before: Token | undefined
  let unary = false
  for (const token of tokens) {
    if (before !== undefined && needsBlank(before, token)) text += ' '
    text += token.text
    unary = token.kind === 'operator' && token.text !== ')' && token.text !== ']' && !isOperand(before)
    if ('([{'.includes(token.text)) brackets.push(token.text)
    else if (')]}'.includes(token.text)) brackets.pop()
    slicing = brackets.length > 1 && brackets.at(-1) === '['
    if (brackets.length === 1) annotated = token.text === ':' || (annotated && token.text !== ',')
    before = token
  }
  return text

  function needsBlank(left: Token, right: Token): boolean {
    const [l, r] = [left.text, right.text]
    if (left.kind !== 'operator' && right.kind !== 'operator') return true
    if ('([{.'.includes(l) || ')]},.;'.includes(r)) return false
    if (l === ',') return true
    if (r === ':') return false
    if (l === ':') return !slicing
    if (r === '=' || l === '=') return brackets.length === 1 && annotated
    if (r === '(' || r === '[')
      return left.kind === 'keyword' || (left.kind === 'operator' && !isOperand(left) && !unary)
    if (left.kind === 'operator' && !isOperand(left)) return !unary
    return true
  }
}

function isOperand(token: Token | undefined): boolean {
  if (token === undefined || token.kind === 'keyword') return false
  return token.kind !== 'operator' || ')]}'.includes(token.text) || token.text === '...'
}

/** Tokens up to the colon that ends the header, or to the line end where the header has none. */
function readHeaderTokens(source: string, header: number): Token[] {
  const tokens: Token[] = []
  let position = header
  let depth = 0
  let lambdas = 0
  for (;;) {
    const end = source.length
    const skipped = match(blank, source, position)
    if (depth === 0 && /(?<!\\\r?)\n/.test(skipped)) return tokens
    position += skipped.length
    if (position >= end) return tokens
    const token = readToken(source, position)
    if (depth === 0 && token.text === ':') {
      if (lambdas === 0) return tokens
      lambdas--
    }
    if (depth === 0 && token.text === 'lambda') lambdas++
    if ('([{'.includes(token.text)) depth++
    if (')]}'.includes(token.text)) depth--
    tokens.push(token.kind === 'operand' ? { ...token, text: plainQuotes(token.text) } : token)
    position += token.text.length
  }
}

function readToken(source: string, position: number): Token {
  const digits = match(number, source, position)
  if (digits !== '') return { kind: 'operand', text: digits }
  const wordEnd = isIdentifierPart(source.charCodeAt(position)) ? skipIdentifier(source, position) : position
  if (source[wordEnd] === '"' || source[wordEnd] === "'") {
    return { kind: 'operand', text: source.slice(position, skipString(source, wordEnd)) }
  }
  if (wordEnd > position) {
    const text = source.slice(position, wordEnd)
    return { kind: keywords.has(text) ? 'keyword' : 'word', text }
  }
  return { kind: 'operator', text: match(operator, source, position) }
}

function match(pattern: RegExp, source: string, position: number): string {
  pattern.lastIndex = position
  return pattern.exec(source)?.[0] ?? ''
}

/** `'a'` as `"a"`, where the text holds no quotes. */
function plainQuotes(text: string): string {
  return text.replace(/^([a-zA-Z]*)'([^'"\n]*)'$/, '$1"$2"')
}

/** A comma before a closing bracket is layout, unless it is the only one there: `(a,)` in a default is a tuple. */
function dropTrailingCommas(tokens: readonly Token[]): Token[] {
  const kept: Token[] = []
  const commas: number[] = [0]
  for (const token of tokens) {
    if ('([{'.includes(token.text)) commas.push(0)
    else if (')]}'.includes(token.text)) {
      const count = commas.pop() ?? 0
      if (kept.at(-1)?.text === ',' && (count > 1 || commas.length === 1)) kept.pop()
    } else if (token.text === ',') commas.push((commas.pop() ?? 0) + 1)
    kept.push(token)
  }
  return kept
}
