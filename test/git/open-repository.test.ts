import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openRepository } from '../../src/git/open-repository.ts'
import { buildRepository } from '../fixtures/build-repository.ts'
import { temporaryDirectory } from '../fixtures/temporary-directory.ts'
import { collect } from './collect.ts'

const git = (directory: string, ...args: string[]) =>
  execFileSync('git', ['-C', directory, '-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], {
    encoding: 'utf8',
  }).trim()

async function sample(options: { bare?: boolean } = {}) {
  const builder = buildRepository()
  const first = builder.commit({ files: { 'a.py': 'def a(): pass\n' } })
  const second = builder.commit({ files: { 'a.py': 'def a(): return 1\n' } })
  const directory = await builder.write(options)
  return { builder, directory, first, second }
}

describe('a repository', () => {
  it('opens bare, as a work tree, by its .git, through a symlink and as a linked work tree', async () => {
    const { directory, second } = await sample({ bare: false })
    const bare = await sample()
    const link = join(temporaryDirectory(), 'link')
    symlinkSync(directory, link)
    const linked = join(temporaryDirectory(), 'linked')
    git(directory, 'worktree', 'add', '--quiet', '--detach', linked, 'main')
    expect((await (await openRepository(bare.directory)).head())?.sha).toBe(second.sha)
    for (const path of [directory, join(directory, '.git'), link, linked]) {
      const repository = await openRepository(path)
      expect((await repository.head())?.sha).toBe(second.sha)
      expect((await repository.listTree(second.sha)).map((entry) => entry.path)).toEqual(['a.py'])
    }
  })

  it('reads objects that lie in an alternate', async () => {
    const { directory, first, second } = await sample()
    const borrower = join(temporaryDirectory(), 'borrower')
    execFileSync('git', ['clone', '--quiet', '--shared', '--bare', directory, borrower])
    const repository = await openRepository(borrower)
    expect(await collect(repository.commits(second.sha))).toHaveLength(2)
    expect(await collect(repository.diffs([{ commit: second.sha, parent: first.sha }]))).toMatchObject([
      { files: [{ newPath: 'a.py', hunks: [{ oldStart: 1 }] }] },
    ])
  })

  it('without commits has no head', async () => {
    const directory = await buildRepository().write()
    expect(await (await openRepository(directory)).head()).toBeNull()
  })

  it('with a detached head has no branch', async () => {
    const { directory, first } = await sample({ bare: false })
    git(directory, 'checkout', '--quiet', '--detach', first.sha)
    expect(await (await openRepository(directory)).head()).toEqual({ sha: first.sha, branch: null })
  })

  it('whose HEAD names a branch without commits falls back to the likely one, or asks', async () => {
    const { builder, directory, second } = await sample()
    git(directory, 'symbolic-ref', 'HEAD', 'refs/heads/gone')
    expect(await (await openRepository(directory)).head()).toEqual({ sha: second.sha, branch: 'main' })
    builder.ref('refs/heads/next', second)
    await builder.write()
    git(directory, 'branch', '-m', 'main', 'stable')
    await expect((await openRepository(directory)).head()).rejects.toMatchObject({
      name: 'UserError',
      message: 'HEAD names the branch gone, which has no commits.',
      remedy: expect.stringMatching(/--at: next, stable/),
    })
    git(directory, 'branch', '-D', 'next')
    expect(await (await openRepository(directory)).head()).toEqual({ sha: second.sha, branch: 'stable' })
  })

  it('that is shallow says so, and its last commit has no parents', async () => {
    const { directory, second } = await sample()
    const clone = join(temporaryDirectory(), 'shallow')
    execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${directory}`, clone])
    const repository = await openRepository(clone)
    expect(repository.shallow).toBe(true)
    expect(await collect(repository.commits(second.sha))).toMatchObject([{ sha: second.sha, parents: [] }])
    expect(await collect(repository.diffs([{ commit: second.sha, parent: null }]))).toMatchObject([
      { files: [{ status: 'added', newPath: 'a.py' }] },
    ])
  })

  it.each([
    ['https://github.com/acme/api.git', 'acme/api'],
    ['git@github.com:acme/api.git', 'acme/api'],
    ['https://gitlab.com/acme/api.git', null],
    ['/srv/git/api', null],
  ])('takes its name from the remote %s', async (url, slug) => {
    const { directory } = await sample()
    git(directory, 'config', 'remote.origin.url', url)
    const repository = await openRepository(directory)
    expect(repository.slug).toBe(slug)
    expect(repository.webUrl).toBe(slug === null ? null : `https://github.com/${slug}`)
  })

  it('knows branches, tags, short ids and expressions, and says which revision it does not know', async () => {
    const { builder, directory, first, second } = await sample()
    builder.ref('refs/tags/v1', first)
    await builder.write()
    const repository = await openRepository(directory)
    for (const [revision, sha] of [
      ['main', second.sha],
      ['v1', first.sha],
      ['main~1', first.sha],
      [second.sha.slice(0, 10), second.sha],
      ['HEAD', second.sha],
    ] as const) {
      expect(await repository.resolveRevision(revision)).toBe(sha)
    }
    for (const revision of ['nope', '--all', '', ' ', 'main\nmain', 'main:a.py', 'f'.repeat(40), 'main..v1']) {
      await expect(repository.resolveRevision(revision)).rejects.toMatchObject({ name: 'NotFoundError', exitCode: 3 })
    }
    await expect(repository.resolveRevision('v9.9')).rejects.toThrow('The repository has no revision v9.9.')
  })

  it('lists pull-request heads by number', async () => {
    const { builder, directory, first, second } = await sample()
    builder.ref('refs/pull/10/head', first)
    builder.ref('refs/pull/9/head', second)
    builder.ref('refs/pull/9/merge', first)
    await builder.write()
    expect(await (await openRepository(directory)).pullRequestHeads()).toEqual([
      { number: 9, sha: second.sha },
      { number: 10, sha: first.sha },
    ])
  })
})

describe('what is no repository', () => {
  it('is told apart: no such path, a file, a plain directory, a directory inside a checkout', async () => {
    const { directory } = await sample({ bare: false })
    const plain = temporaryDirectory()
    writeFileSync(join(plain, 'file'), '')
    mkdirSync(join(directory, 'src'))
    await expect(openRepository(join(plain, 'missing'))).rejects.toMatchObject({ name: 'NotFoundError', exitCode: 3 })
    await expect(openRepository(join(plain, 'file'))).rejects.toThrow('is a file, not a git repository')
    await expect(openRepository(plain)).rejects.toMatchObject({ name: 'UserError', exitCode: 1 })
    await expect(openRepository(plain)).rejects.toThrow('is not a git repository')
    await expect(openRepository(join(directory, 'src'))).rejects.toMatchObject({
      remedy: expect.stringContaining(`inside the repository ${directory}`),
    })
  })

  it('is a repository with a broken HEAD, too', async () => {
    const { directory } = await sample()
    renameSync(join(directory, 'HEAD'), join(directory, 'HEAD.old'))
    await expect(openRepository(directory)).rejects.toMatchObject({ name: 'UserError' })
  })

  it('is a partial clone, whose contents are elsewhere', async () => {
    const { directory } = await sample()
    git(directory, 'config', 'uploadpack.allowFilter', 'true')
    const partial = join(temporaryDirectory(), 'partial')
    execFileSync('git', ['clone', '--quiet', '--bare', '--filter=blob:none', `file://${directory}`, partial])
    await expect(openRepository(partial)).rejects.toMatchObject({ remedy: expect.stringContaining('--refetch') })
  })
})

describe.skipIf(process.getuid?.() !== 0)('a repository of another user', () => {
  it('is read, because nothing of it is run', async () => {
    const { directory, second } = await sample()
    chownSync(directory, 12345, 12345)
    expect((await (await openRepository(directory)).head())?.sha).toBe(second.sha)
  })
})

describe('C7: strange tree entries', () => {
  it('are listed as what they are, and nothing is followed', async () => {
    const builder = buildRepository()
    const commit = builder.commit({
      files: {
        'big.py': 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n',
        'caf\udce9.py': 'x = 1\n',
        'latin.py': Buffer.from('# -*- coding: latin-1 -*-\nname = "\xe9"\n', 'latin1'),
        'lib/vendored': { submodule: 'c'.repeat(40) },
        'link.py': { symlink: 'real.py' },
        'ok.py': 'def ok(): pass\n',
        'out.py': { symlink: '/etc/passwd' },
        'pkg/__init__.py': '',
        'pkg/again': { symlink: '../pkg' },
        'real.py': 'def real(): pass\n',
      },
    })
    const repository = await openRepository(await builder.write())
    const tree = await repository.listTree(commit.sha)
    expect(tree.map(({ path, mode, type, size, decodable }) => [path, mode, type, size, decodable])).toEqual([
      ['big.py', '100644', 'blob', 63, true],
      ['caf\ufffd.py', '100644', 'blob', 6, false],
      ['latin.py', '100644', 'blob', 37, true],
      ['lib/vendored', '160000', 'commit', null, true],
      ['link.py', '120000', 'blob', 7, true],
      ['ok.py', '100644', 'blob', 15, true],
      ['out.py', '120000', 'blob', 11, true],
      ['pkg/__init__.py', '100644', 'blob', 0, true],
      ['pkg/again', '120000', 'blob', 6, true],
      ['real.py', '100644', 'blob', 17, true],
    ])
    const links = tree.filter(({ mode }) => mode === '120000').map(({ oid }) => oid)
    const contents = await collect(repository.blobs(links))
    expect(contents.map(({ content }) => content?.toString())).toEqual(['real.py', '/etc/passwd', '../pkg'])
  })
})
