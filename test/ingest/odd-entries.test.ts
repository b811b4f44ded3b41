import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildRepository } from '../fixtures/build-repository.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'

let workspace: Workspace
beforeAll(async () => {
  workspace = await openWorkspace()
})
afterAll(() => workspace.close())

test('C7: odd tree entries are skipped or decoded, listed, and harm nothing', async () => {
  const repository = buildRepository()
  repository.commit({
    files: {
      'pkg/__init__.py': '',
      'pkg/again': { symlink: '../pkg' },
      'link.py': { symlink: 'real.py' },
      'out.py': { symlink: '/etc/passwd' },
      vendored: { submodule: '1234567890123456789012345678901234567890' },
      'big.py': 'version https://git-lfs.github.com/spec/v1\noid sha256:0123456789abcdef\nsize 12345\n',
      'caf\udce9.py': 'def hidden(): pass\n',
      'latin.py': Buffer.from('# -*- coding: latin-1 -*-\ndef latin(): return "\xe9"\n', 'latin1'),
      'nul.py': Buffer.from('def f():\0 pass\n'),
      'huge.py': `x = [\n${'    1,\n'.repeat(300)}]\n`,
      'real.py': 'def real(): pass\n',
      'ok.py': 'def ok(): return 1\n',
    },
  })
  const report = await workspace.ingest(await repository.write(), {
    name: 'test/c7',
    maxFileBytes: 2_000,
    history: false,
  })
  expect(report.status).toBe('complete')
  expect(report.code?.skipped).toEqual([
    { path: 'big.py', reason: 'git-lfs pointer' },
    { path: 'caf\ufffd.py', reason: 'name is not UTF-8' },
    { path: 'huge.py', reason: '2,108 bytes, over the limit of 2,000 bytes' },
    { path: 'link.py', reason: 'symlink' },
    { path: 'nul.py', reason: 'binary' },
    { path: 'out.py', reason: 'symlink' },
    { path: 'pkg/again', reason: 'symlink' },
    { path: 'vendored', reason: 'submodule' },
  ])
  expect(report.code?.decoded).toEqual([{ path: 'latin.py', encoding: 'latin-1' }])
  const nodes = (await workspace.entities('c7')).map(({ node }) => node)
  expect(nodes.filter((node) => node?.startsWith('function:'))).toEqual([
    'function:latin.py::latin',
    'function:ok.py::ok',
    'function:real.py::real',
  ])
  expect(nodes.filter((node) => node?.startsWith('file:'))).toEqual([
    'file:big.py',
    'file:huge.py',
    'file:latin.py',
    'file:nul.py',
    'file:ok.py',
    'file:pkg/__init__.py',
    'file:real.py',
  ])
})

test('C7: a repository without commits is an empty graph with that status', async () => {
  const repository = buildRepository()
  const path = await repository.write()
  const report = await workspace.ingest(path, { name: 'test/empty', history: false })
  expect(report).toMatchObject({
    status: 'empty',
    commit: null,
    code: null,
    missing: ['the repository has no commits'],
  })
  repository.commit({ files: { 'a.py': 'def a(): pass\n' } })
  await repository.write()
  expect(await workspace.ingest(path, { name: 'test/empty', history: false })).toMatchObject({ status: 'complete' })
})
