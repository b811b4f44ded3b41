import type { Outline } from '../language.ts'
import type { FlatHunks } from './map-file.ts'

/** Indices into the two outlines. */
export interface FunctionPair {
  readonly was: number
  readonly now: number
}

export interface PairedFunctions {
  readonly pairs: readonly FunctionPair[]
  readonly gone: readonly number[]
  readonly fresh: readonly number[]
}

/**
 * Which function of the new side is which of the old one, within a file: the same qualified name; where a name is defined
 * several times, those that share most lines, then in order; last, functions whose own first line did not
 * change but whose enclosing class or function was renamed.
 */
export function pairFunctions(was: Outline | null, now: Outline | null, hunks: FlatHunks): PairedFunctions {
  const before = functionsByName(was)
  const after = functionsByName(now)
  const pairs: FunctionPair[] = []
  const gone: number[] = []
  const fresh: number[] = []
  const newLineOf = lineMapper(hunks)
  for (const [name, olds] of before) {
    const news = after.get(name) ?? []
    if (olds.length === 1 && news.length === 1) pairs.push({ was: olds[0] ?? 0, now: news[0] ?? 0 })
    else alignRepeated(olds, news)
  }
  for (const [name, news] of after) if (!before.has(name)) fresh.push(...news)
  if (gone.length > 0 && fresh.length > 0) pairUntouched()
  return { pairs, gone, fresh }

  /** By the lines that they share, the later one where that is equal; what shares none goes in order. */
  function alignRepeated(olds: readonly number[], news: readonly number[]): void {
    const free = new Set(news)
    const unmatched = olds.filter((old) => {
      const shared = sharedLines(old, free)
      const best = [...shared].reduce((a, b) => (b[1] >= a[1] ? b : a), [-1, 1])
      if (!free.delete(best[0])) return true
      pairs.push({ was: old, now: best[0] })
      return false
    })
    const rest = [...free]
    for (const [position, old] of unmatched.entries()) {
      const index = rest[position]
      if (index === undefined) gone.push(old)
      else pairs.push({ was: old, now: index })
    }
    fresh.push(...rest.slice(unmatched.length))
  }

  /** Unchanged lines of an old function by the new one that they lie in, in the order of the new ones. */
  function sharedLines(old: number, news: Iterable<number>): Map<number, number> {
    const shared = new Map<number, number>([...news].map((index) => [index, 0]))
    const { startLine = 1, endLine = 0 } = was?.entries[old] ?? {}
    for (let line = startLine; line <= endLine; line++) {
      const newLine = newLineOf(line)
      if (newLine === null) continue
      for (const [index, lines] of shared) {
        const entry = now?.entries[index]
        if (entry && newLine >= entry.startLine && newLine <= entry.endLine) shared.set(index, lines + 1)
      }
    }
    return shared
  }

  function pairUntouched(): void {
    const byLine = new Map(fresh.map((index) => [now?.entries[index]?.startLine, index]))
    for (const old of [...gone]) {
      const index = byLine.get(newLineOf(was?.entries[old]?.startLine ?? 0) ?? -1)
      if (index === undefined || lastName(was, old) !== lastName(now, index)) continue
      pairs.push({ was: old, now: index })
      gone.splice(gone.indexOf(old), 1)
      fresh.splice(fresh.indexOf(index), 1)
    }
  }
}

function functionsByName(outline: Outline | null): Map<string, number[]> {
  const byName = new Map<string, number[]>()
  for (const [index, { kind, qualifiedName }] of (outline?.entries ?? []).entries()) {
    if (kind !== 'function') continue
    const known = byName.get(qualifiedName)
    if (known === undefined) byName.set(qualifiedName, [index])
    else known.push(index)
  }
  return byName
}

function lastName(outline: Outline | null, index: number): string {
  const name = outline?.entries[index]?.qualifiedName ?? ''
  return name.slice(name.lastIndexOf('.') + 1)
}

/** The line on the new side that a line of the old side became, or null when it is in a hunk. */
function lineMapper(hunks: FlatHunks): (line: number) => number | null {
  return (line) => {
    let shift = 0
    for (let at = 0; at < hunks.length; at += 4) {
      const start = hunks[at] ?? 0
      const count = hunks[at + 1] ?? 0
      if (count === 0 ? line <= start : line < start) break
      if (count > 0 && line < start + count) return null
      shift += (hunks[at + 3] ?? 0) - count
    }
    return line + shift
  }
}
