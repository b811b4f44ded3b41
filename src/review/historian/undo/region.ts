import type { ChangedFile, SourceSide } from '../../mapping/read-change.ts'
import { codeLines } from './code-lines.ts'
import { tokensOf } from './tokens.ts'

/** A line of code, without comments; never empty. */
export interface CodeLine {
  readonly line: number
  readonly text: string
  readonly tokens: readonly string[]
  /** Equal for lines that differ in blanks alone. */
  readonly key: string
}

export const codeLine = (line: number, text: string, tokens: readonly string[] = tokensOf(text)): CodeLine => ({
  line,
  text,
  tokens,
  key: tokens.join(' '),
})

/** What a change did to one function, or to what a file says outside of functions. */
export interface Region {
  /** All of it, before and after. */
  readonly old: readonly CodeLine[]
  readonly new: readonly CodeLine[]
  /** Of those, what the difference takes and gives. */
  readonly removed: readonly CodeLine[]
  readonly added: readonly CodeLine[]
}

const known = new WeakMap<SourceSide, Map<string, CodeLine[]>>()

/** Code lines of a side by the qualified name of the innermost function, '' outside of functions. */
export function linesByFunction(side: SourceSide): ReadonlyMap<string, readonly CodeLine[]> {
  const kept = known.get(side)
  if (kept !== undefined) return kept
  const byName = new Map<string, CodeLine[]>()
  const texts = codeLines(side.lines.text, side.language.name)
  const headers = headerLines(side, texts)
  for (const [index, text] of texts.entries()) {
    const line = index + 1
    if (text === '' || headers.has(line)) continue
    const inside = side.outline.innermostFunction(line)
    const name = inside === null ? '' : (side.outline.entries[inside]?.qualifiedName ?? '')
    const lines = byName.get(name)
    if (lines === undefined) byName.set(name, [codeLine(line, text)])
    else lines.push(codeLine(line, text))
  }
  known.set(side, byName)
  return byName
}

/** Lines of headers of functions: what they say is compared as signatures. */
function headerLines({ outline, language }: SourceSide, texts: readonly string[]): ReadonlySet<number> {
  const lines = new Set<number>()
  const end = language.name === 'python' ? /:$/ : /[{;]$|=>$/
  for (const { kind, startLine, endLine } of outline.entries) {
    if (kind !== 'function') continue
    let depth = 0
    let begun = false
    for (let line = startLine; line <= endLine; line++) {
      const text = texts[line - 1] ?? ''
      begun ||= !text.startsWith('@')
      depth += (text.match(/[([{]/g)?.length ?? 0) - (text.match(/[)\]}]/g)?.length ?? 0)
      if (begun) lines.add(line)
      if (begun && end.test(text) && depth <= (text.endsWith('{') ? 1 : 0)) break
      if (begun && depth <= 0 && !text.endsWith(')') && text !== '') break
    }
  }
  return lines
}

/** A function of a changed file, by the names that it has before and after; '' for what is outside of functions. */
export function regionOf(file: ChangedFile, was: string | null, now: string | null): Region {
  const old = (file.old && was !== null && linesByFunction(file.old).get(was)) || []
  const fresh = (file.new && now !== null && linesByFunction(file.new).get(now)) || []
  const removed = new Set<number>()
  const added = new Set<number>()
  for (const { oldStart, oldCount, newStart, newCount } of file.hunks) {
    for (let line = oldStart; line < oldStart + oldCount; line++) removed.add(line)
    for (let line = newStart; line < newStart + newCount; line++) added.add(line)
  }
  return {
    old,
    new: fresh,
    removed: old.filter(({ line }) => removed.has(line)),
    added: fresh.filter(({ line }) => added.has(line)),
  }
}

/** A function that went to another file: what the two texts do not have in common. */
export function movedRegion(old: readonly CodeLine[], fresh: readonly CodeLine[]): Region {
  return { old, new: fresh, removed: without(old, fresh), added: without(fresh, old) }
}

/** Lines of the first that the second does not have, each as often as it is missing. */
export function without(lines: readonly CodeLine[], others: readonly CodeLine[]): CodeLine[] {
  const left = new Map<string, number>()
  for (const { key } of others) left.set(key, (left.get(key) ?? 0) + 1)
  return lines.filter(({ key }) => {
    const count = left.get(key) ?? 0
    if (count === 0) return true
    left.set(key, count - 1)
    return false
  })
}

/** All of a changed file as one. */
export function wholeRegion(file: ChangedFile): Region {
  const all = (side: SourceSide | null) =>
    side === null ? [] : [...linesByFunction(side).values()].flat().sort((a, b) => a.line - b.line)
  const inHunks = (line: number, side: 'old' | 'new') =>
    file.hunks.some((hunk) => {
      const [start, count] = side === 'old' ? [hunk.oldStart, hunk.oldCount] : [hunk.newStart, hunk.newCount]
      return line >= start && line < start + count
    })
  const old = all(file.old)
  const fresh = all(file.new)
  return {
    old,
    new: fresh,
    removed: old.filter(({ line }) => inHunks(line, 'old')),
    added: fresh.filter(({ line }) => inHunks(line, 'new')),
  }
}

/** Lines of a changed file as they stand in it, without the blanks around them. */
export function plainLines(file: ChangedFile): {
  readonly removed: ReadonlySet<string>
  readonly added: ReadonlySet<string>
} {
  const removed = new Set<string>()
  const added = new Set<string>()
  const put = (into: Set<string>, side: SourceSide | null, start: number, count: number) => {
    if (side === null || count === 0) return
    for (const line of side.lines.between(start, start + count - 1).split('\n'))
      if (line.trim() !== '') into.add(line.trim())
  }
  for (const { oldStart, oldCount, newStart, newCount } of file.hunks) {
    put(removed, file.old, oldStart, oldCount)
    put(added, file.new, newStart, newCount)
  }
  return { removed, added }
}
