/** An ingest that finds the same inputs as the last one, and the graph as that one left it, is done. */
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { defineQuery } from '../../src/graph/define-query.ts'
import type { IngestOptions } from '../../src/ingest/ingest-repository.ts'
import { buildRepository, type RepositoryBuilder } from '../fixtures/build-repository.ts'
import { pullRecord, recordsFile } from '../fixtures/github-records.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'

const UNCHANGED = { nodes_written: 0, nodes_deleted: 0, edges_written: 0, edges_deleted: 0 }

let workspace: Workspace
beforeAll(async () => {
  workspace = await openWorkspace()
})
afterAll(() => workspace.close())

let name = ''
let count = 0
let repository: RepositoryBuilder
let path: string
beforeEach(async () => {
  name = `r${++count}`
  repository = buildRepository()
  repository.commit({ files: { 'a.py': 'def f(): return g()\ndef g(): return 1\n' } })
  path = await repository.write()
})

/** `looked`: whether the repository was read at all. */
async function ingest(options: Partial<IngestOptions> = {}) {
  let looked = false
  const onProgress = () => {
    looked = true
  }
  const report = await workspace.ingest(path, { name: `test/${name}`, onProgress, ...options })
  return { report, looked }
}

test('nothing is read again, and the report is that of the ingest that made the graph', async () => {
  const first = await ingest()
  const { report, looked } = await ingest()
  expect(looked).toBe(false)
  expect(report).toEqual({
    ...first.report,
    code: { ...first.report.code, files_cached: 1 },
    changes: UNCHANGED,
    seconds: report.seconds,
  })
})

test('a process that does not know the last ingest looks at everything and finds nothing to change', async () => {
  await ingest()
  rmSync(join(workspace.dataDir, 'manifests'), { recursive: true })
  const { report, looked } = await ingest()
  expect(looked).toBe(true)
  expect(report.changes).toEqual(UNCHANGED)
})

test.each<[string, () => Promise<Partial<IngestOptions>>]>([
  ['a new commit', async () => commitMore({ files: { 'b.py': 'def h(): pass\n' } })],
  ['a commit that changes no code', async () => commitMore({ files: { 'README.md': 'More.\n' } })],
  ['fewer changes of the history', async () => ({ prs: 1 })],
  ['the code alone', async () => ({ history: false })],
  ['a revision', async () => ({ at: 'HEAD' })],
  ['a smaller limit for files', async () => ({ maxFileBytes: 10 })],
  ['records of GitHub', async () => ({ githubData: recordsFile([pullRecord(1, { state: 'open' })]) })],
])('%s is looked at', async (_, change) => {
  await ingest()
  const options = await change()
  expect((await ingest(options)).looked).toBe(true)
  expect((await ingest(options)).looked).toBe(false)
})

async function commitMore(commit: Parameters<RepositoryBuilder['commit']>[0]) {
  repository.commit(commit)
  await repository.write()
  return {}
}

test('records with other content are looked at under the same name of a file', async () => {
  const githubData = recordsFile([pullRecord(1, { state: 'open', title: 'One' })])
  await ingest({ githubData })
  renameSync(recordsFile([pullRecord(1, { state: 'open', title: 'Two' })]), githubData)
  await ingest({ githubData })
  expect(await workspace.export(name)).toContainEqual(expect.stringContaining('"title":"Two"'))
})

test('a graph that somebody else changed, or deleted, is made right', async () => {
  await ingest()
  const wanted = await workspace.export(name)
  await workspace.graph(name).run(takeAway, {})
  expect((await ingest()).report.changes).toMatchObject({ nodes_written: 1 })
  expect(await workspace.export(name)).toEqual(wanted)
})

/** As a restored backup of an earlier state would be: another generation, and less in it. */
const takeAway = defineQuery({
  name: 'test-take-away',
  mode: 'write',
  params: z.object({}),
  row: z.object({}),
  cypher: "MATCH (r:Repository) SET r.generation = 'earlier' WITH r MATCH (f:Function {name: 'g'}) DELETE f",
})
