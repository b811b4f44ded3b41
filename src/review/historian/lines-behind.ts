/** Which changes wrote the lines that this one removes, and those around them. */
import { blameLines, type LineRange } from '../../git/blame-lines.ts'
import type { ChangedFile, SourceSide } from '../mapping/read-change.ts'

export interface WrittenLines {
  readonly commit: string
  /** At the base. */
  readonly path: string
  /** What the file was called in that commit. */
  readonly former: string
  /** Removed ones, and ones that stay right beside what changes. */
  readonly removed: readonly number[]
  readonly beside: readonly number[]
}

export interface LinesBehind {
  readonly written: readonly WrittenLines[]
  /** False when not all could be looked at in time. */
  readonly complete: boolean
}

/** For all files together. Few take a tenth of it; a history that takes longer is given up on, not waited for. */
const TIMEOUT_MS = 8_000
const AT_ONCE = 3
/** Lines before and after a hunk that count as beside it. */
const BESIDE = 3
/** Files with the most removed lines go first. */
const MOST_FILES = 40

/** Code copied from other files is followed to who wrote it there. */
export async function linesBehind(gitDir: string, base: string, files: readonly ChangedFile[]): Promise<LinesBehind> {
  const end = performance.now() + TIMEOUT_MS
  const wanted = files
    .map(({ was, old, hunks }) => ({ path: was, hunks, ranges: old === null ? [] : rangesAround(hunks, old) }))
    .filter(({ path, ranges }) => path !== null && ranges.length > 0)
    .sort((a, b) => lengthOf(b.ranges) - lengthOf(a.ranges) || (a.path ?? '').localeCompare(b.path ?? ''))
  const written: WrittenLines[] = []
  let complete = wanted.length <= MOST_FILES
  const queue = wanted.slice(0, MOST_FILES).values()
  const work = async () => {
    for (const { path, hunks, ranges } of queue) {
      const left = end - performance.now()
      const blame = left > 0 && path !== null ? await blameLines(gitDir, base, path, ranges, left) : null
      complete &&= blame?.complete === true
      for (const { commit, start, count, path: former } of blame?.lines ?? []) {
        const lines = Array.from({ length: count }, (_, index) => start + index)
        const isRemoved = (line: number) =>
          hunks.some(({ oldStart, oldCount }) => line >= oldStart && line < oldStart + oldCount)
        written.push({
          commit,
          path: path ?? '',
          former,
          removed: lines.filter(isRemoved),
          beside: lines.filter((line) => !isRemoved(line)),
        })
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { written: written.sort(byPlace), complete }
}

/** The hunks with the lines beside them, joined where they overlap. */
function rangesAround(hunks: ChangedFile['hunks'], old: SourceSide): LineRange[] {
  const last = old.lines.text.replace(/\n$/, '').split('\n').length
  const ranges: { start: number; end: number }[] = []
  for (const { oldStart, oldCount } of hunks) {
    const start = Math.max(1, oldStart - BESIDE + (oldCount === 0 ? 1 : 0))
    const end = Math.min(last, oldStart + oldCount - 1 + BESIDE + (oldCount === 0 ? 1 : 0))
    const before = ranges.at(-1)
    if (before !== undefined && start <= before.end + 1) before.end = Math.max(before.end, end)
    else if (start <= end) ranges.push({ start, end })
  }
  return ranges
}

const lengthOf = (ranges: readonly LineRange[]) => ranges.reduce((sum, { start, end }) => sum + end - start + 1, 0)

const byPlace = (a: WrittenLines, b: WrittenLines) => a.path.localeCompare(b.path) || firstLine(a) - firstLine(b)

const firstLine = ({ removed, beside }: WrittenLines) => Math.min(...removed, ...beside)
