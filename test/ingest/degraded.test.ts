import { afterAll, beforeAll, expect, test } from 'vitest'
import { languages } from '../../src/code/languages.ts'
import { repositoryState } from '../../src/graph/queries/repository-state.ts'
import { buildRepository } from '../fixtures/build-repository.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'

let workspace: Workspace
let path: string
beforeAll(async () => {
  workspace = await openWorkspace()
  const repository = buildRepository()
  const files = Array.from({ length: 19 }, (_, n) => [`m${n}.py`, `from pay import charge\ndef f${n}(): charge()\n`])
  repository.commit({ files: { ...Object.fromEntries(files), 'pay.py': 'def charge(): pass\n' } })
  path = await repository.write()
})
afterAll(() => workspace.close())

const state = async () => (await workspace.graph().run(repositoryState, {}))[0]

test('D11: a resolver that throws degrades the index, with numbers, and keeps the rest of it', async () => {
  const broken = languages.map((language) => ({
    ...language,
    resolve: () => {
      throw new Error('boom')
    },
  }))
  const report = await workspace.ingest(path, { languages: broken, history: false })
  expect(report).toMatchObject({ status: 'degraded', code: { functions: 20, calls: {} } })
  expect(report.code?.call_failures).toHaveLength(20)
  expect(report.missing).toContain('calls in 20 of 20 files could not be resolved')
  expect(await state()).toMatchObject({ status: 'degraded', calls_failed_files: 20 })
})

test('D11: failures of some files cost their calls only', async () => {
  const failing = new Set(['m1.py', 'm2.py', 'm3.py'])
  const partly = languages.map((language) => ({
    ...language,
    resolve: (files: Parameters<typeof language.resolve>[0]) => {
      const resolution = language.resolve(new Map([...files].filter(([file]) => !failing.has(file))))
      return { ...resolution, failures: [...failing].map((file) => ({ path: file, reason: 'boom' })) }
    },
  }))
  const report = await workspace.ingest(path, { languages: partly, history: false })
  expect(report).toMatchObject({ status: 'degraded', code: { functions: 20, calls: { import: 16 } } })
  expect(await state()).toMatchObject({ status: 'degraded', calls_failed_files: 3 })
})

test('D11: the next ingest that resolves everything mends the graph', async () => {
  const report = await workspace.ingest(path, { history: false })
  expect(report).toMatchObject({ status: 'complete', code: { calls: { import: 19 } } })
  expect(await state()).toMatchObject({ status: 'complete', calls_failed_files: 0 })
})
