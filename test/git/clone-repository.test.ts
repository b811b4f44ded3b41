import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type CloneProgress, cloneRepository } from '../../src/git/clone-repository.ts'
import { buildRepository } from '../fixtures/build-repository.ts'
import { type GitHttpServer, serveGit } from '../fixtures/git-http-server.ts'
import { temporaryDirectory } from '../fixtures/temporary-directory.ts'
import { collect } from './collect.ts'

const slug = 'acme/api'
const servers: GitHttpServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function serve(...args: Parameters<typeof serveGit>): Promise<GitHttpServer> {
  const server = await serveGit(...args)
  servers.push(server)
  return server
}

function sample() {
  const builder = buildRepository()
  builder.commit({ message: 'Start', files: { 'a.py': 'def a(): pass\n' } })
  builder.pullRequest({ number: 3, title: 'Add b', style: 'rebase', commits: [{ files: { 'b.py': 'b = 1\n' } }] })
  return builder
}

describe('a clone', () => {
  it('is bare, has branches, tags and pull-request heads, and says what it is', async () => {
    const builder = sample()
    builder.ref('refs/tags/v1', builder.commit({ message: 'Release' }))
    const origin = await serve({ [slug]: await builder.write() })
    const into = join(temporaryDirectory(), 'clone')
    const steps: CloneProgress[] = []
    const url = `${origin.url}/${slug}.git`
    const clone = await cloneRepository({ slug, url, into, onProgress: (step) => steps.push(step) })
    expect(clone).toMatchObject({ slug, webUrl: `${origin.url}/${slug}`, shallow: false })
    expect((await clone.head())?.branch).toBe('main')
    expect((await clone.pullRequestHeads()).map(({ number }) => number)).toEqual([3])
    expect(await clone.resolveRevision('v1')).toBe((await clone.head())?.sha)
    expect(existsSync(join(into, 'a.py'))).toBe(false)
    expect(readdirSync(into)).not.toContain('hooks')
    expect(steps.map(({ stage }) => stage)).toContain('Receiving objects')
    expect(steps.at(-1)?.percent).toBe(100)
  })

  it('is brought up to date, with what was deleted or rewritten on the other side', async () => {
    const builder = sample()
    const old = builder.commit({ branch: 'old', message: 'old' })
    const directory = await builder.write()
    const origin = await serve({ [slug]: directory })
    const request = { slug, url: `${origin.url}/${slug}.git`, into: join(temporaryDirectory(), 'clone') }
    await cloneRepository(request)
    const tip = builder.commit({ message: 'Next' })
    await builder.write()
    execFileSync('git', ['-C', directory, 'branch', '-D', 'old'])
    execFileSync('git', ['-C', directory, 'branch', '-m', 'main', 'trunk'])
    const clone = await cloneRepository(request)
    expect(await clone.head()).toEqual({ sha: tip.sha, branch: 'trunk' })
    await expect(clone.resolveRevision('old')).rejects.toThrow('no revision old')
    expect(old.sha).toMatch(/^[0-9a-f]{40}$/)
  })

  it('of a repository without commits is empty', async () => {
    const origin = await serve({ [slug]: await buildRepository().write() })
    const into = join(temporaryDirectory(), 'clone')
    expect(await (await cloneRepository({ slug, url: `${origin.url}/${slug}.git`, into })).head()).toBeNull()
  })

  it('of a private repository sends the token, and leaves it nowhere', async () => {
    const token = 'ghp_secret0123456789'
    const origin = await serve({ [slug]: await sample().write() }, { token })
    const into = join(temporaryDirectory(), 'clone')
    const clone = await cloneRepository({ slug, url: `${origin.url}/${slug}.git`, into, token })
    expect(await collect(clone.commits((await clone.head())?.sha ?? ''))).toHaveLength(2)
    expect(origin.authorizations.every((header) => header?.startsWith('Basic '))).toBe(true)
    const files = readdirSync(into, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    for (const file of files) {
      const content = readFileSync(join(file.parentPath, file.name), 'latin1')
      expect(content.includes(token) || content.includes(Buffer.from(token).toString('base64'))).toBe(false)
    }
  })

  it.each([
    ['is not there', {}, undefined],
    ['is private', { token: 'right' }, undefined],
  ])('of a repository that %s fails in words', async (_, options, token) => {
    const origin = await serve({ 'acme/other': await sample().write() }, options)
    const into = join(temporaryDirectory(), 'clone')
    const request = { slug, url: `${origin.url}/${slug}.git`, into, ...(token === undefined ? {} : { token }) }
    await expect(cloneRepository(request)).rejects.toMatchObject({
      name: 'NotFoundError',
      exitCode: 3,
      message: 'GitHub has no repository acme/api, or it is private.',
      remedy: expect.stringContaining('GITHUB_TOKEN'),
    })
  })

  it('whose token is refused fails in words, without the token', async () => {
    const origin = await serve({ [slug]: await sample().write() }, { token: 'right' })
    const into = join(temporaryDirectory(), 'clone')
    const failed = cloneRepository({ slug, url: `${origin.url}/${slug}.git`, into, token: 'mistaken' })
    await expect(failed).rejects.toMatchObject({
      name: 'UserError',
      exitCode: 1,
      message: expect.stringMatching(/^GITHUB_TOKEN does not open/),
    })
    await expect(failed).rejects.not.toThrow('mistaken')
  })

  it('that loses the network can be tried again', async () => {
    const builder = sample()
    const directory = await builder.write()
    const broken = await serve({ [slug]: directory }, { broken: true })
    const into = join(temporaryDirectory(), 'clone')
    const failed = cloneRepository({ slug, url: `${broken.url}/${slug}.git`, into })
    await expect(failed).rejects.toMatchObject({ name: 'UpstreamError', service: 'GitHub', retryable: true })
    const origin = await serve({ [slug]: directory })
    const clone = await cloneRepository({ slug, url: `${origin.url}/${slug}.git`, into })
    expect((await clone.head())?.branch).toBe('main')
  })

  it.each([
    'http://github.com/acme/api',
    'file:///etc',
    'ssh://git@github.com/acme/api',
    'https://me:pw@github.com/a/b',
  ])('is never made from %s', async (url) => {
    const into = join(temporaryDirectory(), 'clone')
    await expect(cloneRepository({ slug, url, into })).rejects.toMatchObject({ name: 'UserError', exitCode: 2 })
    expect(existsSync(into)).toBe(false)
  })
})
