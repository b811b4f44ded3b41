import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineQuery } from '../../src/graph/define-query.ts'
import { storedKey } from '../../src/graph/entities.ts'
import { buildRepository } from '../fixtures/build-repository.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'

/** What memory will write: a fact about a function, as the function looked then. */
const saveFact = defineQuery({
  name: 'test-save-fact',
  mode: 'write',
  params: z.object({ fact: z.string(), about: z.string() }),
  row: z.object({ fingerprint: z.string() }),
  cypher: `MATCH (f:Function {key: $about})
MERGE (x:Fact {key: $fact}) SET x.ref = $fact, x.text = 'worth knowing'
MERGE (x)-[a:ABOUT]->(f) SET a.fingerprint = f.fingerprint
RETURN f.fingerprint AS fingerprint`,
})

const factPlaces = defineQuery({
  name: 'test-fact-places',
  mode: 'read',
  params: z.object({ fact: z.string() }),
  row: z.object({ ref: z.string(), gone: z.boolean(), fresh: z.boolean() }),
  cypher: `MATCH (:Fact {key: $fact})-[a:ABOUT]->(f)
RETURN f.ref AS ref, f.gone AS gone, coalesce(f.fingerprint = a.fingerprint, false) AS fresh`,
})

const forgetFact = defineQuery({
  name: 'test-forget-fact',
  mode: 'write',
  params: z.object({ fact: z.string() }),
  row: z.object({}),
  cypher: 'MATCH (x:Fact {key: $fact}) DELETE x',
})

const F = 'def f(x):\n    total = x + 1\n    return total * 2\n'
const G = 'def g(y):\n    for each in y:\n        print(each)\n'

let workspace: Workspace
beforeAll(async () => {
  workspace = await openWorkspace()
})
afterAll(() => workspace.close())

describe('E3: facts follow the code through renames, moves and removal', () => {
  const repository = buildRepository()
  let path: string
  const sync = async () => {
    path = await repository.write()
    return workspace.ingest(path, { name: 'test/e3' })
  }
  const placesOf = (fact: string) => workspace.graph('e3').run(factPlaces, { fact })
  const changesOf = async (ref: string) =>
    (await workspace.entities('e3'))
      .filter(({ edge, to }) => edge === 'MODIFIES' && to === ref)
      .map(({ from }) => from)
      .sort()
  const remember = (fact: string, about: string) =>
    workspace.graph('e3').run(saveFact, { fact, about: storedKey(about) })
  const pull = (number: number, title: string, change: object) =>
    repository.pullRequest({ number, title, style: 'squash', commits: [change] })

  beforeAll(async () => {
    repository.commit({ files: { 'a.py': `${F}\n${G}` } })
    await sync()
    await remember('fact:f', 'function:a.py::f')
    await remember('fact:g', 'function:a.py::g')
  })

  test('the file is renamed', async () => {
    pull(1, 'Rename the file', { rename: { 'a.py': 'b.py' } })
    await sync()
    expect(await placesOf('fact:f')).toEqual([{ ref: 'function:b.py::f', gone: false, fresh: true }])
  })

  test('a function is renamed', async () => {
    pull(2, 'Rename g', { files: { 'b.py': `${F}\n${G.replace('def g', 'def h')}` } })
    await sync()
    expect(await placesOf('fact:g')).toEqual([{ ref: 'function:b.py::h', gone: false, fresh: false }])
  })

  test('a function moves to another file unchanged', async () => {
    pull(3, 'Move f', { files: { 'b.py': G.replace('def g', 'def h'), 'c.py': F } })
    await sync()
    expect(await placesOf('fact:f')).toEqual([{ ref: 'function:c.py::f', gone: false, fresh: true }])
    expect(await changesOf('function:c.py::f')).toEqual(expect.arrayContaining(['pr:1', 'pr:3']))
  })

  test('a function is deleted: it stays as gone, with its history and its fact', async () => {
    pull(4, 'Delete h', { files: { 'b.py': null } })
    await sync()
    expect(await placesOf('fact:g')).toEqual([{ ref: 'function:b.py::h', gone: true, fresh: false }])
    expect(await changesOf('function:b.py::h')).toContain('pr:4')
  })

  test('all of it is what a clean ingest gives', async () => {
    await workspace.ingest(path, { name: 'test/clean' })
    const clean = (await workspace.export('clean')).map((line) => line.replaceAll('test/clean', 'test/e3'))
    expect(await workspace.export('e3')).toEqual(clean)
  })
})

test('a function that only memory points at stays as gone, outside the export, until memory lets go', async () => {
  const repository = buildRepository()
  repository.commit({ files: { 'a.py': F, 'b.py': G } })
  const path = await repository.write()
  const options = { name: 'test/kept', history: false }
  await workspace.ingest(path, options)
  await workspace.graph('kept').run(saveFact, { fact: 'fact:kept', about: storedKey('function:b.py::g') })
  repository.commit({ files: { 'b.py': null } })
  await repository.write()
  for (let sync = 0; sync < 3; sync++) {
    await workspace.ingest(path, { ...options, ...(sync === 2 ? { memory: undefined } : {}) })
    const places = await workspace.graph('kept').run(factPlaces, { fact: 'fact:kept' })
    expect(places).toEqual([{ ref: 'function:b.py::g', gone: true, fresh: true }])
  }
  const nodes = async (memory: boolean) => (await workspace.entities('kept', { memory })).map(({ node }) => node)
  expect(await nodes(false)).not.toContain('function:b.py::g')
  expect(await nodes(true)).toEqual(expect.arrayContaining(['function:b.py::g', 'fact:kept']))

  await workspace.graph('kept').run(forgetFact, { fact: 'fact:kept' })
  const report = await workspace.ingest(path, options)
  expect(report.changes).toMatchObject({ nodes_deleted: 1 })
  expect(await nodes(true)).not.toContain('function:b.py::g')
})

describe('facts follow a function whose old place another one takes in the same sync', () => {
  const repository = buildRepository()
  const graph = () => workspace.graph('taken')
  const sync = async () => workspace.ingest(await repository.write(), { name: 'test/taken' })
  const placeOf = async (fact: string) => (await graph().run(factPlaces, { fact })).map(({ ref }) => ref)

  beforeAll(async () => {
    repository.commit({ files: { 'a.py': `${F}\n${G}` } })
    await sync()
    await graph().run(saveFact, { fact: 'fact:f', about: storedKey('function:a.py::f') })
    await graph().run(saveFact, { fact: 'fact:g', about: storedKey('function:a.py::g') })
  })

  test('it moved, then something new was put there', async () => {
    repository.commit({ files: { 'a.py': G, 'b.py': F } })
    repository.commit({
      files: { 'a.py': `def f(*, other):\n    with other as it:\n        return it.read()\n\n${G}` },
    })
    await sync()
    expect(await placeOf('fact:f')).toEqual(['function:b.py::f'])
    expect(await placeOf('fact:g')).toEqual(['function:a.py::g'])
  })

  test('two changed their names with each other, one of them by way of a third', async () => {
    repository.commit({ files: { 'b.py': `${F}\n${G}`, 'a.py': null } })
    await sync()
    expect(await placeOf('fact:g')).toEqual(['function:b.py::g'])
    repository.commit({ files: { 'b.py': `${F.replace('def f', 'def h')}\n${G}` } })
    repository.commit({ files: { 'b.py': `${F.replace('def f', 'def h')}\n${G.replace('def g', 'def f')}` } })
    repository.commit({ files: { 'b.py': `${F.replace('def f', 'def g')}\n${G.replace('def g', 'def f')}` } })
    await sync()
    expect(await placeOf('fact:f')).toEqual(['function:b.py::g'])
    expect(await placeOf('fact:g')).toEqual(['function:b.py::f'])
  })

  test('a sync that finds nothing new leaves them where they are', async () => {
    repository.commit({ files: { 'note.txt': 'nothing' } })
    await sync()
    expect(await placeOf('fact:f')).toEqual(['function:b.py::g'])
    expect(await placeOf('fact:g')).toEqual(['function:b.py::f'])
  })
})
