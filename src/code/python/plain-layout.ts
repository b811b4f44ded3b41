import { afterLineEnd, charClass, classOf, code, columnAfter, findLineEnd, isLineEnd, skipString } from './scanner.ts'

/**
 * The same program in the plainest layout: one logical line a line, indented by blanks alone, no comments. The grammar trips
 * over some breaks within brackets, over form feeds and over tabs among blanks; none of them matters to Python.
 */
export function plainLayout(source: string): string {
  let out = ''
  let position = 0
  while (position < source.length) {
    const line = columnAfter(source, position)
    position = line.position
    const char = source.charCodeAt(position)
    if (char === code.newline) position++
    else if (char === code.return && isLineEnd(source, position)) position = afterLineEnd(source, position)
    else if (char === code.hash) position = findLineEnd(source, position)
    else if (position < source.length) {
      out += ' '.repeat(line.column)
      readLogicalLine()
      out += '\n'
    }
  }
  return out

  function readLogicalLine(): void {
    let depth = 0
    while (position < source.length) {
      const char = source.charCodeAt(position)
      const kind = classOf(char)
      if (kind === charClass.newline && depth === 0) return
      const next = nextPosition(kind)
      if (kind === charClass.open) depth++
      else if (kind === charClass.close && depth > 0) depth--
      const isLayout =
        kind === charClass.newline ||
        kind === charClass.comment ||
        (kind === charClass.backslash && next > position + 1)
      out += isLayout || char === code.formFeed || char === code.return ? ' ' : source.slice(position, next)
      position = next
    }
  }

  function nextPosition(kind: number): number {
    if (kind === charClass.quote) return skipString(source, position)
    if (kind === charClass.comment) return findLineEnd(source, position)
    if (kind === charClass.backslash && isLineEnd(source, position + 1)) return afterLineEnd(source, position + 1)
    return position + 1
  }
}
