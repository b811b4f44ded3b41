/** The lines that GitHub takes comments on, by git's own diff with three lines around each change. */
import { execFileSync } from 'node:child_process'

export interface DiffHunk {
  readonly path: string
  /** First line and the one after the last; on the side of the base and of the head. */
  readonly left: readonly [number, number]
  readonly right: readonly [number, number]
}

export function diffHunks(directory: string, base: string, head: string): DiffHunk[] {
  const text = execFileSync('git', ['diff', '--unified=3', '--find-renames', `${base}...${head}`], {
    cwd: directory,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  const hunks: DiffHunk[] = []
  let path = ''
  for (const line of text.split('\n')) {
    // A deleted file goes by its old name.
    path = /^--- a\/(.*)$/.exec(line)?.[1] ?? /^\+\+\+ b\/(.*)$/.exec(line)?.[1] ?? path
    const [, left, lefts = '1', right, rights = '1'] = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (left === undefined) continue
    hunks.push({
      path,
      left: [Number(left), Number(left) + Number(lefts)],
      right: [Number(right), Number(right) + Number(rights)],
    })
  }
  return hunks
}
