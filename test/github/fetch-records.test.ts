import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type FetchOptions, fetchRecords } from '../../src/github/fetch-records.ts'
import { readRecords } from '../../src/github/record-store.ts'
import type { GitHubRecord, IssueRecord, PullRequestRecord } from '../../src/github/records.ts'
import { createLogger } from '../../src/logger.ts'
import { type GitHubServer, type GitHubServerOptions, openGitHubServer, TOKEN } from '../fakes/github/github-server.ts'
import { type FakeIssue, type FakePullRequest, type FakeRepository, timeOf } from '../fakes/github/world.ts'
import { temporaryDirectory } from '../fixtures/temporary-directory.ts'

const servers: GitHubServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function github(repository: FakeRepository, options: Partial<GitHubServerOptions> = {}) {
  const server = await openGitHubServer({ repositories: { 'acme/api': repository }, ...options })
  servers.push(server)
  return server
}

function fetcher(server: GitHubServer, options: Partial<FetchOptions> = {}) {
  const path = join(temporaryDirectory(), 'records.jsonl')
  const logs: string[] = []
  const logger = createLogger({ level: 'debug', destination: { write: (line) => void logs.push(line) } })
  const given = { apiUrl: server.url, token: TOKEN, repository: 'acme/api', path, logger, retryUnitMs: 1, ...options }
  return {
    path,
    logs,
    fetch: (more: Partial<FetchOptions> = {}) => fetchRecords({ ...given, ...more }),
    records: async (): Promise<GitHubRecord[]> => {
      const all: GitHubRecord[] = []
      for await (const record of readRecords(path)) all.push(record)
      return all
    },
  }
}

const numbers = (records: readonly GitHubRecord[], kind: 'pull_request' | 'issue') =>
  records.flatMap((record) => (record.kind === kind ? [record.number] : []))
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)
const pulls = (count: number): FakePullRequest[] => range(1, count).map((number) => ({ number }))

describe('records of a repository', () => {
  it('hold what GitHub knows of pull requests and issues', async () => {
    const lin = { login: 'lin', id: 7, name: 'Lin' }
    const commit = 'c'.repeat(40)
    const server = await github({
      pullRequests: [
        {
          number: 5,
          title: 'Keep the context',
          body: 'Because it was lost.\n',
          labels: ['bug'],
          mergeCommit: 'a'.repeat(40),
          head: { branch: 'fix', commit: 'b'.repeat(40), repository: 'lin/api' },
          commits: 3,
          closes: [3],
          reviews: [
            {
              author: lin,
              state: 'CHANGES_REQUESTED',
              body: 'Not yet',
              comments: [{ author: lin, body: 'Why?', path: 'a.py', startLine: 2, line: 4, commit }],
            },
            { author: { login: 'robot', id: 9, type: 'Bot' } },
          ],
        },
      ],
      issues: [{ number: 3, title: 'Lost', author: lin, state: 'CLOSED', stateReason: 'COMPLETED', labels: ['bug'] }],
    })
    const { fetch, records } = fetcher(server)
    expect(await fetch()).toMatchObject({ name: 'acme/api', complete: true, pull_requests: 1, issues: 1, missing: [] })
    const [about, pull, issue] = await records()
    expect(about).toMatchObject({ kind: 'repository', name: 'acme/api', default_branch: 'main', complete: true })
    expect(pull).toMatchObject({
      number: 5,
      state: 'merged',
      author: { login: 'ada', id: 1, name: 'Ada Lovelace', bot: false },
      merge_commit: 'a'.repeat(40),
      head: { branch: 'fix', commit: 'b'.repeat(40), repository: 'lin/api' },
      commits: 3,
      closes: [3],
      labels: ['bug'],
      reviews: [
        {
          author: { login: 'lin' },
          state: 'changes_requested',
          comments: [{ path: 'a.py', start_line: 2, line: 4, commit, body: 'Why?' }],
        },
        { author: { login: 'robot', bot: true }, state: 'approved', comments: [] },
      ],
    })
    expect(issue).toMatchObject({ number: 3, state: 'closed', state_reason: 'completed', author: { login: 'lin' } })
  })

  it('tell comments on removed lines apart', async () => {
    const hunks = ['@@ -1,2 +1,2 @@\n a\n-b', '@@ -1,2 +1,2 @@\n a\n-b\n+c', '@@ -1,2 +1,2 @@\n a', '']
    const comments = hunks.map((diffHunk, at) => ({ path: 'a.py', line: 2, body: `${at}`, diffHunk }))
    const server = await github({ pullRequests: [{ number: 1, reviews: [{ comments }] }] })
    const { fetch, records } = fetcher(server)
    await fetch()
    const [, pull] = (await records()) as [GitHubRecord, PullRequestRecord]
    expect(pull.reviews[0]?.comments.map(({ side }) => side)).toEqual(['old', 'new', 'new', 'new'])
  })

  it('have all reviews and comments, however many', async () => {
    const comments = range(1, 130).map((line) => ({ path: 'a.py', line, body: `${line}` }))
    const reviews = [{ comments }, ...range(1, 44).map((at) => ({ body: `review ${at}` }))]
    const server = await github({ pullRequests: [{ number: 1, reviews }] })
    const { fetch, records } = fetcher(server)
    await fetch()
    const [, pull] = (await records()) as [GitHubRecord, PullRequestRecord]
    expect(pull.reviews).toHaveLength(45)
    expect(pull.reviews[0]?.comments.map(({ line }) => line)).toEqual(range(1, 130))
  })

  it('C2: have null for deleted accounts', async () => {
    const lin = { login: 'lin', id: 7 }
    const reviews = [{ author: null, comments: [{ path: 'x.py', author: null }] }, { author: lin }]
    const server = await github({ pullRequests: [{ number: 9, author: null, mergedBy: null, reviews }] })
    const { fetch, records } = fetcher(server)
    expect(await fetch()).toMatchObject({ complete: true })
    const [, pull] = (await records()) as [GitHubRecord, PullRequestRecord]
    expect(pull).toMatchObject({ author: null, merged_by: null })
    expect(pull.reviews.map(({ author }) => author?.login ?? null)).toEqual([null, 'lin'])
    expect(pull.reviews[0]?.comments[0]?.author).toBeNull()
  })
})

describe('a fetch', () => {
  it('C1: gets every pull request once, through failures of every kind', async () => {
    const waits: number[] = []
    const done = new Set<string>()
    const once = (name: string) => !done.has(name) && done.add(name)
    let page = 0
    const server = await github(
      { pullRequests: pulls(230) },
      {
        fault: ({ operation, variables }) => {
          if (operation !== 'PullRequests') return null
          if (Number(variables.first) > 25) return { status: 502 }
          page++
          if (page === 3 && once('limit')) {
            const body = { message: 'You have exceeded a secondary rate limit.' }
            return { status: 403, headers: { 'retry-after': '7' }, body }
          }
          if (page === 6 && once('partial'))
            return { alter: (result) => Object.assign(result, { errors: [{ message: 'Something timed out' }] }) }
          return page === 8 && once('drop') ? { drop: true } : null
        },
      },
    )
    const onWait = ({ seconds }: { seconds: number }) => void waits.push(seconds)
    const { fetch, records } = fetcher(server, { pageSizes: { pull_requests: 100, issues: 100 }, onWait })
    expect(await fetch()).toMatchObject({ complete: true, pull_requests: 230 })
    expect(numbers(await records(), 'pull_request')).toEqual(range(1, 230))
    expect(waits).toEqual([7])
    const gaps = server.queries.map(({ at }, index) => at - (server.queries[index - 1]?.at ?? at))
    expect(gaps.filter((ms) => ms >= 7_000)).toHaveLength(1)
    expect([...done]).toEqual(['limit', 'partial', 'drop'])
  })

  it('asks for what is new only, at most twice when nothing is', async () => {
    const pullRequests = pulls(60)
    const issues: FakeIssue[] = [{ number: 100 }]
    const server = await github({ pullRequests, issues })
    const { fetch, records, path } = fetcher(server)
    await fetch()
    const before = readFileSync(path, 'utf8')
    expect(await fetch()).toMatchObject({ complete: true, requests: 2, pull_requests: 60 })
    expect(readFileSync(path, 'utf8')).toBe(before)
    pullRequests.push({ number: 61 })
    pullRequests[4] = { number: 5, title: 'Renamed', updatedAt: timeOf(500) }
    issues[0] = { number: 100, state: 'CLOSED', updatedAt: timeOf(501) }
    expect(await fetch()).toMatchObject({ requests: 2, pull_requests: 61, issues: 1 })
    const found = await records()
    expect(found.filter((record) => record.kind === 'pull_request' && record.title === 'Renamed')).toHaveLength(1)
    expect(found.findLast((record): record is IssueRecord => record.kind === 'issue')?.state).toBe('closed')
  })

  it('sees what changes while it is under way', async () => {
    const pullRequests = pulls(60)
    const server = await github(
      { pullRequests },
      {
        fault: ({ index }) => {
          if (index === 2) pullRequests[0] = { number: 1, title: 'Moved up', updatedAt: timeOf(900) }
          return null
        },
      },
    )
    const { fetch, records } = fetcher(server)
    await fetch()
    expect(numbers(await records(), 'pull_request')).toEqual(range(1, 60))
    expect((await records()).some((record) => record.kind === 'pull_request' && record.title === 'Moved up')).toBe(true)
  })

  it('that has to stop says so, and the next one goes on from there', async () => {
    let down = true
    const fault: GitHubServerOptions['fault'] = ({ variables }) =>
      down && variables.after != null ? { status: 502 } : null
    const server = await github({ pullRequests: pulls(60), issues: [{ number: 100 }] }, { fault })
    const { fetch, records } = fetcher(server)
    expect(await fetch()).toMatchObject({ complete: false, problem: 'GitHub: it answers 502', pull_requests: 25 })
    expect((await records())[0]).toMatchObject({ kind: 'repository', complete: false })
    const asked = server.queries.length
    down = false
    expect(await fetch()).toMatchObject({ complete: true, pull_requests: 60, issues: 1 })
    expect(server.queries[asked]?.variables).toMatchObject({ after: expect.any(String) })
    expect((await records())[0]).toMatchObject({ complete: true })
  })

  it('does not take part of an answer for all of it', async () => {
    const fault: GitHubServerOptions['fault'] = ({ operation }) =>
      operation !== 'PullRequests'
        ? null
        : {
            alter: (result) => {
              const list = (result.data as { repository: { list: { nodes: { number: number; reviews: unknown }[] } } })
                .repository.list
              const at = list.nodes.findIndex(({ number }) => number === 2)
              if (at === -1) return
              const node = list.nodes[at]
              if (node) node.reviews = null
              const path = ['repository', 'list', 'nodes', at, 'reviews']
              result.errors = [{ message: 'Something timed out', path }]
            },
          }
    const server = await github({ pullRequests: pulls(5) }, { fault })
    const { fetch, records } = fetcher(server)
    await fetch()
    const found = (await records()).flatMap((record) => (record.kind === 'pull_request' ? [record] : []))
    expect(found.map(({ number, missing }) => [number, missing])).toEqual([
      [1, []],
      [2, ['reviews']],
      [3, []],
      [4, []],
      [5, []],
    ])
  })

  it('asks again the next time for what did not come at all', async () => {
    let broken = true
    const fault: GitHubServerOptions['fault'] = ({ operation }) =>
      operation !== 'PullRequests' || !broken
        ? null
        : {
            alter: (result) => {
              const { nodes } = (result.data as { repository: { list: { nodes: ({ number: number } | null)[] } } })
                .repository.list
              const at = nodes.findIndex((node) => node?.number === 2)
              if (at === -1) return
              nodes[at] = null
              result.errors = [{ message: 'Something timed out', path: ['repository', 'list', 'nodes', at] }]
            },
          }
    const server = await github({ pullRequests: pulls(5) }, { fault })
    const { fetch, records } = fetcher(server)
    const problem = '1 pull requests or issues could not be read'
    expect(await fetch()).toMatchObject({ pull_requests: 4, complete: false, problem })
    expect((await records())[0]).toMatchObject({ complete: false })
    broken = false
    expect(await fetch()).toMatchObject({ pull_requests: 5, complete: true })
    expect(numbers(await records(), 'pull_request')).toEqual(range(1, 5))
  })

  it('stops at a cursor that does not move', async () => {
    const fault: GitHubServerOptions['fault'] = () => ({
      alter: (result) => {
        const { pageInfo } = (result.data as { repository: { list: { pageInfo: Record<string, unknown> } } }).repository
          .list
        Object.assign(pageInfo, { hasNextPage: true, endCursor: 'same' })
      },
    })
    const server = await github({ pullRequests: pulls(60) }, { fault })
    expect(await fetcher(server).fetch()).toMatchObject({
      complete: false,
      problem: 'GitHub: its list does not go on: the cursor stays the same',
    })
    expect(server.queries).toHaveLength(2)
  })

  it('waits for the limit of an hour, and says so', async () => {
    const waits: string[] = []
    const server = await github({ pullRequests: pulls(60) }, { points: 20, hourMs: 2_500 })
    const { fetch } = fetcher(server, { onWait: ({ reason }) => void waits.push(reason) })
    expect(await fetch()).toMatchObject({ complete: true, pull_requests: 60 })
    expect(waits.length).toBeGreaterThan(0)
  })

  it.each(['', '/api/v3'])('waits where the limit was used up by others, at %j', async (base) => {
    const waits: string[] = []
    const limited = {
      status: 200,
      body: { data: null, errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] },
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.floor(Date.now() / 1000)) },
    }
    const server = await github({ pullRequests: pulls(1) }, { fault: ({ index }) => (index === 1 ? limited : null) })
    const { fetch } = fetcher(server, {
      apiUrl: `${server.url}${base}`,
      onWait: ({ reason }) => void waits.push(reason),
    })
    expect(await fetch()).toMatchObject({ complete: true, pull_requests: 1 })
    expect(waits).toEqual(['the hourly limit is reached'])
  })

  it('knows a repository by its former name', async () => {
    const server = await github({ pullRequests: pulls(1), formerNames: ['acme/old'] })
    expect(await fetcher(server, { repository: 'acme/old' }).fetch()).toMatchObject({
      name: 'acme/api',
      renamed_from: 'acme/old',
      pull_requests: 1,
    })
  })

  it('with a token for pull requests alone says that issues are missing', async () => {
    const server = await github({ pullRequests: pulls(3), issues: [{ number: 9 }], forbidden: ['issues'] })
    const { fetch, records } = fetcher(server)
    expect(await fetch()).toMatchObject({ pull_requests: 3, issues: 0, missing: ['issues'], problem: null })
    expect((await records())[0]).toMatchObject({ missing: ['issues'] })
  })
})

describe('what a person can mend is an error in words', () => {
  it.each([
    ['a token that is wrong or has expired', { token: 'ghp_wrongwrongwrongwrong' }, /wrong or has expired/],
    ['a token with a line break', { token: `${TOKEN}\n` }, /has a line break in it/],
    [
      'a name that GitHub does not know',
      { repository: 'acme/none' },
      /no repository acme\/none, or GITHUB_TOKEN may not/,
    ],
  ])('%s', async (_, options, words) => {
    const server = await github({ pullRequests: pulls(1) })
    const { fetch, logs, path } = fetcher(server, options)
    await expect(fetch()).rejects.toMatchObject({ message: expect.stringMatching(words), remedy: expect.any(String) })
    const secret = ((options as { token?: string }).token ?? TOKEN).trim()
    expect(logs.join('')).not.toContain(secret)
    expect(readOr(path)).not.toContain(secret)
  })

  it('a token without scope', async () => {
    const server = await github({ forbidden: ['issues', 'pullRequests'] })
    await expect(fetcher(server).fetch()).rejects.toMatchObject({
      message: 'GITHUB_TOKEN may read neither pull requests nor issues of acme/api.',
      exitCode: 1,
    })
  })
})

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
