/**
 * What a function's text looks like, for telling whether a function that appears is one that disappeared. Blanks, layout
 * and the function's own name do not count, so a renamed or re-indented function keeps its sketch.
 */
export interface Sketch {
  /** Equal for equal token sequences. */
  readonly hash: string
  /** Hashes of the tokens, sorted: a multiset. */
  readonly tokens: Uint32Array
}

const token = /[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu

export function sketchOf(text: string, name: string): Sketch {
  const words = text.match(token) ?? []
  const ownName = findOwnName(words, name)
  const hashes: number[] = []
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (const [index, word] of words.entries()) {
    const hash = index === ownName ? 0 : hashWord(word)
    hashes.push(hash)
    a = Math.imul(a ^ hash, 2654435761)
    a ^= a >>> 15
    b = Math.imul(b ^ hash, 1597334677)
    b ^= b >>> 13
  }
  return {
    hash: `${hashes.length}:${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`,
    tokens: Uint32Array.from(hashes).sort(),
  }
}

/**
 * Index of the header's own name: a recursive call keeps telling functions apart, and a decorator may hold the same word,
 * `@route("/create")`. Behind its keyword where there is one, else where it looks like a name that is defined.
 */
function findOwnName(words: readonly string[], name: string): number {
  let looksDefined = -1
  for (let at = words.indexOf(name); at >= 0; at = words.indexOf(name, at + 1)) {
    const before = words[at - 1] ?? ''
    if (KEYWORDS.has(before === '*' ? (words[at - 2] ?? '') : before)) return at
    if (looksDefined < 0 && BEHIND_NAME.has(words[at + 1] ?? '') && !NOT_BEFORE_NAME.has(before)) looksDefined = at
  }
  return looksDefined >= 0 ? looksDefined : words.indexOf(name)
}

const KEYWORDS: ReadonlySet<string> = new Set(['def', 'function'])
const BEHIND_NAME: ReadonlySet<string> = new Set(['(', '<', '=', ':', '?', '!'])
const NOT_BEFORE_NAME: ReadonlySet<string> = new Set(['.', '@', '"', "'", '`', '/'])

/** Share of tokens in common, 0..1: the Dice coefficient of the two multisets. */
export function similarity(some: Sketch, other: Sketch): number {
  const [x, y] = [some.tokens, other.tokens]
  if (x.length + y.length === 0) return 1
  let common = 0
  for (let i = 0, j = 0; i < x.length && j < y.length; ) {
    const [left, right] = [x[i] ?? 0, y[j] ?? 0]
    if (left === right) common++
    if (left <= right) i++
    if (right <= left) j++
  }
  return (2 * common) / (x.length + y.length)
}

/** FNV-1a, 32 bits. */
function hashWord(word: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < word.length; index++) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
