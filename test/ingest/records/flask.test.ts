/** The pull requests around Flask's request dispatch, in the real history: `FLASK_CLONE=/path/to/flask npm run unit`. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerQuestion } from '../../../src/agent/answer-question.ts'
import { openWorkspace, type Workspace } from '../../fixtures/open-workspace.ts'

const clone = process.env.FLASK_CLONE ?? ''
const records = new URL('../../fixtures/github/flask.jsonl', import.meta.url).pathname

describe.skipIf(clone === '')('Flask', () => {
  let workspace: Workspace
  beforeAll(async () => {
    workspace = await openWorkspace()
    await workspace.ingest(clone, { name: 'test/flask', githubData: records })
  }, 120_000)
  afterAll(() => workspace.close())

  const ask = (question: string) =>
    answerQuestion({
      graph: workspace.graph('flask'),
      question,
      readSource: async () => null,
      clock: () => new Date(0),
    })

  test('why: the sentence of issue 5815, with its author and its link', async () => {
    const { text, evidence } = await ask('why is full_dispatch_request written like this')
    const issue = evidence.find((each) => each.kind === 'issue' && each.number === 5815)
    expect(issue?.url).toMatch(/\/issues\/5815$/)
    expect(text).toMatch(
      /“Every method looks the context variable up again, which costs time because [^”]*” — David Lord/,
    )
    expect(text).toContain(`[${issue?.ref}]`)
  })

  test('who reviewed: none recorded where records tell, not indexed where they do not', async () => {
    expect((await ask('who reviewed 5818')).text).toMatch(/^No review of PR #5818 .* is recorded\./)
    expect((await ask('who reviewed 5049')).text).toMatch(/^Who reviewed PR #5049 .* is not known: .* not indexed\./)
  })

  test('who first raised it: the older proposal that the pull request mentions', async () => {
    expect((await ask('who first raised #5818?')).text).toMatch(
      /^It was first raised by Phil Jones \[\d+\], in PR #5229/,
    )
  })

  test('a rebase merge whose commits have other ids is its pull request, by its author', async () => {
    const entities = await workspace.entities('flask')
    const authors = entities.filter(({ edge, to }) => edge === 'AUTHORED' && to === 'pr:5496')
    expect(authors.map(({ from }) => from)).toEqual(['person:pgjones'])
  })
})
