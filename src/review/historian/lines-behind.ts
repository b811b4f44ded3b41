/** Which changes wrote the lines that this one removes. */
import { blameLines, type LineRange } from '../../git/blame-lines.ts'
import type { ChangedFile } from '../mapping/read-change.ts'

export interface WrittenLines {
  readonly commit: string
  /** At the base. */
  readonly path: string
  /** What the file was called in that commit. */
  readonly former: string
  readonly lines: readonly number[]
}

export interface LinesBehind {
  readonly written: readonly WrittenLines[]
  /** False when not all could be looked at in time. */
  readonly complete: boolean
}

/** For all files together. A long history is given up on, not waited for. */
const TIMEOUT_MS = 2_500
const AT_ONCE = 3
/** Files with the most removed lines go first. */
const MOST_FILES = 60

/** Code copied from other files is followed to who wrote it there. */
export async function linesBehind(gitDir: string, base: string, files: readonly ChangedFile[]): Promise<LinesBehind> {
  const end = performance.now() + TIMEOUT_MS
  const wanted = files
    .map(({ was, old, hunks }) => ({ path: was, ranges: old === null ? [] : removedRanges(hunks) }))
    .filter(({ path, ranges }) => path !== null && ranges.length > 0)
    .sort((a, b) => lengthOf(b.ranges) - lengthOf(a.ranges))
  const written: WrittenLines[] = []
  let complete = wanted.length <= MOST_FILES
  const queue = wanted.slice(0, MOST_FILES).values()
  const work = async () => {
    for (const { path, ranges } of queue) {
      const left = end - performance.now()
      const blame = left > 0 && path !== null ? await blameLines(gitDir, base, path, ranges, left) : null
      complete &&= blame?.complete === true
      for (const { commit, start, count, path: former } of blame?.lines ?? []) {
        const lines = Array.from({ length: count }, (_, index) => start + index)
        written.push({ commit, path: path ?? '', former, lines })
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { written: written.sort(byPlace), complete }
}

const removedRanges = (hunks: ChangedFile['hunks']): LineRange[] =>
  hunks.flatMap(({ oldStart, oldCount }) => (oldCount === 0 ? [] : [{ start: oldStart, end: oldStart + oldCount - 1 }]))

const lengthOf = (ranges: readonly LineRange[]) => ranges.reduce((sum, { start, end }) => sum + end - start + 1, 0)

const byPlace = (a: WrittenLines, b: WrittenLines) =>
  a.path.localeCompare(b.path) || (a.lines[0] ?? 0) - (b.lines[0] ?? 0)
