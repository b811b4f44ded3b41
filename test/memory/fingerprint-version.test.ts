import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defineQuery } from '../../src/graph/define-query.ts'
import { storedKey } from '../../src/graph/entities.ts'
import type { Fact } from '../../src/memory/fact.ts'
import { loadFacts } from '../../src/memory/load-facts.ts'
import { buildRepository } from '../fixtures/build-repository.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'
import { remember } from './remember.ts'

let workspace: Workspace
beforeAll(async () => {
  workspace = await openWorkspace()
})
afterAll(() => workspace.close())

/** The graph and its facts as an older version of the algorithm left them. */
const age = defineQuery({
  name: 'test-age',
  mode: 'write',
  params: z.object({}),
  row: z.object({}),
  cypher: `MATCH (f:Function) OPTIONAL MATCH (f)<-[a:ABOUT]-()
SET f.fingerprint = '0' + f.fingerprint, a.fingerprint = '0' + a.fingerprint
WITH count(*) AS aged MATCH (r:Repository) SET r.generation = 'another'`,
})

const fingerprints = defineQuery({
  name: 'test-fingerprints',
  mode: 'read',
  params: z.object({}),
  row: z.object({ fingerprint: z.string() }),
  cypher: 'MATCH (f:Function) RETURN f.fingerprint AS fingerprint',
})

test('a new version of the algorithm re-stamps what is as it was, and hides no change', async () => {
  const repository = buildRepository()
  const files = {
    'a.py': 'def f():\n    return 1\n',
    'b.py': 'def g():\n    return 2\n',
    'c.py': 'def h():\n    return 3\n',
  }
  repository.commit({ files })
  const path = await repository.write()
  await workspace.ingest(path)
  const graph = workspace.graph()
  const facts: Fact[] = []
  for (const ref of ['function:a.py::f', 'function:b.py::g', 'function:c.py::h']) {
    facts.push((await remember(graph, 'worth knowing', [ref])).fact)
  }
  const statuses = async () => {
    const keys = facts.map(({ ref }) => storedKey(ref))
    return (await loadFacts(graph, keys)).map(({ status, cause }) => [status, cause?.number ?? null])
  }
  const pull = (number: number, changed: Record<string, string>) =>
    repository.pullRequest({ number, title: `Change ${number}`, style: 'squash', commits: [{ files: changed }] })

  pull(1, { 'c.py': 'def h():\n    return 4\n' })
  await repository.write()
  await workspace.ingest(path)
  expect(await statuses()).toEqual([
    ['current', null],
    ['current', null],
    ['stale', 1],
  ])

  await graph.run(age, {})
  pull(2, { 'b.py': 'def g():\n    return 20\n' })
  await repository.write()
  // Of another generation: what the database holds is compared.
  await workspace.ingest(path, { memory: undefined })
  expect(await graph.run(fingerprints, {})).not.toContainEqual({ fingerprint: expect.stringMatching(/^0/) })
  expect(await statuses()).toEqual([
    ['current', null],
    ['stale', 2],
    ['stale', 1],
  ])
})
