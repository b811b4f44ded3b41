import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerQuestion } from '../../../src/agent/answer-question.ts'
import { buildRepository, type RepositoryBuilder } from '../../fixtures/build-repository.ts'
import { account, issueRecord, pullRecord, recordsFile, remark, review } from '../../fixtures/github-records.ts'
import { openWorkspace, type Workspace } from '../../fixtures/open-workspace.ts'

let workspace: Workspace
beforeAll(async () => {
  workspace = await openWorkspace()
})
afterAll(() => workspace.close())

const ask = (name: string, question: string) =>
  answerQuestion({ graph: workspace.graph(name), question, readSource: async () => null, clock: () => new Date(0) })

/** A pay module whose function is reviewed, renamed and moved. */
async function shop(): Promise<{ repo: RepositoryBuilder; path: string; records: string }> {
  const repo = buildRepository({ author: 'Ana Silva <ana@shop.example>' })
  repo.commit({ files: { 'pay.py': 'import cards\n\n\ndef charge(card):\n    return cards.take(card)\n' } })
  const landed = repo.pullRequest({
    number: 9,
    title: 'Charge in minor units',
    style: 'merge',
    author: 'Ana Silva <ana@shop.example>',
    merger: 'Bo Chen <bo@shop.example>',
    commits: [
      { files: { 'pay.py': 'import cards\n\n\ndef charge(card, amount):\n    return cards.take(card, amount)\n' } },
    ],
  })
  const path = await repo.write()
  const comment = remark('pay.py', 5, {
    author: account('lin', { name: 'Lin Wei' }),
    body: 'This must stay an integer, because cards.take rounds down.',
    commit: landed.head.sha,
  })
  const records = recordsFile([
    pullRecord(9, {
      title: 'Charge in minor units',
      body: 'closes #7',
      author: account('ana', { name: 'Ana Silva' }),
      merged_by: account('bochen', { name: 'Bo Chen' }),
      merge_commit: landed.landed.sha,
      head: { branch: 'minor', commit: landed.head.sha, repository: null },
      closes: [7],
      reviews: [
        review(account('lin', { name: 'Lin Wei' }), { comments: [comment] }),
        review(null, { state: 'commented' }),
      ],
    }),
    issueRecord(7, {
      title: 'Totals are off by a cent',
      body: 'Two carts were charged wrongly.\n\nAmounts are kept as floats, so that sums of many items lose a cent.',
      author: account('kim', { name: 'Kim Lee' }),
    }),
  ])
  return { repo, path, records }
}

it('a question on why is answered with the sentence of the issue, its author and its link; then with the review', async () => {
  const { path, records } = await shop()
  const report = await workspace.ingest(path, { name: 'test/why', githubData: records })
  expect(report.history?.github).toEqual({ pull_requests: 1, issues: 1, reviews: 2, remarks: 1, remarks_placed: 1 })
  expect(report.missing).toEqual([])
  const { text, evidence } = await ask('why', 'why is charge written like this?')
  expect(text).toContain('“Amounts are kept as floats, so that sums of many items lose a cent.” — Kim Lee')
  expect(text).toContain('“This must stay an integer, because cards.take rounds down.” — Lin Wei')
  const issue = evidence.find((each) => each.kind === 'issue')
  expect(issue).toMatchObject({ number: 7, url: expect.stringMatching(/\/issues\/7$/) })
  const quoted = evidence.find((each) => each.kind === 'comment')
  expect(quoted).toMatchObject({ number: 9, file: 'pay.py', url: expect.stringContaining('discussion_r') })
  expect(text).toContain(`[${issue?.ref}]`)
})

it('who reviewed, who raised it, who merged are answered from records; without records they are said to be not indexed', async () => {
  const { path, records } = await shop()
  await workspace.ingest(path, { name: 'test/people', githubData: records })
  const reviewed = await ask('people', 'who reviewed 9')
  expect(reviewed.text).toMatch(/^Lin Wei \[\d+\] and ghost \[\d+\] reviewed PR #9 .* \(approved, commented\)\./)
  expect(reviewed.text).toContain('stands for an account that no longer exists')
  expect((await ask('people', 'who first raised charge?')).text).toMatch(
    /^It was first raised by Kim Lee \[\d+\], in issue #7/,
  )
  expect((await ask('people', 'who opened #7?')).text).toMatch(/^It was opened by Kim Lee \[\d+\] on 2023-12-01\./)
  const experts = await ask('people', 'who should I ask about charge?')
  expect(experts.text).toContain('Lin Wei')
  expect(experts.text).not.toContain('ghost')
  expect((await ask('people', 'who merged #9?')).text).toContain('Bo Chen')

  await workspace.ingest(path, { name: 'test/people' })
  const unknown = await ask('people', 'who reviewed 9')
  expect(unknown.text).toMatch(/^Who reviewed PR #9 .* is not known: .* not indexed\./)
  expect(unknown.coverage.missing).toContain('reviews are not indexed (no GitHub records)')
})

it('C2: the deleted author is said to be deleted, the reviewer is named, nobody suggests the placeholder', async () => {
  const repo = buildRepository()
  repo.commit({ author: 'Dee <dee@x.example>', files: { 'x.py': 'def run():\n    return 1\n' } })
  const { landed } = repo.pullRequest({
    number: 9,
    title: 'Run twice',
    style: 'squash',
    author: 'Dee <dee@x.example>',
    commits: [{ files: { 'x.py': 'def run():\n    return 2\n' } }],
  })
  const path = await repo.write()
  const reviews = [review(null), review(account('lin'), { comments: [remark('x.py', 2, { author: null })] })]
  const records = recordsFile([pullRecord(9, { title: 'Run twice', author: null, merge_commit: landed.sha, reviews })])
  await workspace.ingest(path, { name: 'test/deleted', githubData: records })
  const { text } = await ask('deleted', 'who wrote PR 9?')
  expect(text).toContain('The account that opened PR #9 no longer exists.')
  expect(text).toMatch(/lin \[\d+\] .*reviewed PR #9/)
  const experts = (await ask('deleted', 'who knows x.py?')).evidence.filter((each) => each.role === 'expert')
  expect(experts.map((each) => 'login' in each && each.login)).not.toContain('ghost')
  expect(experts.length).toBeGreaterThan(0)
})

it.each([
  ['an issue', 'what loses a cent when many items are summed as floats?'],
  ['a remark of a review', 'what has to be an integer since take rounds it down?'],
])('plain words that only the body of %s has lead to the code that it is about', async (_, question) => {
  const { path, records } = await shop()
  await workspace.ingest(path, { name: 'test/words', githubData: records })
  const { subjects } = await ask('words', question)
  expect(subjects).toMatchObject([{ path: 'pay.py', qualified_name: 'charge' }])
  await workspace.ingest(path, { name: 'test/wordless' })
  expect((await ask('wordless', question)).subjects).toEqual([])
})

it('remarks follow the function that they are on, and a sync ends where a clean ingest does', async () => {
  const { repo, path, records } = await shop()
  await workspace.ingest(path, { name: 'test/moving', githubData: records })
  const concerned = async (name: string) =>
    (await workspace.entities(name)).filter(({ edge }) => edge === 'CONCERNS').map(({ to }) => to)
  expect(await concerned('moving')).toEqual(['function:pay.py::charge'])

  repo.commit({ rename: { 'pay.py': 'shop/pay.py' } })
  await repo.write()
  const lines = readFileSync(records, 'utf8')
  writeFileSync(records, `${lines}${JSON.stringify(pullRecord(10, { state: 'open', body: 'After #9.' }))}\n`)
  await workspace.ingest(path, { name: 'test/moving', githubData: records })
  expect(await concerned('moving')).toEqual(['function:shop/pay.py::charge'])
  await workspace.ingest(path, { name: 'test/clean', githubData: records, memory: undefined })
  const exported = async (name: string) =>
    (await workspace.export(name)).map((line) => line.replaceAll('test/clean', 'test/moving'))
  expect(await exported('moving')).toEqual(await exported('clean'))
  const again = await workspace.ingest(path, { name: 'test/moving', githubData: records })
  expect(again.changes).toEqual({ nodes_written: 0, nodes_deleted: 0, edges_written: 0, edges_deleted: 0 })
})

it.each([
  ['in the version before', 'old', 'function:pay.py::refund'],
  ['in the version that was commented on', 'new', 'function:pay.py::charge'],
] as const)('a remark is looked up %s when its side is %s', async (_, side, function_) => {
  const repo = buildRepository()
  const before = 'def refund(card):\n    return cards.give(card)\n\n\n'
  const charge = 'def charge(card):\n    cards.check(card)\n    return cards.take(card)\n'
  repo.commit({ files: { 'pay.py': before + charge } })
  const { landed, head } = repo.pullRequest({
    number: 4,
    title: 'Refunds are gone',
    style: 'squash',
    commits: [{ files: { 'pay.py': charge } }],
  })
  const path = await repo.write()
  const reviews = [review(account('lin'), { comments: [remark('pay.py', 2, { commit: head.sha, side })] })]
  const githubData = recordsFile([pullRecord(4, { merge_commit: landed.sha, reviews })])
  const name = `side-${side}`
  await workspace.ingest(path, { name: `test/${name}`, githubData })
  const concerned = (await workspace.entities(name)).filter(({ edge }) => edge === 'CONCERNS').map(({ to }) => to)
  expect(concerned).toEqual([function_])
})

it('a revision of the past knows nothing of what came later', async () => {
  const { path, records } = await shop()
  const later = pullRecord(12, { state: 'open', created_at: '2031-01-01T00:00:00Z', merged_at: null })
  writeFileSync(records, `${readFileSync(records, 'utf8')}${JSON.stringify(later)}\n`)
  await workspace.ingest(path, { name: 'test/past', githubData: records, at: 'HEAD' })
  const keys = (await workspace.entities('past')).map(({ node }) => node)
  expect(keys).toContain('pr:9')
  expect(keys).not.toContain('pr:12')
})
