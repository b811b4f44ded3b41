import { describe, expect, it } from 'vitest'
import { openRepository } from '../../src/git/open-repository.ts'
import type { FileChange } from '../../src/git/types.ts'
import { buildRepository, type Change } from '../fixtures/build-repository.ts'
import { collect } from './collect.ts'

/** What git says of the step from the first change to the second. */
async function changesOf(before: Change, after: Change): Promise<readonly FileChange[]> {
  const builder = buildRepository()
  const parent = builder.commit(before)
  const commit = builder.commit(after)
  const repository = await openRepository(await builder.write())
  const [diff] = await collect(repository.diffs([{ commit: commit.sha, parent: parent.sha }]))
  return diff?.files ?? []
}

const hunk = (oldStart: number, oldCount: number, newStart: number, newCount: number) => ({
  oldStart,
  oldCount,
  newStart,
  newCount,
})

describe('E2: odd patches', () => {
  it('(a) a path that git would quote in octal', async () => {
    const [file] = await changesOf({ files: { 'src/café.py': 'a\n' } }, { files: { 'src/café.py': 'b\n' } })
    expect(file).toMatchObject({ status: 'modified', oldPath: 'src/café.py', newPath: 'src/café.py' })
    expect(file?.hunks).toEqual([hunk(1, 1, 1, 1)])
  })

  it.each(['src/a b/x.py', 'a\tb.py', 'a\nb.py', 'say "hi".py', 'back\\slash.py', ' b/x.py', 'diff --git a/x b/x'])(
    '(b) the path %j',
    async (path) => {
      const [file] = await changesOf({ files: { [path]: 'a\n' } }, { files: { [path]: 'b\n' } })
      expect(file).toMatchObject({ oldPath: path, newPath: path, hunks: [hunk(1, 1, 1, 1)] })
    },
  )

  it('(c) counts that git leaves out are one, and zero where it says so', async () => {
    const files = await changesOf(
      { files: { 'a.py': 'x\n', 'b.py': 'x\ny\n', 'c.py': 'x\ny\n' } },
      { files: { 'a.py': 'y\n', 'b.py': 'x\nn\nm\ny\n', 'c.py': 'x\n' } },
    )
    expect(files.map((file) => file.hunks)).toEqual([[hunk(1, 1, 1, 1)], [hunk(1, 0, 2, 2)], [hunk(2, 1, 1, 0)]])
  })

  it('(d) source lines that look like headers belong to their hunk', async () => {
    const lures = ['- note', '-- a/x.py', '@ -1 +1 @@', 'diff --git a/x b/x', `${'0'.repeat(40)}`]
    const before = `${['keep', ...lures.map((line) => `- ${line}`), '-- note', 'keep'].join('\n')}\n`
    const after = `${['keep', ...lures, '++ x', '+ b/x.py', 'Binary files a and b differ', 'keep'].join('\n')}\n`
    const files = await changesOf(
      { files: { 'a.py': before, 'b.py': '1\n' } },
      { files: { 'a.py': after, 'b.py': '2\n' } },
    )
    expect(files).toMatchObject([
      { newPath: 'a.py', binary: false, hunks: [hunk(2, 6, 2, 8)] },
      { newPath: 'b.py', binary: false, hunks: [hunk(1, 1, 1, 1)] },
    ])
  })

  it.each([
    ['neither side', 'a\nb', 'a\nc'],
    ['the old side', 'a\nb', 'a\nc\n'],
    ['the new side', 'a\nb\n', 'a\nc'],
  ])('(e) no line end at the end of %s is not a line', async (_, before, after) => {
    const files = await changesOf(
      { files: { 'a.py': before, 'z.py': '1' } },
      { files: { 'a.py': after, 'z.py': '2\n3' } },
    )
    expect(files.map((file) => file.hunks)).toEqual([[hunk(2, 1, 2, 1)], [hunk(1, 1, 1, 2)]])
  })

  it('(f) a mode change has no hunks', async () => {
    const files = await changesOf({ files: { 'a.py': 'x\n' } }, { files: { 'a.py': { executable: 'x\n' } } })
    expect(files).toMatchObject([{ status: 'modified', oldMode: '100644', newMode: '100755', hunks: [] }])
    expect(files[0]?.oldBlob).toBe(files[0]?.newBlob)
  })

  it('(g) a binary file has no hunks and says so', async () => {
    const png = (byte: number) => Buffer.from([0x89, 0x50, 0, byte, 10, 10])
    const files = await changesOf(
      { files: { 'a.png': png(1), 'b.py': 'x\n' } },
      { files: { 'a.png': png(2), 'b.py': 'y\n' } },
    )
    expect(files).toMatchObject([
      { newPath: 'a.png', binary: true, hunks: [] },
      { newPath: 'b.py', binary: false, hunks: [hunk(1, 1, 1, 1)] },
    ])
  })

  it('(h) a pure rename is recorded, without hunks', async () => {
    const text = 'def f():\n    return 1\n'
    const files = await changesOf({ files: { 'a.py': text } }, { rename: { 'a.py': 'd e/ü.py' } })
    expect(files).toMatchObject([
      { status: 'renamed', oldPath: 'a.py', newPath: 'd e/ü.py', similarity: 100, hunks: [] },
    ])
  })
})

describe('the diff of a step', () => {
  it('E1: knows both sides of a change, an insertion and a deletion by line', async () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`)
    const edited = lines.flatMap((line, index) => {
      if (index === 21) return ['@cache(60)']
      return index === 9 || index === 10 ? [] : [line]
    })
    const files = await changesOf(
      { files: { 'a.py': `${lines.join('\n')}\n` } },
      { files: { 'a.py': `${[...edited, 'one more'].join('\n')}\n` } },
    )
    expect(files[0]?.hunks).toEqual([hunk(10, 2, 9, 0), hunk(22, 1, 20, 1), hunk(30, 0, 29, 1)])
  })

  it('has the hunks of a rename with changes, and no copies', async () => {
    const body = Array.from({ length: 20 }, (_, index) => `value_${index} = ${index}`).join('\n')
    const files = await changesOf(
      { files: { 'a.py': `${body}\n`, 'keep.py': `${body}\nkeep = 1\n` } },
      { files: { 'a.py': null, 'b.py': `${body}\nmore = 1\n`, 'copy.py': `${body}\nkeep = 1\n` } },
    )
    expect(files.map(({ status, oldPath, newPath }) => [status, oldPath, newPath])).toEqual([
      ['renamed', 'a.py', 'b.py'],
      ['added', null, 'copy.py'],
    ])
    expect(files[0]).toMatchObject({ similarity: 96, hunks: [hunk(20, 0, 21, 1)] })
  })

  it('shows a file that becomes a symlink as one change with both sides', async () => {
    const files = await changesOf(
      { files: { 'a.py': 'x\ny\n', 'b.py': '1\n' } },
      { files: { 'a.py': { symlink: 'b.py' }, 'b.py': '2\n' } },
    )
    expect(files).toMatchObject([
      {
        status: 'type-changed',
        oldMode: '100644',
        newMode: '120000',
        hunks: [hunk(1, 2, 0, 0), hunk(0, 0, 1, 1)],
      },
      { newPath: 'b.py', hunks: [hunk(1, 1, 1, 1)] },
    ])
  })

  it('names the commits of a submodule and has no lines of it', async () => {
    const [a, b] = ['a'.repeat(40), 'b'.repeat(40)]
    const files = await changesOf(
      { files: { lib: { submodule: a }, gone: 'x\n' } },
      { files: { lib: { submodule: b }, gone: { submodule: a } } },
    )
    expect(files).toMatchObject([
      { newPath: 'gone', status: 'type-changed', hunks: [] },
      { newPath: 'lib', oldBlob: a, newBlob: b, newMode: '160000', hunks: [] },
    ])
  })

  it('keeps to its file when a name cannot be decoded', async () => {
    const files = await changesOf(
      { files: { 'caf\udce9.py': 'a\n', 'z.py': '1\n' } },
      { files: { 'caf\udce9.py': 'b\n', 'z.py': '2\n' } },
    )
    expect(files.map(({ newPath, decodable }) => [newPath, decodable])).toEqual([
      ['caf\ufffd.py', false],
      ['z.py', true],
    ])
  })

  it('counts only line feeds: carriage returns, form feeds and NEL do not end a line', async () => {
    const files = await changesOf(
      { files: { 'a.py': 'a\r\nb\fc\u0085d\re\r\nf\r\n' } },
      { files: { 'a.py': 'a\r\nb\fc\u0085d\re\r\ng\r\n' } },
    )
    expect(files[0]?.hunks).toEqual([hunk(3, 1, 3, 1)])
  })

  it('compares with nothing, with the first parent of a merge, and with any other commit, in the order asked', async () => {
    const builder = buildRepository()
    const root = builder.commit({ files: { 'a.py': 'a\n' } })
    const side = builder.commit({ branch: 'side', start: root, files: { 'side.py': 's\n' } })
    const main = builder.commit({ files: { 'main.py': 'm\n' } })
    const merge = builder.merge(side)
    const empty = builder.commit({})
    const repository = await openRepository(await builder.write())
    const pairs = [
      { commit: empty.sha, parent: merge.sha },
      { commit: merge.sha, parent: main.sha },
      { commit: merge.sha, parent: side.sha },
      { commit: merge.sha, parent: null },
      { commit: root.sha, parent: null },
      { commit: root.sha, parent: merge.sha },
    ]
    const diffs = await collect(repository.diffs(pairs))
    expect(diffs.map(({ commit, parent }) => ({ commit, parent }))).toEqual(pairs)
    expect(diffs.map(({ files }) => files.map((file) => `${file.status} ${file.newPath ?? file.oldPath}`))).toEqual([
      [],
      ['added side.py'],
      ['added main.py'],
      ['added a.py', 'added main.py', 'added side.py'],
      ['added a.py'],
      ['deleted main.py', 'deleted side.py'],
    ])
  })

  it('ends git when the reader leaves early', async () => {
    const builder = buildRepository()
    const root = builder.commit({ files: { 'a.py': 'a\n' } })
    const repository = await openRepository(await builder.write())
    const pairs = Array.from({ length: 20_000 }, () => ({ commit: root.sha, parent: null }))
    let seen = 0
    for await (const _ of repository.diffs(pairs)) if (++seen === 3) break
    expect(seen).toBe(3)
  })

  it('fails for a commit that the repository does not have', async () => {
    const builder = buildRepository()
    const root = builder.commit({})
    const repository = await openRepository(await builder.write())
    const unknown = 'e'.repeat(40)
    await expect(collect(repository.diffs([{ commit: unknown, parent: root.sha }]))).rejects.toThrow(/^git: /)
    await expect(collect(repository.diffs([{ commit: unknown, parent: null }]))).rejects.toThrow(unknown)
  })
})
