import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ReviewerRequest, suggestReviewers } from '../../src/experts/suggest-reviewers.ts'
import type { Graph } from '../../src/graph/types.ts'
import { buildRepository } from '../fixtures/build-repository.ts'
import { account, pullRecord, recordsFile, review } from '../fixtures/github-records.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'

const body = (name: string, step: number) => `def ${name}():\n    return ${step}\n`
/** Pays and ships live in one file; `pay` is what the pull request under review touches. */
const shop = (pay: number, ship: number) => `${body('pay', pay)}\n\n${body('ship', ship)}`

describe('whom to ask for a review', () => {
  let workspace: Workspace
  let graph: Graph

  beforeAll(async () => {
    workspace = await openWorkspace()
    const repository = buildRepository()
    let number = 0
    const pull = (author: string, date: string, files: Record<string, string>) =>
      repository.pullRequest({
        number: ++number,
        title: `Change ${number}`,
        style: 'squash',
        author: `${author} <${author}@users.noreply.github.com>`,
        merged: date,
        commits: [{ files, date }],
      })
    repository.commit({
      author: 'founder <founder@example.org>',
      date: '2015-01-01T00:00:00Z',
      files: { 'shop.py': shop(1, 1) },
    })
    number++
    for (let step = 2; step < 8; step++) {
      pull('payer', `2024-05-0${step}T00:00:00Z`, { 'shop.py': shop(step, step - 1) })
      pull('shipper', `2024-05-0${step}T12:00:00Z`, { 'shop.py': shop(step, step) })
    }
    pull('dependabot[bot]', '2024-05-20T00:00:00Z', { 'shop.py': shop(8, 7) })
    pull('author', '2024-05-21T00:00:00Z', { 'shop.py': shop(9, 7) })
    const source = await repository.write()
    const path = recordsFile([
      pullRecord(2, {
        author: account('payer'),
        merged_at: '2024-05-02T00:00:00Z',
        reviews: [review(account('reader'))],
      }),
      pullRecord(90, { state: 'open', author: account('stranger'), reviews: [review(account('payer'))] }),
    ])
    await workspace.ingest(source, { githubData: path })
    graph = workspace.graph()
  })
  afterAll(() => workspace.close())

  const suggested = (more: Partial<ReviewerRequest> = {}) =>
    suggestReviewers(graph, {
      functions: ['function:shop.py::pay'],
      files: ['shop.py'],
      leaveOut: ['author'],
      ...more,
    })

  it('names who works on this code nowadays, neither the author nor bots', async () => {
    const logins = (await suggested()).map(({ person }) => person.login)
    expect(logins[0]).toBe('payer')
    expect(logins).not.toContain('author')
    expect(logins).not.toContain('dependabot[bot]')
  })

  it('counts what says so', async () => {
    const [first] = await suggested()
    expect(first).toMatchObject({ authored: 6, reviewed: 0, of: 9, lately: 6, openReviews: 1, learner: false })
    expect(first?.changes.map((change) => change.number)).toEqual([12, 10, 8])
  })

  it('adds one who works close by and could learn, marked as such', async () => {
    const all = await suggested({ most: 1 })
    expect(all.map(({ person, learner }) => [person.login, learner])).toEqual([
      ['payer', false],
      ['shipper', true],
    ])
  })

  it('knows who works on the repository where the code is new', async () => {
    const all = await suggested({ functions: [], files: ['new.py'], most: 2 })
    expect(all.map(({ person }) => person.login).sort()).toEqual(['payer', 'shipper'])
  })
})

it('suggests nobody where there is no history', async () => {
  const workspace = await openWorkspace()
  const repository = buildRepository()
  repository.commit({ files: { 'a.py': body('a', 1) } })
  await workspace.ingest(await repository.write(), { history: false })
  const request = { functions: ['function:a.py::a'], files: ['a.py'], leaveOut: [] }
  expect(await suggestReviewers(workspace.graph(), request)).toEqual([])
  await workspace.close()
})
