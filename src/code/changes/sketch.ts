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
  const hashes: number[] = []
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  let named = false
  for (const [word] of text.matchAll(token)) {
    // Only the header's own name: a recursive call keeps telling functions apart.
    const isName = !named && word === name
    if (isName) named = true
    const hash = isName ? 0 : hashWord(word)
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
