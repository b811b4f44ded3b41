/** What an answer concluded, and the model did not note by itself, is distilled from it afterwards. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerQuestion } from '../../../src/agent/answer-question.ts'
import { createGroqModel } from '../../../src/groq/create-groq-model.ts'
import { createLogger } from '../../../src/logger.ts'
import { listFacts } from '../../../src/memory/list-facts.ts'
import { scopeOf } from '../../../src/memory/scope.ts'
import { openGroqServer } from '../../fakes/groq/groq-server.ts'
import type { Script } from '../../fakes/groq/turn.ts'
import { buildRepository } from '../../fixtures/build-repository.ts'
import { openWorkspace, type Workspace } from '../../fixtures/open-workspace.ts'
import { lastContent, rowOf } from './ask-model.ts'

const CONCLUSION = 'serve answers before it logs, because logging blocked requests'
const WHY = 'why does serve answer before it logs?'

let workspace: Workspace
beforeAll(async () => {
  workspace = await openWorkspace()
  const repository = buildRepository()
  repository.commit({ files: { 'app.py': 'def serve(request):\n    log(request)\n    return answer(request)\n' } })
  repository.pullRequest({
    number: 7,
    title: 'Answer before logging',
    style: 'squash',
    commits: [
      { files: { 'app.py': 'def serve(request):\n    reply = answer(request)\n    log(request)\n    return reply\n' } },
    ],
  })
  await workspace.ingest(await repository.write())
})
afterAll(() => workspace.close())

const answerTurn: Script = (request) => ({
  text: `PR #7 [${rowOf(request, 'PR #7')}] made \`serve\` [${rowOf(request, 'serve ')}] answer first. See #999.`,
})

/** Asks, does what is left for afterwards, and gives the facts that are new. */
async function askAndSettle(question: string, turns: readonly Script[]) {
  const server = await openGroqServer(turns)
  const logger = createLogger({ level: 'silent' })
  const model = createGroqModel({ apiKey: 'key', model: 'openai/gpt-oss-120b', baseUrl: server.url, logger })
  const graph = workspace.graph()
  const before = await listFacts(graph, scopeOf(null), { stale: false })
  const later: (() => Promise<void>)[] = []
  const answer = await answerQuestion({
    graph,
    question,
    model: { model, logger, questionTokens: 8_000, patienceMs: 1_000 },
    afterwards: (work) => void later.push(work),
    readSource: async () => null,
    clock: () => new Date(Date.UTC(2026, 0, 1)),
  })
  const requestsForAnswer = server.requests.length
  for (const work of later) await work()
  const facts = await listFacts(graph, scopeOf(null), { stale: false })
  const known = new Set(before.map(({ id }) => id))
  return {
    answer,
    asked: server.requests.slice(requestsForAnswer),
    learned: facts.filter(({ id }) => !known.has(id)),
  }
}

const conclusions = (...list: { text: string; about: number }[]): Script => ({
  text: JSON.stringify({ conclusions: list }),
})

test('an answer that says nothing lasting teaches nothing', async () => {
  const { learned, asked } = await askAndSettle(WHY, [answerTurn, conclusions()])
  expect(learned).toEqual([])
  expect(asked).toHaveLength(1)
})

test('what cannot be read, rests on nothing or is about nothing that was looked at is dropped, and the answer stands', async () => {
  for (const reply of [
    { text: 'Sure! Here are the conclusions:' },
    { text: '{"conclusions": "none"}' },
    conclusions({ text: CONCLUSION, about: 99 }),
    conclusions({ text: 'serve is as it is because of #999', about: 2 }),
    { status: 500, error: { message: 'down' } },
  ] satisfies Script[]) {
    const { learned, answer } = await askAndSettle(WHY, [answerTurn, reply])
    expect(learned).toEqual([])
    expect(answer.mode).toBe('model')
  }
})

test('who did it is asked of the graph, so that nothing is distilled', async () => {
  const { asked } = await askAndSettle('who wrote `serve`?', [answerTurn])
  expect(asked).toEqual([])
})

test('a conclusion becomes a fact on the code that it is about, with the answer as its source', async () => {
  const { learned, asked, answer } = await askAndSettle(WHY, [answerTurn, conclusions({ text: CONCLUSION, about: 2 })])
  expect(learned).toMatchObject([
    {
      text: CONCLUSION,
      status: 'current',
      about: [{ name: 'serve' }],
      sources: [{ source: 'consolidation', episode: answer.episode }],
    },
  ])
  const [request] = asked
  expect(request?.tools).toBeUndefined()
  expect(lastContent(request)).toContain('2 serve')
  // What was marked as resting on nothing is not even shown.
  expect(lastContent(request)).not.toContain('unverified')
})

test('a conclusion that the model noted by itself is not asked for again', async () => {
  const { asked, learned } = await askAndSettle(WHY, [
    (request) => ({
      calls: [
        { name: 'remember', arguments: { text: 'serve must not log first', about: String(rowOf(request, 'serve ')) } },
      ],
    }),
    answerTurn,
  ])
  expect(asked).toEqual([])
  expect(learned).toMatchObject([{ sources: [{ source: 'model' }] }])
})
