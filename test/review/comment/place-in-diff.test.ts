import { beforeAll, describe, expect, it } from 'vitest'
import { openRepository } from '../../../src/git/open-repository.ts'
import type { FileChange } from '../../../src/git/types.ts'
import { placeInDiff } from '../../../src/review/comment/place-in-diff.ts'
import { diffHunks } from '../../fakes/github/diff-lines.ts'
import { buildRepository, type Commit } from '../../fixtures/build-repository.ts'

const lines = (count: number, change: Readonly<Record<number, string | null>> = {}) =>
  Array.from({ length: count }, (_, at) => (change[at + 1] === undefined ? `line ${at + 1}` : change[at + 1]))
    .filter((line) => line !== null)
    .map((line) => `${line}\n`)
    .join('')

describe('I2: a remark is posted where GitHub takes it, and nowhere else', () => {
  let directory: string
  let base: Commit
  let head: Commit
  let files: readonly FileChange[] = []

  beforeAll(async () => {
    const repository = buildRepository()
    const old = { 'a.py': lines(60), 'old.py': lines(40), 'gone.py': lines(5), 'same.py': lines(30) }
    base = repository.commit({ files: old })
    head = repository.commit({
      rename: { 'old.py': 'new.py' },
      files: {
        // Changed at 10, 12 lines taken out at 30, added after 50.
        'a.py': lines(60, { 10: 'changed', 30: null, 31: null, 50: 'line 50\nadded' }),
        'new.py': lines(40, { 20: 'changed' }),
        'gone.py': null,
      },
    })
    directory = await repository.write({ bare: true })
    const git = await openRepository(directory)
    for await (const diff of git.diffs([{ commit: head.sha, parent: base.sha }])) files = diff.files
  })

  it.each([
    ['a changed line', 'a.py', 10, 10, 'RIGHT', true],
    ['a context line in a hunk', 'a.py', 13, 13, 'RIGHT', true],
    ['a line outside of every hunk', 'a.py', 20, 20, 'RIGHT', false],
    ['a deleted line, on the left', 'a.py', 31, 31, 'LEFT', true],
    ['a file that is not in the pull request', 'same.py', 1, 1, 'RIGHT', false],
    ['the old path of a renamed file', 'old.py', 20, 20, 'RIGHT', false],
    ['the new path of a renamed file', 'new.py', 20, 20, 'RIGHT', true],
    ['a range inside a hunk', 'a.py', 9, 12, 'RIGHT', true],
    ['a range across two hunks', 'a.py', 10, 30, 'RIGHT', false],
    ['line 0', 'a.py', 0, 0, 'RIGHT', false],
    ['a line of a deleted file', 'gone.py', 2, 2, 'LEFT', true],
    ['a deleted file has no lines on the right', 'gone.py', 20, 20, 'RIGHT', false],
  ] as const)('%s', (_, path, start, end, side, fits) => {
    const place = placeInDiff(files, path, { start, end }, side)
    expect(place !== null).toBe(fits)
    if (place !== null) expect(place).toEqual({ path, side, line: end, startLine: start === end ? null : start })
  })

  it('agrees with git about every line that there is', () => {
    const shown = diffHunks(directory, base.sha, head.sha)
    for (const path of ['a.py', 'new.py', 'same.py']) {
      for (let line = 1; line <= 59; line++) {
        const taken = shown.some((hunk) => hunk.path === path && line >= hunk.right[0] && line < hunk.right[1])
        const isThere = path !== 'new.py' || line <= 40
        if (isThere)
          expect([path, line, placeInDiff(files, path, { start: line, end: line }) !== null]).toEqual([
            path,
            line,
            taken,
          ])
      }
    }
  })
})
