import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SyncOutcome, syncRepositories, watchRepositories } from '../../src/ingest/sync-repositories.ts'
import { buildRepository } from '../fixtures/build-repository.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'

let workspace: Workspace
beforeAll(async () => {
  workspace = await openWorkspace()
})
afterAll(() => workspace.close())

const options = () => ({
  database: workspace.database,
  dataDir: workspace.dataDir,
  memory: workspace.memory,
  workspace: 'local',
})

test('a repository that cannot be synced does not keep the others from it', async () => {
  const gone = buildRepository()
  gone.commit({ files: { 'a.py': 'def a(): pass\n' } })
  const directory = await gone.write()
  await workspace.ingest(directory, { name: 'test/gone' })
  rmSync(directory, { recursive: true })
  const kept = buildRepository()
  kept.commit({ files: { 'a.py': 'def a(): pass\n' } })
  await workspace.ingest(await kept.write(), { name: 'test/kept' })
  const tip = kept.commit({ files: { 'b.py': 'def b(): pass\n' } })
  await kept.write()
  const [first, second] = await syncRepositories(['test/gone', 'test/kept'], options())
  expect(first).toMatchObject({ name: 'test/gone', report: null, error: { name: 'NotFoundError' } })
  expect(second).toMatchObject({ report: { repository: 'test/kept', commit: tip.sha }, error: null })
})

test('a sync keeps to what was asked for at the ingest', async () => {
  const repository = buildRepository()
  for (const turn of [1, 2, 3]) repository.commit({ files: { 'a.py': `def a():\n    return ${turn}\n` } })
  const path = await repository.write()
  await workspace.ingest(path, { name: 'test/short', prs: 2 })
  await workspace.ingest(path, { name: 'test/code', history: false })
  for (const name of ['short', 'code']) {
    const before = await workspace.export(name)
    await syncRepositories([`test/${name}`], options())
    expect(await workspace.export(name)).toEqual(before)
  }
})

test('a watch goes on after failures, and ends with its signal', async () => {
  const end = new AbortController()
  const failures: unknown[] = []
  const rounds: (readonly SyncOutcome[])[] = []
  let asked = 0
  await watchRepositories(
    {
      pauseMs: 1,
      signal: end.signal,
      async names() {
        asked++
        if (asked === 1) throw new Error('the database is away')
        return ['test/kept']
      },
      onFailure: (error) => failures.push(error),
      onOutcomes(outcomes) {
        rounds.push(outcomes)
        if (rounds.length === 2) end.abort()
      },
    },
    options(),
  )
  expect(failures).toMatchObject([{ message: 'the database is away' }])
  expect(rounds.flat().map(({ name, error }) => [name, error])).toEqual([
    ['test/kept', null],
    ['test/kept', null],
  ])
})
