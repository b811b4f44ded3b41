import { type CodeLine, codeLine, type Region } from './region.ts'
import { isName, likeness } from './tokens.ts'

/** Lines as alike as this are the same line, edited. */
export const SAME_LINE = 0.5

export interface EditedLine {
  readonly was: CodeLine
  readonly now: CodeLine
}

/** Removed and added lines that are one line, edited: each with the one that it is most like. */
export function editedLines(removed: readonly CodeLine[], added: readonly CodeLine[]): EditedLine[] {
  const free = new Set(added)
  return removed.flatMap((was) => {
    let best: { now: CodeLine; score: number } | null = null
    for (const now of free) {
      const score = likeness(was.tokens, now.tokens)
      if (score >= SAME_LINE && score > (best?.score ?? 0)) best = { now, score }
    }
    if (best === null) return []
    free.delete(best.now)
    return [{ was, now: best.now }]
  })
}

/**
 * Writes the new names of a change as they were before. A name is renamed when it is new, and in an edited line stands alone where
 * one stood that is gone.
 */
export function createFormerNames({
  old,
  new: fresh,
  removed,
  added,
}: Region): (lines: readonly CodeLine[]) => CodeLine[] {
  const before = tokensIn(old)
  const after = tokensIn(fresh)
  const former = new Map<string, string>()
  for (const { was, now } of editedLines(removed, added)) {
    if (was.tokens.length !== now.tokens.length) continue
    for (const [index, token] of was.tokens.entries()) {
      const other = now.tokens[index] ?? ''
      const isRename = token !== other && isName(token) && isName(other) && !after.has(token) && !before.has(other)
      if (isRename && !former.has(other)) former.set(other, token)
    }
  }
  return (lines) =>
    lines.map(({ line, text, tokens }) =>
      codeLine(
        line,
        text,
        tokens.map((token) => former.get(token) ?? token),
      ),
    )
}

const tokensIn = (lines: readonly CodeLine[]) => new Set(lines.flatMap(({ tokens }) => tokens))
