import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildRepository } from '../fixtures/build-repository.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'

const SCRIPT = fileURLToPath(new URL('../fixtures/ingest-process.ts', import.meta.url))

let workspace: Workspace
let path: string
let old: string[]
let wanted: string[]

beforeAll(async () => {
  workspace = await openWorkspace()
  const repository = buildRepository()
  const source = (file: number, text: string) =>
    Array.from({ length: 12 }, (_, n) => `def f${file}_${n}(a):\n    return f${file}_${(n + 1) % 12}(${text})\n`).join(
      '\n',
    )
  const files = (text: string) =>
    Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`pkg/m${n}.py`, source(n, text)]))
  repository.commit({ files: files('a') })
  path = await repository.write()
  for (const name of ['app', 'clean']) await workspace.ingest(path, { name: `test/${name}` })
  old = await workspace.export('app')
  repository.pullRequest({
    number: 4,
    title: 'Change everything',
    style: 'squash',
    commits: [{ files: { ...files('a + 1'), 'pkg/m3.py': null, 'pkg/new.py': 'def new(): pass\n' } }],
  })
  await repository.write()
  await workspace.ingest(path, { name: 'test/clean' })
  wanted = (await workspace.export('clean')).map((line) => line.replaceAll('test/clean', 'test/app'))
})
afterAll(() => workspace.close())

/** Ends the ingest without mercy some milliseconds after it has begun a stage. */
async function killAt(stage: string, delayMs: number): Promise<void> {
  const args = ['--import', 'tsx', SCRIPT, workspace.dataDir, path, 'test/app']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  for await (const line of createInterface({ input: child.stdout })) if (line === stage) break
  await sleep(delayMs)
  child.kill('SIGKILL')
  await ended
}

test.each([
  ['tree', 0],
  ['code', 0],
  ['code', 60],
  ['resolve', 0],
  ['history', 20],
  ['write', 0],
  ['write', 5],
  ['write', 30],
  ['done', 0],
])('an ingest killed in stage %s after %i ms leaves the old graph or the new one', async (stage, delayMs) => {
  await killAt(stage, delayMs)
  const found = await workspace.export('app')
  expect([old, wanted]).toContainEqual(found)
})

test('the next ingest completes what the killed ones began', async () => {
  await workspace.ingest(path)
  expect(await workspace.export('app')).toEqual(wanted)
  const again = await workspace.ingest(path)
  expect(again.changes).toEqual({ nodes_written: 0, nodes_deleted: 0, edges_written: 0, edges_deleted: 0 })
})
