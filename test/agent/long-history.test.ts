import { beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../src/agent/answer.ts'
import { answerQuestion } from '../../src/agent/answer-question.ts'
import {
  definitionKey,
  fileKey,
  type GraphEdge,
  type GraphNode,
  personKey,
  pullRequestKey,
} from '../../src/graph/entities.ts'
import { temporaryDatabase } from '../graph/temporary-database.ts'

/** A function that nine pull requests changed; the first of them added it. */
const key = definitionKey('function', 'app.py', 'serve', 0)
const nodes: GraphNode[] = [
  { key: fileKey('app.py'), label: 'File', props: { path: 'app.py', language: 'python', gone: false, test: false } },
  { key: personKey('ana'), label: 'Person', props: { name: 'Ana Silva', login: 'ana', bot: false } },
  {
    key,
    label: 'Function',
    props: {
      path: 'app.py',
      qualified_name: 'serve',
      name: 'serve',
      ordinal: 0,
      start_line: 1,
      end_line: 9,
      gone: false,
      test: false,
    },
  },
]
const edges: GraphEdge[] = [{ label: 'DEFINES', from: fileKey('app.py'), to: key, props: {} }]
for (let number = 1; number <= 9; number++) {
  const from = pullRequestKey(number)
  nodes.push({
    key: from,
    label: 'PullRequest',
    props: { number, title: `Work ${number}`, merged_at: `202${number}-01-01T00:00:00Z` },
  })
  edges.push({ label: 'AUTHORED', from: personKey('ana'), to: from, props: { order: 0 } })
  edges.push({
    label: 'MODIFIES',
    from,
    to: key,
    props: { kind: number === 1 ? 'added' : 'changed', added: 2, removed: 1 },
  })
}

let ask: (question: string) => Promise<Answer>
beforeAll(async () => {
  const { database } = await temporaryDatabase()
  const graph = database.graph('repobrain:local:test/app')
  const props = {
    name: 'test/app',
    web_url: 'https://github.com/test/app',
    commit: 'c'.repeat(40),
    status: 'complete',
    history: 'all',
    missing: [],
  }
  const repository: GraphNode = { key: 'repository:test/app', label: 'Repository', props }
  await graph.apply({
    putNodes: [...nodes, repository],
    deleteNodes: [],
    putEdges: edges,
    deleteEdges: [],
    moves: new Map(),
  })
  ask = (question) => answerQuestion({ graph, question, readSource: async () => null, clock: () => new Date(0) })
})

const numbers = ({ evidence }: Answer) =>
  evidence.flatMap((each) => (each.kind === 'pull_request' ? [each.number] : []))

test('a long history shows the newest changes and the one that added the code, with a count of those between', async () => {
  const answer = await ask('why is `serve` written like this?')
  expect(numbers(answer)).toEqual([9, 8, 7, 6, 5, 1])
  expect(answer.text).toMatch(/#5[^\n]*\n- and 3 more\n[^\n]*#1\b/)
})
