const TOKEN =
  /[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|[=!<>]==?|[-+*/%|&^]=|&&|\|\||\?\?|=>|->|\*\*|\/\/|\S/gu

/** Words, literals and operators of a line of code. */
export const tokensOf = (line: string): string[] => line.match(TOKEN) ?? []

export const isName = (token: string) => /^[\p{L}_$]/u.test(token)

/** Words that say how a line is meant, not what it is about. */
const FRAME = new Set(
  'if elif else while for in return raise throw new assert with as try except finally await async yield const let var and or not'.split(
    ' ',
  ),
)
const BRACKETS = /^[()[\]{},:;.]$/

/** What of a line tells it from others: names, literals, comparisons. */
export const tellingTokens = (tokens: readonly string[]): string[] =>
  tokens.filter((token) => !FRAME.has(token) && !BRACKETS.test(token))

/** Names that stand in any code. */
const ANYWHERE = new Set('None True False self cls this null undefined true false'.split(' '))

/** What follows from the rest: imports, and headers, which are looked at as signatures. */
const FOLLOWING = new Set('import def class function export interface'.split(' '))

/** Of a line that is seldom there by chance: it has a name of its own, and does something with it. */
export function isTelling(tokens: readonly string[]): boolean {
  const telling = tellingTokens(tokens)
  const follows =
    FOLLOWING.has(tokens[0] ?? '') ||
    (tokens[0] === 'from' && tokens.includes('import')) ||
    (tokens[0] === 'async' && tokens[1] === 'def')
  return (
    !follows &&
    tokens.length >= 3 &&
    telling.length >= 2 &&
    telling.some((token) => isName(token) && token.length > 1 && !ANYWHERE.has(token))
  )
}

/** Share of tokens in common, 0..1. */
export function likeness(some: readonly string[], other: readonly string[]): number {
  return some.length + other.length === 0 ? 0 : (2 * common(some, other)) / (some.length + other.length)
}

/** Number of tokens that both have. */
export function common(some: readonly string[], other: readonly string[]): number {
  const left = new Map<string, number>()
  for (const token of some) left.set(token, (left.get(token) ?? 0) + 1)
  let count = 0
  for (const token of other) {
    const open = left.get(token) ?? 0
    if (open === 0) continue
    count++
    left.set(token, open - 1)
  }
  return count
}

/** What one line has in place of a part of another, with the tokens in front of it. */
export interface Replacement {
  readonly before: string
  readonly was: string
  readonly now: string
}

/** The single part in which two lines differ; null where they are equal. */
export function replacement(was: readonly string[], now: readonly string[]): Replacement | null {
  let start = 0
  while (start < was.length && start < now.length && was[start] === now[start]) start++
  let end = 0
  while (end < was.length - start && end < now.length - start && was.at(-1 - end) === now.at(-1 - end)) end++
  if (start === was.length && start === now.length) return null
  return {
    before: was.slice(Math.max(0, start - 2), start).join(' '),
    was: was.slice(start, was.length - end).join(' '),
    now: now.slice(start, now.length - end).join(' '),
  }
}
