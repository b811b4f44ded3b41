import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { UserError } from '../../../src/errors.ts'
import { openRepository } from '../../../src/git/open-repository.ts'
import type { GitRepository } from '../../../src/git/types.ts'
import { createGitHubClient } from '../../../src/github/create-github-client.ts'
import { openPullRequests } from '../../../src/github/open-pull-requests.ts'
import { type PostOutcome, postReview } from '../../../src/review/comment/post-review.ts'
import type { Finding } from '../../../src/review/review-document.ts'
import {
  type GitHubServer,
  type GitHubServerOptions,
  openGitHubServer,
  TOKEN,
} from '../../fakes/github/github-server.ts'
import { buildRepository, type Commit } from '../../fixtures/build-repository.ts'
import { finding, reviewDocumentOf } from '../../fixtures/review-document.ts'

const NAME = 'test/app'
const NUMBER = 5
const lines = (count: number, first = '') =>
  `${first}${Array.from({ length: count }, (_, at) => `line ${at}\n`).join('')}`

let directory: string
let git: GitRepository
let base: Commit
/** Heads of the same pull request, push by push. */
const pushes: Commit[] = []
let server: GitHubServer
let runs = 0

beforeAll(async () => {
  const repository = buildRepository()
  base = repository.commit({ files: { 'a.py': lines(40), 'far.py': lines(40) } })
  const push = (files: Record<string, string>) =>
    pushes.push(repository.commit({ branch: 'topic', start: pushes.at(-1) ?? base, files }))
  push({ 'a.py': lines(40).replace('line 9\n', 'changed\n') })
  push({ 'unrelated.py': lines(3) })
  push({ 'a.py': lines(40, 'one\ntwo\nthree\nfour\nfive\n').replace('line 9\n', 'changed\n') })
  push({ 'a.py': lines(40, 'one\ntwo\nthree\nfour\nfive\n') })
  directory = await repository.write({ bare: true })
  git = await openRepository(directory)
})
afterEach(() => server.close())

async function open(options: Partial<GitHubServerOptions> = {}): Promise<void> {
  const head = { branch: 'topic', commit: pushes[0]?.sha ?? '', repository: 'fork/app' }
  const pullRequests = [{ number: NUMBER, state: 'OPEN' as const, base: base.sha, head }]
  server = await openGitHubServer({ repositories: { [NAME]: { directory, pullRequests } }, ...options })
}

const on = () => server.rest.on(NAME, NUMBER)
const at = (line: number, more: Partial<Finding> = {}) => finding('f1', { lines: { start: line, end: line }, ...more })

/** Reviews a push; it becomes the pull request's head unless `late`. */
function review(
  push: number,
  findings: Finding[],
  more: { late?: boolean; began?: string; fails?: Error } = {},
): Promise<PostOutcome> {
  const head = pushes[push - 1]?.sha ?? ''
  if (more.late !== true) on().head = head
  const client = createGitHubClient({ apiUrl: server.url, token: TOKEN, repository: NAME, retryUnitMs: 1 })
  const run = { id: `run-${++runs}`, began: more.began ?? new Date(runs).toISOString() }
  const options = { pulls: openPullRequests(client, NAME), git, number: NUMBER, head, run, paceMs: 1 }
  return postReview(options, async () => {
    if (more.fails !== undefined) throw more.fails
    return reviewDocumentOf({ findings, subject: { head, merge_base: base.sha, base: base.sha } })
  })
}

describe('I1: one comment over the whole life of a pull request', () => {
  it('is edited with every push; a finding has one remark, which is marked when it is solved', async () => {
    await open()
    await review(1, [at(10)])
    const [first] = on().comments
    await review(2, [at(10)])
    await review(3, [at(15)])
    expect(on().comments).toHaveLength(1)
    expect(on().comments[0]?.id).toBe(first?.id)
    expect(on().lineComments.map(({ path, line }) => [path, line])).toEqual([['a.py', 10]])
    await review(4, [])
    expect(on().comments).toHaveLength(1)
    expect(on().comments[0]?.body).toContain('~~')
    expect(on().lineComments).toHaveLength(1)
    expect(on().lineComments[0]?.body).toMatch(/~~.*~~\n\nSolved in/)
  })

  it('a finding whose conversation a person resolved is not raised again', async () => {
    await open()
    const two = finding('f2', { title: 'Two', lines: { start: 12, end: 12 } })
    await review(1, [at(10), two])
    expect(on().lineComments).toHaveLength(2)
    const remark = on().lineComments[1]
    if (remark) remark.resolved = true
    await review(2, [at(10), two])
    expect(on().comments[0]?.body).toContain('1 finding in')
    expect(on().comments[0]?.body).toContain('(1 dismissed)')
    expect(on().lineComments).toHaveLength(2)
  })

  it('the older of two runs gives way', async () => {
    await open()
    on().head = pushes[1]?.sha ?? ''
    expect(await review(1, [at(10)], { late: true })).toEqual({ kind: 'outdated' })
    expect(on().comments).toEqual([])
    await review(2, [at(10)], { began: '2026-01-01T00:00:02Z' })
    const outcome = await review(2, [], { began: '2026-01-01T00:00:00Z' })
    expect(outcome).toEqual({ kind: 'outdated' })
    expect(on().comments[0]?.body).toContain('1 finding in')
  })

  it('a push while the review runs makes it outdated, and nothing of it stays', async () => {
    await open()
    await review(1, [at(10)])
    const body = on().comments[0]?.body
    on().head = pushes[1]?.sha ?? ''
    const client = createGitHubClient({ apiUrl: server.url, token: TOKEN, repository: NAME, retryUnitMs: 1 })
    const run = { id: 'slow', began: '2026-01-01T00:00:00Z' }
    const head = pushes[1]?.sha ?? ''
    const options = { pulls: openPullRequests(client, NAME), git, number: NUMBER, head, run, paceMs: 1 }
    const outcome = await postReview(options, async () => {
      expect(on().comments[0]?.body).toContain('⏳')
      on().head = pushes[2]?.sha ?? ''
      return reviewDocumentOf({ subject: { head, merge_base: base.sha } })
    })
    expect(outcome.kind).toBe('outdated')
    expect(on().comments[0]?.body).toBe(body)
  })

  it('a failed post is tried again, and never twice: the answer was lost, or the request', async () => {
    for (const done of [true, false]) {
      let failures = 0
      await open({
        restFault: ({ method, path }) =>
          method === 'POST' && path.endsWith('/comments') && failures++ % 2 === 0 ? { status: 502, done } : null,
      })
      const many = ['f1', 'f2', 'f3', 'f4', 'f5'].map((id, index) =>
        finding(id, { lines: { start: 8 + index, end: 8 + index } }),
      )
      await review(1, many)
      expect(on().comments).toHaveLength(1)
      expect(on().lineComments.map(({ line }) => line)).toEqual([8, 9, 10, 11, 12])
      if (done) await server.close()
    }
  })

  it('two runs that begin a comment at the same moment end with one', async () => {
    await open()
    await Promise.all([review(1, [at(10)]), review(1, [at(10)])])
    expect(on().comments).toHaveLength(1)
    expect(on().lineComments).toHaveLength(1)
  })
})

describe('I2: a remark that GitHub does not take costs nothing but itself', () => {
  it('findings outside of the diff are in the summary, with file and line', async () => {
    await open()
    await review(1, [at(10), finding('far', { path: 'far.py', lines: { start: 20, end: 20 } })])
    expect(on().lineComments.map(({ path }) => path)).toEqual(['a.py'])
    expect(on().comments[0]?.body).toContain('`far.py:20`')
    expect(server.rest.calls.filter(({ method }) => method === 'POST')).toHaveLength(2)
  })

  it('a 422 on one line leaves the others', async () => {
    await open({ restFault: ({ body }) => (body.line === 10 ? { status: 422, message: 'Validation Failed' } : null) })
    const outcome = await review(1, [at(10), finding('f2', { lines: { start: 11, end: 11 } })])
    expect(outcome).toMatchObject({ kind: 'posted', remarks: 1 })
    expect(on().comments[0]?.body).toContain('2 findings in')
  })
})

describe('what can go wrong', () => {
  it('a review that fails leaves the comment as it was', async () => {
    await open()
    await review(1, [at(10)])
    const body = on().comments[0]?.body
    await expect(review(2, [], { fails: new Error('no memory') })).rejects.toThrow('no memory')
    expect(on().comments.map((comment) => comment.body)).toEqual([body])
  })

  it('a progress line that a killed run left goes with the next', async () => {
    await open()
    await review(1, [at(10)])
    const [comment] = on().comments
    if (comment)
      comment.body = comment.body.replace('\n\n', '\n\n<!-- repobrain:reviewing -->⏳ Looking at `0000000` …\n\n')
    await review(2, [at(10)])
    expect(on().comments[0]?.body).not.toContain('⏳')
  })

  it('a token that may not write is told from everything else, with what to do', async () => {
    await open({ mayWrite: false })
    const error = await review(1, [at(10)]).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UserError)
    expect((error as UserError).remedy).toContain('pull-requests: write')
  })

  it('a comment of somebody else with our marker is nobody’s but theirs', async () => {
    await open()
    const forged = { id: 1, author: 'mallory', body: '<!-- repobrain:review -->\n\nforged', edits: 0 }
    on().comments.push(forged)
    await review(1, [at(10)])
    expect(on().comments).toHaveLength(2)
    expect(forged).toMatchObject({ body: '<!-- repobrain:review -->\n\nforged', edits: 0 })
  })

  it('a comment that a person deleted is written again', async () => {
    await open()
    await review(1, [at(10)])
    on().comments.length = 0
    await review(2, [at(10)])
    expect(on().comments).toHaveLength(1)
  })

  it('a secondary limit is waited for', async () => {
    let limited = 0
    await open({
      restFault: ({ method }) =>
        method === 'POST' && limited++ === 0
          ? { status: 403, message: 'You have exceeded a secondary rate limit.', headers: { 'retry-after': '1' } }
          : null,
    })
    expect((await review(1, [at(10)])).kind).toBe('posted')
    expect(on().comments).toHaveLength(1)
  })

  it('writes no first comment to say that there is nothing', async () => {
    await open()
    on().head = pushes[0]?.sha ?? ''
    const client = createGitHubClient({ apiUrl: server.url, token: TOKEN, repository: NAME })
    const head = pushes[0]?.sha ?? ''
    const options = {
      pulls: openPullRequests(client, NAME),
      git,
      number: NUMBER,
      head,
      run: { id: 'r', began: '' },
      paceMs: 1,
    }
    const outcome = await postReview(options, async () =>
      reviewDocumentOf({ nothing: 'No function changed.', subject: { head, merge_base: base.sha } }),
    )
    expect(outcome).toEqual({ kind: 'silent' })
    expect(on().comments).toEqual([])
  })
})
