import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerQuestion } from '../../src/agent/answer-question.ts'
import { NotFoundError } from '../../src/errors.ts'
import { verifyEpisode } from '../../src/memory/verify-episode.ts'
import { buildRepository } from '../fixtures/build-repository.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'

const WAIT = 'def wait(queue):\n    for item in queue:\n        print(item, flush=True)\n'
const RUN = 'from a import wait\n\n\ndef run(queue):\n    return wait(queue)\n'
const STOP = 'from a import wait\n\n\ndef stop(queue):\n    wait(queue)\n    return None\n'

let workspace: Workspace
beforeAll(async () => {
  workspace = await openWorkspace()
})
afterAll(() => workspace.close())

async function askAndChange(name: string, change: (repository: ReturnType<typeof buildRepository>) => void) {
  const repository = buildRepository()
  repository.commit({ files: { 'a.py': WAIT, 'run.py': RUN, 'stop.py': STOP } })
  repository.pullRequest({
    number: 4,
    title: 'Flush',
    style: 'squash',
    commits: [{ files: { 'a.py': WAIT.replace('item,', 'item, end="",') } }],
  })
  const path = await repository.write()
  await workspace.ingest(path, { name: `test/${name}` })
  const graph = workspace.graph(name)
  const { episode } = await answerQuestion({
    graph,
    question: 'who calls `wait`, and why is it like this?',
    readSource: async () => null,
    clock: () => new Date(0),
  })
  change(repository)
  await repository.write()
  await workspace.ingest(path, { name: `test/${name}` })
  return verifyEpisode(graph, episode.slice(0, 8))
}

const hopsOf = ({ hops }: Awaited<ReturnType<typeof verifyEpisode>>) =>
  Object.fromEntries(hops.map(({ from, edge, to, verdict }) => [`${from} ${edge} ${to}`, verdict]))

test('on the day of the answer every hop holds and every query gives the same rows', async () => {
  const verified = await askAndChange('same', () => {})
  expect(hopsOf(verified)).toMatchObject({ 'wait CALLS run': 'holds', 'wait MODIFIES PR #4': 'holds' })
  expect(verified.queries.length).toBeGreaterThan(2)
  expect(verified.queries.filter(({ same }) => !same)).toEqual([])
})

test('a caller that no longer calls is gone, one whose code changed is changed, the others hold', async () => {
  const verified = await askAndChange('changed', (repository) => {
    repository.commit({
      files: { 'run.py': 'def run(queue):\n    return None\n', 'stop.py': STOP.replace('None', 'queue') },
    })
  })
  expect(hopsOf(verified)).toMatchObject({
    'wait CALLS run': 'gone',
    'wait CALLS stop': 'changed',
    'wait MODIFIES PR #4': 'holds',
  })
  expect(verified.queries.find(({ name }) => name === 'callers')).toMatchObject({
    same: false,
    rowsThen: 2,
    rowsNow: 1,
  })
})

test('what moved is followed', async () => {
  const verified = await askAndChange('moved', (repository) => repository.commit({ rename: { 'stop.py': 'halt.py' } }))
  expect(hopsOf(verified)).toMatchObject({ 'wait CALLS run': 'holds', 'wait CALLS stop': 'holds' })
  expect(verified.moved).toContainEqual({ was: 'function:stop.py::stop', now: 'function:halt.py::stop' })
})

test('what was deleted is gone', async () => {
  const verified = await askAndChange('deleted', (repository) => repository.commit({ files: { 'a.py': null } }))
  expect(hopsOf(verified)).toMatchObject({
    'wait CALLS run': 'gone',
    'wait CALLS stop': 'gone',
    'wait MODIFIES PR #4': 'gone',
  })
})

test('an answer that nobody gave is not found', async () => {
  await expect(verifyEpisode(workspace.graph('same'), 'ffffffff-none')).rejects.toThrow(NotFoundError)
})
