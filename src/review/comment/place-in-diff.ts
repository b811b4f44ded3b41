import type { FileChange, Hunk } from '../../git/types.ts'

export interface DiffPlace {
  readonly path: string
  /** `RIGHT`: lines at the head; `LEFT`: at the base. */
  readonly side: 'LEFT' | 'RIGHT'
  readonly line: number
  /** First line of a range; null for one line. */
  readonly startLine: number | null
}

/** GitHub shows so many unchanged lines around each change, and takes comments on them as well. */
const CONTEXT = 3

/**
 * Where GitHub takes a comment on these lines: inside one hunk as it shows them. Null for anything else, which it would answer
 * with 422. A renamed file goes by its new path, a deleted one by its old. `files`: the pull request's difference to its merge base,
 * without context.
 */
export function placeInDiff(
  files: readonly FileChange[],
  path: string,
  lines: { readonly start: number; readonly end: number },
  side: DiffPlace['side'] = 'RIGHT',
): DiffPlace | null {
  const file = files.find((each) => (each.newPath ?? each.oldPath) === path)
  if (file === undefined || lines.start < 1 || lines.end < lines.start) return null
  const fits = shownRanges(file.hunks, side).some(([first, last]) => lines.start >= first && lines.end <= last)
  if (!fits) return null
  return { path, side, line: lines.end, startLine: lines.end === lines.start ? null : lines.start }
}

/** First and last line of each hunk with its context; those that touch are one. */
function shownRanges(hunks: readonly Hunk[], side: DiffPlace['side']): (readonly [number, number])[] {
  const ranges: [number, number][] = []
  for (const hunk of hunks) {
    const [start, count] = side === 'LEFT' ? [hunk.oldStart, hunk.oldCount] : [hunk.newStart, hunk.newCount]
    // A side without lines is the place after line `start`.
    const first = count === 0 ? start + 1 : start
    const range: [number, number] = [Math.max(1, first - CONTEXT), first + count - 1 + CONTEXT]
    const before = ranges.at(-1)
    if (before !== undefined && range[0] <= before[1] + 1) before[1] = range[1]
    else ranges.push(range)
  }
  return ranges
}
