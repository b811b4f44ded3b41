import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openRepository } from '../../src/git/open-repository.ts'
import type { GitRepository } from '../../src/git/types.ts'
import { createGitHubClient } from '../../src/github/create-github-client.ts'
import { openPullRequests } from '../../src/github/open-pull-requests.ts'
import { defineQuery } from '../../src/graph/define-query.ts'
import { reviewNew } from '../../src/review/review-new.ts'
import { type ReviewOutcome, reviewPullRequest } from '../../src/review/review-pull-request.ts'
import type { ReviewRules } from '../../src/review/review-rules.ts'
import { type GitHubServer, type GitHubServerOptions, openGitHubServer, TOKEN } from '../fakes/github/github-server.ts'
import type { FakePullRequest } from '../fakes/github/world.ts'
import { buildRepository, type Commit } from '../fixtures/build-repository.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'

const NAME = 'test/app'
const NOW = new Date('2026-05-01T12:00:00Z')
const RULES: ReviewRules = { drafts: false, bots: false, skipLabels: ['no-repobrain'], skipPaths: ['docs/**'] }
const SHOP = 'def pay(amount):\n    return amount\n\n\ndef shop():\n    return pay(1)\n'
const SIX_MB = 6 * 1024 * 1024

/** Each test begins with no head reviewed. */
const forgetReviews = defineQuery({
  name: 'forget-reviews',
  mode: 'write',
  params: z.object({}),
  row: z.object({ gone: z.number() }),
  cypher: 'MATCH (n:Note) DETACH DELETE n RETURN count(*) AS gone',
})

let workspace: Workspace
let git: GitRepository
let directory: string
let base: Commit
const heads: Record<string, Commit> = {}
let server: GitHubServer

beforeAll(async () => {
  workspace = await openWorkspace()
  const repository = buildRepository()
  base = repository.commit({ files: { 'shop.py': SHOP, 'docs/a.md': 'a\n' } })
  const head = (name: string, files: Record<string, string>, start = base) => {
    heads[name] = repository.commit({ branch: name, start, files })
  }
  head('small', { 'shop.py': SHOP.replace('return amount', 'return -amount') })
  head('again', { 'shop.py': SHOP.replace('return amount', 'return 2 * amount') }, heads.small)
  head('docs', { 'docs/a.md': 'b\n' })
  head(
    'wide',
    Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`many/m${at}.py`, `def f${at}():\n    return ${at}\n`])),
  )
  head('heavy', { 'data.csv': 'x,y\n'.repeat(SIX_MB / 4), 'shop.py': SHOP.replace('shop():', 'shop(cart):') })
  directory = await repository.write({ bare: true })
  await workspace.ingest(directory)
  git = await openRepository(directory)
})
afterAll(() => workspace.close())
afterEach(async () => {
  await server.close()
  await workspace.graph().run(forgetReviews, {})
})

const pull = (number: number, head: string, more: Partial<FakePullRequest> = {}): FakePullRequest => ({
  number,
  state: 'OPEN',
  title: `Change ${number}`,
  author: { login: 'stranger' },
  updatedAt: '2026-05-01T11:00:00Z',
  base: base.sha,
  head: { branch: head, commit: heads[head]?.sha ?? '', repository: NAME },
  ...more,
})

async function open(pullRequests: FakePullRequest[], options: Partial<GitHubServerOptions> = {}) {
  server = await openGitHubServer({ repositories: { [NAME]: { directory, pullRequests } }, ...options })
  const client = createGitHubClient({ apiUrl: server.url, token: TOKEN, repository: NAME, retryUnitMs: 1 })
  return { graph: workspace.graph(), git, pulls: openPullRequests(client, NAME), paceMs: 1 }
}

const kinds = (outcomes: ReadonlyMap<number, ReviewOutcome>) =>
  [...outcomes].map(([number, { kind }]) => [number, kind])
const commentsOn = (number: number) => server.rest.on(NAME, number).comments

describe('the watch loop', () => {
  it('reviews each head once, and edits its comment at the next', async () => {
    const options = { ...(await open([pull(1, 'small')])), rules: RULES, now: NOW }
    expect(kinds(await reviewNew(options))).toEqual([[1, 'posted']])
    expect(kinds(await reviewNew(options))).toEqual([])
    server.rest.on(NAME, 1).head = heads.again?.sha ?? ''
    expect(kinds(await reviewNew(options))).toEqual([[1, 'posted']])
    expect(commentsOn(1)).toHaveLength(1)
    expect(commentsOn(1)[0]?.body).toContain(heads.again?.sha.slice(0, 7))
  })

  it('leaves drafts, bots, opted-out, closed and long-forgotten ones alone', async () => {
    const options = await open([
      pull(1, 'small', { draft: true }),
      pull(2, 'small', { author: { login: 'dependabot[bot]', type: 'Bot' } }),
      pull(3, 'small', { labels: ['No-RepoBrain'] }),
      pull(4, 'small', { state: 'CLOSED' }),
      pull(5, 'small', { updatedAt: '2026-04-01T00:00:00Z' }),
      pull(6, 'docs'),
    ])
    const outcomes = await reviewNew({ ...options, rules: RULES, now: NOW })
    expect([...outcomes]).toEqual([[6, { kind: 'skipped', reason: 'it changes only paths that are left alone' }]])
    expect(server.rest.calls.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('reviews drafts and bots where that is wanted', async () => {
    const options = await open([
      pull(1, 'small', { draft: true }),
      pull(2, 'heavy', { author: { login: 'dependabot[bot]', type: 'Bot' } }),
    ])
    const rules = { ...RULES, drafts: true, bots: true }
    expect(kinds(await reviewNew({ ...options, rules, now: NOW }))).toEqual([
      [1, 'posted'],
      [2, 'posted'],
    ])
  })

  it('goes on with the others when one fails, and comes back to it', async () => {
    const options = await open([
      pull(1, 'small', { head: { branch: 'x', commit: 'f'.repeat(40), repository: null } }),
      pull(2, 'small'),
    ])
    expect(kinds(await reviewNew({ ...options, rules: RULES, now: NOW }))).toEqual([[2, 'posted']])
    server.rest.on(NAME, 1).head = heads.heavy?.sha ?? ''
    expect(kinds(await reviewNew({ ...options, rules: RULES, now: NOW }))).toEqual([[1, 'posted']])
  })

  it('stops at the first refusal of a token that may not write', async () => {
    const options = await open([pull(1, 'small'), pull(2, 'heavy')], { mayWrite: false })
    await expect(reviewNew({ ...options, rules: RULES, now: NOW })).rejects.toThrow('may not comment')
    expect(server.rest.calls.filter(({ method }) => method !== 'GET')).toHaveLength(1)
  })
})

describe('a pull request', () => {
  const asked = (options: Awaited<ReturnType<typeof open>>, number: number) =>
    reviewPullRequest({ ...options, number, rules: null })

  it('of a fork that is gone is reviewed like any other', async () => {
    const options = await open([
      pull(1, 'small', { author: null, head: { branch: 'x', commit: heads.small?.sha ?? '', repository: null } }),
    ])
    expect((await asked(options, 1)).kind).toBe('posted')
  })

  it('that a person asks for is reviewed even as a draft', async () => {
    const options = await open([pull(1, 'small', { draft: true })])
    expect((await asked(options, 1)).kind).toBe('posted')
  })

  it('with 300 files has one comment that GitHub takes', async () => {
    const options = await open([pull(1, 'wide')])
    expect((await asked(options, 1)).kind).toBe('posted')
    expect(commentsOn(1)).toHaveLength(1)
    expect(commentsOn(1)[0]?.body).toContain('300 files')
  })

  it('with a data file of 6 MB is reviewed as far as it is code', async () => {
    const options = await open([pull(1, 'heavy')])
    expect((await asked(options, 1)).kind).toBe('posted')
    expect(commentsOn(1)[0]?.body).toContain('`shop`')
    expect(commentsOn(1)[0]?.body).toContain('`data.csv`')
  })
})
