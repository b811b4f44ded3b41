import type { OutlineEntry } from './language.ts'

/** Index of the innermost function whose lines hold the 1-based line. Definitions nest, so it encloses the last one that begins by then. */
export function innermostFunction(entries: readonly OutlineEntry[], line: number): number | null {
  let index = lastBeginningBy(entries, line)
  while (index !== null) {
    const entry = entries[index]
    if (entry === undefined) return null
    if (entry.kind === 'function' && line <= entry.endLine) return index
    index = entry.parent
  }
  return null
}

function lastBeginningBy(entries: readonly OutlineEntry[], line: number): number | null {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((entries[middle]?.startLine ?? 0) <= line) low = middle + 1
    else high = middle
  }
  return low === 0 ? null : low - 1
}
