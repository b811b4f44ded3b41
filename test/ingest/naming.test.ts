import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gitOutput } from '../../src/git/run-git.ts'
import { repositoryState } from '../../src/graph/queries/repository-state.ts'
import { buildRepository } from '../fixtures/build-repository.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'

let workspace: Workspace
let dir: string
beforeAll(async () => {
  workspace = await openWorkspace()
  dir = mkdtempSync(join(tmpdir(), 'repobrain-naming-'))
})
afterAll(async () => {
  await workspace.close()
  rmSync(dir, { recursive: true, force: true })
})

async function repositoryAt(path: string, content: string): Promise<string> {
  const repository = buildRepository()
  repository.commit({ files: { 'a.py': content } })
  mkdirSync(path, { recursive: true })
  return repository.write({ directory: path })
}

const nameOf = async (path: string) => (await workspace.ingest(path, { name: undefined, history: false })).repository

test('a repository is called as its origin on GitHub, else by its folder', async () => {
  const path = await repositoryAt(join(dir, 'plain folder.git'), 'def a(): pass\n')
  expect(await nameOf(path)).toBe('local/plain-folder')
  await gitOutput(['config', 'remote.origin.url', 'git@github.com:acme/Web.git'], { gitDir: path })
  expect(await nameOf(path)).toBe('acme/Web')
  await gitOutput(['config', 'remote.origin.url', 'https://github.com/ACME/web'], { gitDir: path })
  expect(await nameOf(path)).toBe('acme/Web')
})

test('a name that an unrelated repository has is refused with a way out; another clone of it is welcome', async () => {
  const first = await repositoryAt(join(dir, 'one/app'), 'def one(): pass\n')
  const second = await repositoryAt(join(dir, 'two/app'), 'def two(): pass\n')
  expect(await nameOf(first)).toBe('local/app')
  await expect(workspace.ingest(second, { name: undefined, history: false })).rejects.toMatchObject({
    message: expect.stringContaining(first),
    remedy: expect.stringContaining('--name'),
  })
  expect((await workspace.ingest(second, { name: 'two/app', history: false })).repository).toBe('two/app')
  const copy = join(dir, 'three/app')
  cpSync(first, copy, { recursive: true })
  expect(await nameOf(copy)).toBe('local/app')
})

test('a copy without an origin links to where its name says, one with an origin keeps to that', async () => {
  const path = await repositoryAt(join(dir, 'links'), 'def a(): pass\n')
  const linksTo = async (name: string) => {
    await workspace.ingest(path, { name, history: false })
    const [row] = await workspace.database.graph(`repobrain:local:${name}`).run(repositoryState, {})
    return row?.web_url
  }
  expect(await linksTo('acme/links')).toBe('https://github.com/acme/links')
  expect(await linksTo('local/links')).toBeNull()
  await gitOutput(['config', 'remote.origin.url', 'https://git.example.org/acme/links'], { gitDir: path })
  expect(await linksTo('acme/links')).toBeNull()
})

test.each([['no slash'], ['a/b/c'], ['a/'], ['x:y/z']])('%s cannot name a repository', async (name) => {
  await expect(workspace.ingest(dir, { name })).rejects.toMatchObject({ name: 'UserError', exitCode: 2 })
})

test('an unknown revision is said to be unknown', async () => {
  const path = await repositoryAt(join(dir, 'at'), 'def a(): pass\n')
  await expect(workspace.ingest(path, { name: 'test/at', at: 'v99' })).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringContaining('v99'),
  })
})
