import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedKey } from '../../src/graph/entities.ts'
import { factsInScope } from '../../src/graph/queries/facts-in-scope.ts'
import type { Graph } from '../../src/graph/types.ts'
import type { Fact } from '../../src/memory/fact.ts'
import { loadFacts } from '../../src/memory/load-facts.ts'
import { scopeOf } from '../../src/memory/scope.ts'
import { buildRepository } from '../fixtures/build-repository.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'
import { remember } from './remember.ts'

const FETCH = 'function:net.py::fetch'
const OTHER = 'function:net.py::other'

let workspace: Workspace
let path: string
beforeAll(async () => {
  workspace = await openWorkspace()
  const repository = buildRepository()
  repository.commit({ files: { 'net.py': 'def fetch(url):\n    return url\n\n\ndef other(url):\n    return url\n' } })
  path = await repository.write()
})
afterAll(() => workspace.close())

async function freshGraph(name: string): Promise<Graph> {
  await workspace.ingest(path, { name: `test/${name}` })
  return workspace.graph(name)
}

async function allFacts(graph: Graph): Promise<Fact[]> {
  const rows = await graph.run(factsInScope, { scopes: [...scopeOf(null).visible] })
  return loadFacts(
    graph,
    rows.map(({ fact }) => fact),
  )
}

const held = (facts: readonly Fact[]) => facts.filter(({ standing }) => standing === 'held')

describe('E7: contradicting and equal claims', () => {
  test('the newer claim supersedes, the same claim in other words adds a source, also when both come at once', async () => {
    const graph = await freshGraph('e7')
    await remember(graph, 'the timeout of fetch() is 30 s', [FETCH], { author: 'user 1' })
    const [second, third] = await Promise.all([
      remember(graph, 'fetch() timeout is 10 s now', [FETCH], { author: 'user 2', at: new Date('2026-02-01') }),
      remember(graph, 'timeout in fetch is ten seconds', [FETCH], { author: 'user 3', at: new Date('2026-02-01') }),
    ])
    expect(second.fact.id).toBe(third.fact.id)
    expect([second.isNew, third.isNew].sort()).toEqual([false, true])
    expect([...second.superseded, ...third.superseded]).toEqual(['the timeout of fetch() is 30 s'])

    const facts = await allFacts(graph)
    expect(facts.map(({ text, standing }) => [standing, text])).toEqual([
      ['held', expect.stringContaining('fetch')],
      ['superseded', 'the timeout of fetch() is 30 s'],
    ])
    expect(
      held(facts)[0]
        ?.sources.map(({ author }) => author)
        .sort(),
    ).toEqual(['user 2', 'user 3'])
  })

  test('of many who speak at once, one value is held and everyone is a source', async () => {
    const graph = await freshGraph('crowd')
    const seconds = [5, 10, 5, 20, 10, 5, 20, 10, 5, 20, 5, 10]
    await Promise.all(
      seconds.map((value, index) =>
        remember(graph, `the timeout of fetch is ${value} s`, [FETCH], { author: `user ${index}` }),
      ),
    )
    const facts = await allFacts(graph)
    expect(facts.length).toBe(3)
    expect(held(facts).length).toBe(1)
    expect(facts.flatMap(({ sources }) => sources).length).toBe(seconds.length)
  })

  test('a value that comes back is current again, what it replaces is history', async () => {
    const graph = await freshGraph('back')
    for (const value of [30, 10, 30]) await remember(graph, `the timeout of fetch is ${value} s`, [FETCH])
    expect((await allFacts(graph)).map(({ text, standing }) => `${standing}: ${text}`).sort()).toEqual([
      'held: the timeout of fetch is 30 s',
      'superseded: the timeout of fetch is 10 s',
    ])
  })

  test('the same words about another function are another fact', async () => {
    const graph = await freshGraph('apart')
    await remember(graph, 'the timeout is 30 s', [FETCH])
    await remember(graph, 'the timeout is 10 s', [OTHER])
    expect(held(await allFacts(graph)).length).toBe(2)
  })

  test('a private claim neither joins nor replaces that of the workspace', async () => {
    const graph = await freshGraph('private')
    await remember(graph, 'the timeout of fetch is 30 s', [FETCH])
    await remember(graph, 'the timeout of fetch is 10 s', [FETCH], { scope: scopeOf('C1').own })
    await remember(graph, 'the timeout of fetch is 30 s', [FETCH], { scope: scopeOf('C1').own })
    const facts = await allFacts(graph)
    expect(facts.map(({ text, standing, sources }) => [text, standing, sources.length])).toEqual([
      ['the timeout of fetch is 30 s', 'held', 1],
    ])
  })

  test('a fact is found again after its function moved, and joined', async () => {
    const repository = buildRepository()
    const body = 'def wait(queue):\n    for item in queue:\n        yield item\n'
    repository.commit({ files: { 'a.py': body } })
    const moving = await repository.write()
    await workspace.ingest(moving, { name: 'test/moving' })
    const graph = workspace.graph('moving')
    const first = await remember(graph, 'wait never blocks', ['function:a.py::wait'])
    repository.commit({ rename: { 'a.py': 'b.py' } })
    await repository.write()
    await workspace.ingest(moving, { name: 'test/moving' })
    const second = await remember(graph, 'wait does not block', ['function:b.py::wait'])
    expect(second.fact.id).toBe(first.fact.id)
    expect(await loadFacts(graph, [storedKey(first.fact.ref)])).toMatchObject([{ status: 'current', standing: 'held' }])
  })
})
