/** Every repository that a person may point the command line at ends in a report or in two plain lines, never in a crash. */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IngestReport } from '../../src/ingest/report.ts'
import { buildRepository } from '../fixtures/build-repository.ts'
import type { FileContent } from '../fixtures/fast-import.ts'
import { type Entity, openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'
import { type CommandResult, runRepobrain } from '../fixtures/run-repobrain.ts'
import { temporaryDirectory } from '../fixtures/temporary-directory.ts'

let workspace: Workspace
beforeAll(async () => {
  workspace = await openWorkspace()
})
afterAll(() => workspace.close())

let count = 0

const repobrain = (...argv: string[]) => runRepobrain(...argv, '--data', workspace.dataDir)

/** What the command line says of a repository, and what the graph then holds. */
async function ingest(source: string, ...options: string[]) {
  const name = `test/odd-${++count}`
  const result = await repobrain('ingest', source, '--name', name, '--json', ...options)
  expect(`exit ${result.exitCode}\n${result.stderr}`).toMatch(/^exit 0\n/)
  expect(result.stderr).not.toMatch(/^ +at /m)
  const report = JSON.parse(result.stdout) as IngestReport
  return { report, entities: await workspace.entities(name.slice('test/'.length)) }
}

async function ingestFiles(files: Readonly<Record<string, FileContent>>) {
  const repository = buildRepository()
  repository.commit({ message: 'Start', files })
  return ingest(await repository.write())
}

const functions = (entities: readonly Entity[]) =>
  entities
    .filter(({ label }) => label === 'Function')
    .map(({ props }) => `${props.path}::${props.qualified_name} ${props.start_line}-${props.end_line}`)

/** Two plain lines: what is wrong, what to do. */
async function refused(result: Promise<CommandResult>) {
  const { exitCode, stdout, stderr } = await result
  const lines = stderr.trim().split('\n')
  expect(lines.filter((line) => !line.endsWith('…'))).toHaveLength(2)
  expect(stderr).not.toMatch(/Something went wrong inside|^ +at /m)
  expect(stdout).toBe('')
  return { exitCode, message: lines.at(-2) ?? '', remedy: lines.at(-1) ?? '' }
}

const git = (directory: string, ...args: string[]) => execFileSync('git', ['-C', directory, ...args], { stdio: 'pipe' })

function sample() {
  const repository = buildRepository()
  const first = repository.commit({ message: 'Start', files: { 'a.py': 'def a():\n    return 1\n' } })
  const { landed } = repository.pullRequest({
    number: 3,
    title: 'Return two',
    style: 'squash',
    commits: [{ files: { 'a.py': 'def a():\n    return 2\n' } }],
  })
  return { repository, first, landed }
}

describe('a repository of an odd shape', () => {
  it('without commits is empty, and says so', async () => {
    const { report, entities } = await ingest(await buildRepository().write())
    expect(report).toMatchObject({ status: 'empty', commit: null, missing: ['the repository has no commits'] })
    expect(entities.map(({ label }) => label)).toEqual(['Repository'])
  })

  it.each([true, false])('is read when bare is %s', async (bare) => {
    const { repository, landed } = sample()
    const { report, entities } = await ingest(await repository.write({ bare }))
    expect(report).toMatchObject({ status: 'complete', commit: landed.sha, history: { pull_requests: 1, commits: 1 } })
    expect(functions(entities)).toEqual(['a.py::a 1-2'])
  })

  it('that is shallow is read as far as it goes, and says what is missing', async () => {
    const path = await sample().repository.write()
    const shallow = join(temporaryDirectory(), 'shallow')
    execFileSync('git', ['clone', '--quiet', '--bare', '--depth=1', `file://${path}`, shallow])
    const { report } = await ingest(shallow)
    expect(report).toMatchObject({ status: 'complete', shallow: true, code: { functions: 1 } })
    expect(report.missing.join()).toContain('shallow')
  })

  it('with a detached head is read at that commit', async () => {
    const { repository, first } = sample()
    const path = await repository.write({ bare: false })
    git(path, 'checkout', '--quiet', '--detach', first.sha)
    const { report } = await ingest(path)
    expect(report).toMatchObject({ status: 'complete', commit: first.sha, branch: null, history: { commits: 1 } })
  })

  it('without pull requests has commits', async () => {
    const repository = buildRepository()
    repository.commit({ message: 'One', files: { 'a.py': 'def a(): pass\n' } })
    repository.commit({ message: 'Two', files: { 'a.py': 'def a(): return\n' } })
    const { report, entities } = await ingest(await repository.write())
    expect(report.history).toMatchObject({ pull_requests: 0, commits: 2 })
    expect(entities.filter(({ edge }) => edge === 'MODIFIES').map(({ to }) => to)).toEqual([
      'function:a.py::a',
      'function:a.py::a',
    ])
  })

  it('is read as it was with --at', async () => {
    const { repository, first } = sample()
    const { report } = await ingest(await repository.write(), '--at', first.sha.slice(0, 9))
    expect(report).toMatchObject({ commit: first.sha, history: { pull_requests: 0, commits: 1 } })
  })
})

describe('a source file of an odd kind', () => {
  it('of 3 MB is read whole', async () => {
    const filler = Array.from({ length: 100_000 }, (_, line) => `value_${line} = "${line} ${'x'.repeat(8)}"`).join('\n')
    expect(filler.length).toBeGreaterThan(3_000_000)
    const { report, entities } = await ingestFiles({ 'big.py': `${filler}\ndef last():\n    return 1\n` })
    expect(report.code).toMatchObject({ files_parsed: 1, skipped: [] })
    expect(functions(entities)).toEqual(['big.py::last 100001-100002'])
  })

  it('with an expression of 20,000 operands is read', async () => {
    const sum = Array.from({ length: 20_000 }, (_, n) => `v${n}`).join(' + ')
    const nested = `${'('.repeat(3_000)}1${')'.repeat(3_000)}`
    const { report, entities } = await ingestFiles({
      'wide.py': `def wide():\n    return ${sum}\n\ndef after():\n    return wide()\n`,
      'deep.py': `def deep():\n    return ${nested}\n`,
    })
    expect(report.code).toMatchObject({ files_parsed: 2, skipped: [], call_failures: [] })
    expect(functions(entities)).toEqual(['deep.py::deep 1-2', 'wide.py::after 4-5', 'wide.py::wide 1-2'])
  })

  it('nested deeper than calls can be followed keeps its functions, and its calls are said to be missing', async () => {
    const either = Array.from({ length: 20_000 }, (_, n) => `v${n}`).join(' or ')
    const table = Array.from({ length: 200_000 }, (_, n) => n).join(', ')
    const { report, entities } = await ingestFiles({
      'either.py': `def either():\n    return ${either}\n`,
      'plain.py': 'def plain():\n    return other()\n\ndef other():\n    pass\n',
      'table.py': `TABLE = [${table}]\n\ndef look(n):\n    return TABLE[n]\n`,
    })
    expect(report.status).toBe('degraded')
    expect(report.code?.call_failures).toEqual([{ path: 'either.py', reason: 'expressions nested too deeply' }])
    expect(functions(entities)).toContain('either.py::either 1-2')
    expect(entities.filter(({ edge }) => edge === 'CALLS').map(({ from, to }) => [from, to])).toEqual([
      ['function:plain.py::plain', 'function:plain.py::other'],
    ])
  })

  it.each<[string, FileContent, string]>([
    ['Python 2', 'def old(x):\n    print x\n    raise ValueError, "no"\n\ndef next(): pass\n', 'a.py::old 1-3'],
    ['a byte order mark', '\ufeffdef first():\n    pass\n', 'a.py::first 1-2'],
    ['CRLF', 'import os\r\n\r\ndef crlf():\r\n    return 1\r\n', 'a.py::crlf 3-4'],
    ['form feeds', 'import os\n\f\ndef fed():\n    x = 1\n\f\n    return x\n', 'a.py::fed 3-6'],
    ['latin-1', Buffer.from('# coding: latin-1\ndef caf\xe9():\n    return "\xe9"\n', 'latin1'), 'a.py::café 2-3'],
    ['no line end', 'def f(): return 1', 'a.py::f 1-1'],
    ['carriage returns in strings', 'def f():\n    return """a\rb"""\ndef g(): pass\n', 'a.py::g 3-3'],
  ])('with %s is read', async (_, content, expected) => {
    const { report, entities } = await ingestFiles({ 'a.py': content })
    expect(report).toMatchObject({ status: 'complete', code: { files_parsed: 1 } })
    expect(functions(entities)).toContain(expected)
  })
})

describe('a tree entry of an odd kind', () => {
  it.each<[string, string, FileContent, string]>([
    ['a symlink loop', 'pkg/again', { symlink: '../pkg' }, 'symlink'],
    ['a symlink to itself', 'self.py', { symlink: 'self.py' }, 'symlink'],
    ['a symlink out of the tree', 'out.py', { symlink: '/etc/passwd' }, 'symlink'],
    ['a submodule', 'vendored', { submodule: '1234567890123456789012345678901234567890' }, 'submodule'],
    [
      'an LFS pointer',
      'big.py',
      'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n',
      'git-lfs pointer',
    ],
    ['an undecodable name', 'caf\udce9.py', 'def hidden(): pass\n', 'name is not UTF-8'],
  ])('%s is listed as skipped, in its history, too', async (_, path, content, reason) => {
    const repository = buildRepository()
    repository.commit({ message: 'Start', files: { 'ok.py': 'def ok(): pass\n', [path]: content } })
    repository.commit({ message: 'Turn it into a file', files: { [path]: null, 'new.py': 'def new(): pass\n' } })
    repository.commit({ message: 'And back', files: { 'new.py': null, [path]: content } })
    const { report, entities } = await ingest(await repository.write())
    expect(report).toMatchObject({ status: 'complete', code: { skipped: [{ reason }] } })
    expect(functions(entities).filter((each) => !each.startsWith('new.py'))).toEqual(['ok.py::ok 1-1'])
  })
})

describe('what cannot be read', () => {
  it('is a revision that the repository does not have', async () => {
    const path = await sample().repository.write()
    const { exitCode, message } = await refused(repobrain('ingest', path, '--at', 'v9.9'))
    expect({ exitCode, message }).toEqual({ exitCode: 3, message: 'The repository has no revision v9.9.' })
  })

  it('is a path without a repository', async () => {
    const plain = temporaryDirectory()
    mkdirSync(join(plain, 'src'))
    const { exitCode, message, remedy } = await refused(repobrain('ingest', plain))
    expect({ exitCode, message }).toEqual({ exitCode: 1, message: `${plain} is not a git repository.` })
    expect(remedy).toContain('owner/name')
  })

  it('is a path that does not exist', async () => {
    const { exitCode, message } = await refused(repobrain('ingest', '/no/such/path'))
    expect({ exitCode, message }).toEqual({ exitCode: 3, message: '/no/such/path does not exist.' })
  })

  it('is an address elsewhere than on GitHub', async () => {
    const { exitCode, message, remedy } = await refused(repobrain('ingest', 'https://gitlab.com/a/b'))
    expect(exitCode).toBe(2)
    expect(message).toBe('https://gitlab.com/a/b is not the address of a repository on GitHub.')
    expect(remedy).toContain('https://github.com/owner/name')
  })

  it('is told as one JSON document with --json', async () => {
    const { exitCode, stdout } = await repobrain('ingest', '/no/such/path', '--json')
    expect(exitCode).toBe(3)
    expect(JSON.parse(stdout)).toMatchObject({ error: { exit_code: 3, problem: '/no/such/path does not exist.' } })
  })

  it('leaves what was indexed before as it was', async () => {
    const { repository, landed } = sample()
    const path = await repository.write()
    await repobrain('ingest', path, '--name', 'test/kept')
    const before = await workspace.export('kept')
    expect((await repobrain('ingest', path, '--name', 'test/kept', '--at', 'nope')).exitCode).toBe(3)
    expect(await workspace.export('kept')).toEqual(before)
    expect(before.join('\n')).toContain(landed.sha)
  })
})
