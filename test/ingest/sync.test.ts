import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildRepository } from '../fixtures/build-repository.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'

let workspace: Workspace
beforeAll(async () => {
  workspace = await openWorkspace()
})
afterAll(() => workspace.close())

const D1 = `if PY312:
    def walk(p): return p.walk()
else:
    def walk(p): return scan(p)

def scan(p): return p

def notify(v): pass

class Job:
    @property
    def state(self): return self._s
    @state.setter
    def state(self, v): notify(v)

class Session: pass
def session(): return Session()
def _session(): return session()
`

test('D1: definitions that share a name are nodes of their own, and a re-ingest keeps them', async () => {
  const repository = buildRepository()
  repository.commit({ files: { 'jobs.py': D1 } })
  const path = await repository.write()
  await workspace.ingest(path, { name: 'test/d1' })
  const entities = await workspace.entities('d1')
  const definitions = entities.filter(({ label }) => label === 'Function' || label === 'Class').map(({ node }) => node)
  expect(definitions).toEqual([
    'class:jobs.py::Job',
    'class:jobs.py::Session',
    'function:jobs.py::Job.state',
    'function:jobs.py::Job.state~2',
    'function:jobs.py::_session',
    'function:jobs.py::notify',
    'function:jobs.py::scan',
    'function:jobs.py::session',
    'function:jobs.py::walk',
    'function:jobs.py::walk~2',
  ])
  const callers = (to: string) =>
    entities.filter(({ edge, to: end }) => edge === 'CALLS' && end === to).map(({ from }) => from)
  expect(callers('function:jobs.py::notify')).toEqual(['function:jobs.py::Job.state~2'])
  expect(callers('function:jobs.py::scan')).toEqual(['function:jobs.py::walk~2'])
  expect(callers('function:jobs.py::session')).toEqual(['function:jobs.py::_session'])

  const again = await workspace.ingest(path, { name: 'test/d1' })
  expect(again.changes).toEqual({ nodes_written: 0, nodes_deleted: 0, edges_written: 0, edges_deleted: 0 })
  repository.commit({ files: { 'other.py': 'def other(): pass\n' } })
  await repository.write()
  const grown = await workspace.ingest(path, { name: 'test/d1' })
  // The file, the function and the repository itself.
  expect(grown.changes).toMatchObject({ nodes_deleted: 0, edges_deleted: 0 })
  expect((await workspace.entities('d1')).map(({ node }) => node)).toEqual(expect.arrayContaining(definitions))
})

test('a sync writes what changed and nothing else, with and without what it remembers', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [`m${n}.py`, `def f${n}(): return g${n}()\ndef g${n}(): pass\n`]),
  )
  const repository = buildRepository()
  repository.commit({ files })
  const path = await repository.write()
  const options = { name: 'test/few', history: false }
  await workspace.ingest(path, options)
  repository.commit({ files: { 'm7.py': 'def f7(): return g7()\ndef g7(): return 1\n' } })
  await repository.write()
  const report = await workspace.ingest(path, options)
  // The repository's own node and g7.
  expect(report.changes).toEqual({ nodes_written: 2, nodes_deleted: 0, edges_written: 0, edges_deleted: 0 })

  repository.commit({ files: { 'm3.py': null } })
  await repository.write()
  const forgetful = await workspace.ingest(path, { ...options, memory: undefined })
  expect(forgetful.changes).toEqual({ nodes_written: 1, nodes_deleted: 3, edges_written: 0, edges_deleted: 3 })
})

test('a graph without its manifest is compared as it is stored', async () => {
  const repository = buildRepository()
  repository.commit({ files: { 'a.py': D1, 'b.txt': 'text' } })
  const path = await repository.write()
  const first = await openWorkspace()
  try {
    await first.ingest(path)
    const { rmSync } = await import('node:fs')
    rmSync(`${first.dataDir}/manifests`, { recursive: true })
    const again = await first.ingest(path, { memory: undefined })
    expect(again.changes).toEqual({ nodes_written: 0, nodes_deleted: 0, edges_written: 0, edges_deleted: 0 })
  } finally {
    await first.close()
  }
})

test('two ingests of one repository at once: the second waits and finds nothing to do', async () => {
  const repository = buildRepository()
  repository.commit({ files: { 'a.py': D1 } })
  const path = await repository.write()
  const waits: number[] = []
  const options = { name: 'test/twice', onWait: ({ pid }: { pid: number }) => waits.push(pid) }
  const reports = await Promise.all([workspace.ingest(path, options), workspace.ingest(path, options)])
  expect(waits).toEqual([process.pid])
  expect(reports.filter(({ changes }) => changes.nodes_written > 0)).toHaveLength(1)
})

test('equal graphs export equal bytes, whatever they were called and wherever they lie', async () => {
  const repository = buildRepository()
  repository.commit({ files: { 'a.py': D1 } })
  repository.pullRequest({
    number: 2,
    title: 'Add é',
    style: 'squash',
    commits: [{ files: { 'é.py': 'def é(): pass\n' } }],
  })
  const here = await repository.write()
  const other = await openWorkspace()
  try {
    await workspace.ingest(here, { name: 'test/bytes' })
    await other.ingest(here, { name: 'test/bytes' })
    expect(await other.export('bytes')).toEqual(await workspace.export('bytes'))
  } finally {
    await other.close()
  }
})
