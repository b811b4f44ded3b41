/** A thread with memory: what the model saved, used by the next question, and amber once the code under it has moved on. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerQuestion } from '../../../src/agent/answer-question.ts'
import type { ModelUse } from '../../../src/agent/model/write-with-model.ts'
import { createGroqModel } from '../../../src/groq/create-groq-model.ts'
import { createLogger } from '../../../src/logger.ts'
import { openGroqServer } from '../../fakes/groq/groq-server.ts'
import type { Script } from '../../fakes/groq/turn.ts'
import { buildRepository } from '../../fixtures/build-repository.ts'
import { openWorkspace, type Workspace } from '../../fixtures/open-workspace.ts'
import { lastContent, rowOf } from './ask-model.ts'

const app = (body: string) => `class Flask:
    def full_dispatch_request(self, ctx):
        ${body}
        return ctx.finish()
`
const FACT = 'full_dispatch_request takes the context since the proxies were slow'

let workspace: Workspace
beforeAll(async () => {
  workspace = await openWorkspace()
})
afterAll(() => workspace.close())

async function play(turns: readonly Script[]) {
  const server = await openGroqServer(turns)
  const logger = createLogger({ level: 'silent' })
  const model = createGroqModel({ apiKey: 'key', model: 'openai/gpt-oss-120b', baseUrl: server.url, logger })
  const use: ModelUse = { model, logger, questionTokens: 8_000, patienceMs: 1_000 }
  return { server, use }
}

test('a fact that the model saved comes back as a lead when a sync changed its code', async () => {
  const repository = buildRepository()
  repository.commit({ files: { 'src/flask/app.py': app('self.prepare()') } })
  repository.pullRequest({
    number: 5818,
    title: 'Pass the context',
    body: 'fixes #5815',
    style: 'merge',
    author: 'David Lord <david@example.org>',
    commits: [{ message: 'Pass the context, fixes #5815', files: { 'src/flask/app.py': app('self.prepare(ctx)') } }],
  })
  const path = await repository.write()
  await workspace.ingest(path)
  const graph = workspace.graph()
  let seconds = 0
  const ask = (question: string, model: ModelUse) =>
    answerQuestion({
      graph,
      question,
      session: 'thread',
      model,
      readSource: async () => null,
      clock: () => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds++)),
    })

  const first = await play([
    { calls: [{ name: 'find', arguments: { query: 'full_dispatch_request' } }] },
    (request) => ({
      calls: [{ name: 'history', arguments: { ref: String(rowOf(request, 'full_dispatch_request')) } }],
    }),
    {
      calls: [
        { name: 'issue', arguments: { number: 5815 } },
        { name: 'remember', arguments: { text: FACT, about: '1' } },
      ],
    },
    (request) => ({
      text: `Since PR #5818 [${rowOf(request, 'PR #5818')}] the context is passed, for issue #5815 [${rowOf(request, 'issue #5815')}].\n\nAsk David Lord [${rowOf(request, 'David Lord')}].`,
    }),
  ])
  const shown: string[] = []
  const answer = await answerQuestion({
    graph,
    question: 'why does full_dispatch_request take the context as its first argument?',
    session: 'thread',
    model: first.use,
    onText: (text) => shown.push(text),
    readSource: async () => null,
    clock: () => new Date(Date.UTC(2026, 0, 1)),
  })
  expect(answer).toMatchObject({ mode: 'model', note: null })
  expect(answer.evidence.slice(0, 3)).toMatchObject([{ number: 5818 }, { number: 5815 }, { name: 'David Lord' }])
  expect(shown).toEqual(['Since PR #5818 [1] the context is passed, for issue #5815 [2].'])
  expect(first.server.left).toBe(0)

  const second = await play([(request) => ({ text: `As remembered [${rowOf(request, 'remembered')}].` })])
  const followUp = await ask('and is that still so for it?', second.use)
  expect(lastContent(second.server.requests[0])).toContain(`remembered, still true of the code: "${FACT}"`)
  expect(followUp.evidence[0]).toMatchObject({ kind: 'fact', text: FACT, status: 'current' })

  repository.pullRequest({
    number: 5900,
    title: 'Take the context from the stack',
    style: 'squash',
    commits: [{ files: { 'src/flask/app.py': app('self.prepare(ctx, fast=True)') } }],
  })
  await repository.write()
  await workspace.ingest(path)

  const third = await play([(request) => ({ text: `PR #5900 [${rowOf(request, 'PR #5900')}] changed it.` })])
  const later = await ask('why does full_dispatch_request take the context?', third.use)
  expect(lastContent(third.server.requests[0])).toMatch(
    /remembered, a lead to check again: its code was changed by PR #5900 \[\d+\]: "full_dispatch_request takes/,
  )
  expect(later.mode).toBe('model')
  expect(later.text).toMatch(
    /^PR #5900 \[1\] changed it\.\n\nRemembered:\n- 🟠 \*\*Stale: code changed\*\* in PR #5900/,
  )
  expect(later.evidence).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'fact', status: 'stale' })]))
  expect(later.facts).toMatchObject([{ text: FACT, status: 'stale', changedBy: 'PR #5900' }])
})
