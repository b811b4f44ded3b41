import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openRepository } from '../../src/git/open-repository.ts'
import { createDiffParser } from '../../src/git/parse-diff.ts'
import { gitOutput } from '../../src/git/run-git.ts'
import type { Hunk } from '../../src/git/types.ts'
import { buildRepository } from '../fixtures/build-repository.ts'
import { collect } from './collect.ts'

const oid = (digit: string) => digit.repeat(40)

/** Lines that a careless reader takes for something else. */
const nasty = ['', '- note', '-- a/x', '++ b/x', '@@ -1 +1 @@', '\\ No newline at end of file', `${oid('a')} `, 'x']

const text = fc
  .tuple(fc.array(fc.constantFrom(...nasty, 'a', 'b'), { maxLength: 14 }), fc.boolean())
  .map(([lines, ended]) => lines.join('\n') + (ended && lines.length > 0 ? '\n' : ''))

/** Lines with their line ends, as git counts them. */
const linesOf = (content: string) => content.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** What must hold if the hunks are right: everything outside them is the same on both sides, in order. */
function unchanged(lines: readonly string[], hunks: readonly Hunk[], side: 'old' | 'new'): string[] {
  const kept: string[] = []
  let next = 1
  for (const hunk of hunks) {
    const [start, count] = side === 'old' ? [hunk.oldStart, hunk.oldCount] : [hunk.newStart, hunk.newCount]
    const first = count === 0 ? start + 1 : start
    expect(first).toBeGreaterThanOrEqual(next)
    kept.push(...lines.slice(next - 1, first - 1), '— hunk —')
    next = first + count
  }
  return [...kept, ...lines.slice(next - 1)]
}

describe('reading a diff', () => {
  it('finds hunks that turn one text into the other, whatever the text', async () => {
    const pairs = fc.sample(fc.tuple(text, text), { numRuns: 300, seed: 11 })
    const builder = buildRepository()
    const steps = pairs.map(([before, after]) => {
      const parent = builder.commit({ files: { 'a.py': before, 'z.py': 'end\n' } })
      return { before, after, parent, commit: builder.commit({ files: { 'a.py': after, 'z.py': 'END\n' } }) }
    })
    const repository = await openRepository(await builder.write())
    const diffs = await collect(
      repository.diffs(steps.map(({ commit, parent }) => ({ commit: commit.sha, parent: parent.sha }))),
    )
    let changed = 0
    for (const [index, { before, after }] of steps.entries()) {
      const files = diffs[index]?.files ?? []
      expect(files.at(-1)).toMatchObject({ newPath: 'z.py', hunks: [{ oldStart: 1, newStart: 1 }] })
      expect(files).toHaveLength(before === after ? 1 : 2)
      if (before === after) continue
      changed += 1
      const hunks = files[0]?.hunks ?? []
      const [old, now] = [linesOf(before), linesOf(after)]
      expect(unchanged(old, hunks, 'old')).toEqual(unchanged(now, hunks, 'new'))
      expect(now.length - old.length).toBe(hunks.reduce((sum, hunk) => sum + hunk.newCount - hunk.oldCount, 0))
    }
    expect(changed).toBeGreaterThan(200)
  })

  it('reads the same however the output is cut into chunks', async () => {
    const builder = buildRepository()
    const first = builder.commit({ files: { 'a b.py': 'x\n-- y\n', 'm.py': 'm\n', 'l.py': 'l' } })
    builder.commit({ files: { 'a b.py': 'x\n++ z', 'm.py': { executable: 'm\n' }, 'l.py': { symlink: 'm.py' } } })
    builder.commit({})
    builder.commit({ rename: { 'm.py': 'ü.py' }, files: { 'b.bin': Buffer.from([0, 1]) } })
    const gitDir = await builder.write()
    const listing = await gitOutput(['rev-list', '--parents', 'main', `^${first.sha}`], { gitDir })
    const args = ['diff-tree', '--stdin', '--always', '-m', '-r', '--raw', '-p', '-z', '--full-index', '-U0', '-M']
    const output = await gitOutput(args, { gitDir, input: listing })
    const read = (sizes: readonly number[]) => {
      const parser = createDiffParser()
      const diffs = []
      for (let at = 0, turn = 0; at < output.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1
        parser.push(Buffer.from(output.subarray(at, at + size)))
        diffs.push(...parser.completed())
        at += size
      }
      parser.end()
      return [...diffs, ...parser.completed()]
    }
    const whole = read([output.length])
    expect(whole.map((diff) => diff.files.length)).toEqual([2, 0, 3])
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 8 }), (sizes) => {
        expect(read(sizes)).toEqual(whole)
      }),
      { numRuns: 200, seed: 5 },
    )
  })

  it('refuses a diff that ends in the middle', () => {
    const parser = createDiffParser()
    const raw = `${oid('c')}\0:100644 100644 ${oid('1')} ${oid('2')} M\0a.py\0\0`
    parser.push(
      Buffer.from(`${raw}diff --git a/a.py b/a.py\nindex ${oid('1')}..${oid('2')} 100644\n@@ -1,2 +1 @@\n-x\n`),
    )
    expect(() => parser.end()).toThrow('in the middle')
  })

  it('refuses a patch that belongs to another file than the raw entry says', () => {
    const parser = createDiffParser()
    const raw = `${oid('c')}\0:100644 100644 ${oid('1')} ${oid('2')} M\0a.py\0\0`
    const patch = `diff --git a/b.py b/b.py\nindex ${oid('3')}..${oid('4')} 100644\n`
    expect(() => parser.push(Buffer.from(raw + patch))).toThrow(/cannot be read at "index 3333/)
  })
})
