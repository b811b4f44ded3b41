import { afterEach, describe, expect, it } from 'vitest'
import { NotFoundError, RateLimitedError, UpstreamError, UserError } from '../../src/errors.ts'
import { createGitHubClient } from '../../src/github/create-github-client.ts'
import { openPullRequests } from '../../src/github/open-pull-requests.ts'
import { RefusedError } from '../../src/github/read-fault.ts'
import { type GitHubServer, type GitHubServerOptions, openGitHubServer, TOKEN } from '../fakes/github/github-server.ts'

const NAME = 'acme/api'

let server: GitHubServer
afterEach(() => server.close())

async function open(options: Partial<GitHubServerOptions> = {}, token = TOKEN) {
  const pull = {
    number: 5,
    state: 'OPEN' as const,
    draft: true,
    author: { login: 'dependabot[bot]', type: 'Bot' as const },
    labels: ['wip'],
    base: 'b'.repeat(40),
    head: { branch: 'topic', commit: 'a'.repeat(40), repository: 'Acme/API' },
  }
  const forked = { ...pull, number: 6, author: null, head: { ...pull.head, repository: null } }
  server = await openGitHubServer({ repositories: { [NAME]: { pullRequests: [pull, forked] } }, ...options })
  const client = createGitHubClient({ apiUrl: server.url, token, repository: NAME, retryUnitMs: 1 })
  return openPullRequests(client, NAME)
}

describe('a pull request', () => {
  it('is told as it is now', async () => {
    const pulls = await open()
    expect(await pulls.read(5)).toMatchObject({
      open: true,
      draft: true,
      author: { login: 'dependabot', bot: true },
      labels: ['wip'],
      head: 'a'.repeat(40),
      fork: false,
    })
  })

  it('of a fork and an account that are gone is one of a fork, by nobody', async () => {
    expect(await (await open()).read(6)).toMatchObject({ author: null, fork: true })
  })

  it('has all its comments, however many', async () => {
    const pulls = await open({ viewer: 'helper[bot]' })
    for (let at = 0; at < 230; at++)
      server.rest.on(NAME, 5).comments.push({ id: at, author: 'lin', body: `${at}`, edits: 0 })
    const comments = await pulls.comments(5)
    expect(comments.map(({ id }) => id)).toEqual(Array.from({ length: 230 }, (_, at) => at))
  })

  it('knows which conversations are resolved', async () => {
    const pulls = await open()
    const remark = {
      author: 'ada',
      body: 'x',
      edits: 0,
      path: 'a.py',
      line: 1,
      startLine: null,
      side: 'RIGHT' as const,
    }
    for (let id = 0; id < 150; id++)
      server.rest.on(NAME, 5).lineComments.push({ ...remark, id, resolved: id % 50 === 0 })
    expect([...(await pulls.resolved(5))]).toEqual([0, 50, 100])
  })

  it('is ours where a bot’s name is spelt in two ways', async () => {
    const pulls = await open({ viewer: 'helper[bot]' })
    const made = await pulls.createComment(5, 'hello')
    expect(made.author).toBe(await pulls.me())
  })
})

describe('what goes wrong', () => {
  const thrown = (promise: Promise<unknown>) =>
    promise.then(
      () => null,
      (error: unknown) => error,
    )

  it('reading is tried again, writing something new is not', async () => {
    let failures = 0
    const pulls = await open({ restFault: () => (failures++ === 0 ? { status: 502 } : null) })
    expect((await pulls.read(5)).number).toBe(5)
    failures = 0
    const error = await thrown(pulls.createComment(5, 'hello'))
    expect(error).toMatchObject({ name: 'UpstreamError', retryable: true })
    expect(server.rest.on(NAME, 5).comments).toEqual([])
  })

  it('each kind of refusal is an error of its own', async () => {
    const pulls = await open({
      restFault: ({ path }) => {
        const status = Number(/^issues\/(\d+)/.exec(path)?.[1] ?? 0)
        return status < 400 ? null : { status, ...(status === 429 ? { headers: { 'retry-after': '9999' } } : {}) }
      },
    })
    expect(await thrown(pulls.read(99))).toBeInstanceOf(NotFoundError)
    expect(await thrown(pulls.createComment(422, 'x'))).toBeInstanceOf(RefusedError)
    expect(await thrown(pulls.createComment(403, 'x'))).toBeInstanceOf(UserError)
    expect(await thrown(pulls.createComment(404, 'x'))).toBeInstanceOf(NotFoundError)
    expect(await thrown(pulls.createComment(429, 'x'))).toBeInstanceOf(RateLimitedError)
    expect(await thrown(pulls.createComment(500, 'x'))).toBeInstanceOf(UpstreamError)
  })

  it('a body that is too long is refused before anything is written', async () => {
    const pulls = await open()
    expect(await thrown(pulls.createComment(5, 'x'.repeat(65_537)))).toBeInstanceOf(RefusedError)
    expect(await thrown(pulls.createComment(5, '  '))).toBeInstanceOf(RefusedError)
  })

  it('a bad token is told without a trace of it', async () => {
    const pulls = await open({}, `${TOKEN}x`)
    const error = await thrown(pulls.read(5))
    expect(error).toBeInstanceOf(UserError)
    expect(String(error)).not.toContain(TOKEN)
  })
})
