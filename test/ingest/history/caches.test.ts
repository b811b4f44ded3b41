import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildRepository } from '../../fixtures/build-repository.ts'
import { cacheFolder, historyOf } from './history-of.ts'

const source = (value: number) => `def f():\n    return ${value}\n\n\ndef g():\n    return ${value + 1}\n`

function growing() {
  const repo = buildRepository()
  const start = repo.commit({ files: { 'a.py': source(0) } })
  repo.pullRequest({ number: 1, title: 'One', style: 'merge', commits: [{ files: { 'a.py': source(1) } }] })
  const grow = () => {
    const side = repo.commit({ branch: 'stable', start, message: 'Side (#2)', files: { 'c.py': source(9) } })
    repo.commit({ message: 'Move (#3)', rename: { 'a.py': 'b.py' } })
    repo.merge(side, {
      message: "Merge branch 'stable'",
      files: { 'a.py': null, 'b.py': source(1), 'c.py': source(9) },
    })
    repo.commit({ message: 'Change (#4)', files: { 'b.py': source(5) } })
  }
  return { repo, grow }
}

const stepsFile = (folder: string) =>
  join(folder, readdirSync(folder).find((name) => name.startsWith('steps-')) ?? 'missing')
const lines = (file: string) => readFileSync(file, 'utf8').split('\n').filter(Boolean).length

it('history read step by step equals history read at once, and maps only what is new', async () => {
  const cacheDir = cacheFolder()
  const { repo, grow } = growing()
  await historyOf(await repo.write(), { cacheDir })
  const before = lines(stepsFile(cacheDir))
  grow()
  const path = await repo.write()
  const stepwise = await historyOf(path, { cacheDir })
  expect(stepwise.part).toEqual((await historyOf(path)).part)
  expect([before, lines(stepsFile(cacheDir))]).toEqual([2, 6])
})

it('a running process goes on from what it remembers, to the same history, also back and forth', async () => {
  const options = { cacheDir: cacheFolder(), memory: new Map() }
  const { repo, grow } = growing()
  const path = await repo.write()
  const first = await historyOf(path, options)
  grow()
  await repo.write()
  const grown = await historyOf(path, options)
  expect(grown.part).toEqual((await historyOf(path)).part)
  const side = repo.commit({ branch: 'late', message: 'Late (#5)', files: { 'd.py': source(3) } })
  repo.merge(side, { message: "Merge branch 'late'" })
  repo.commit({ message: 'Back (#6)', rename: { 'b.py': 'a.py' } })
  await repo.write()
  expect((await historyOf(path, options)).part).toEqual((await historyOf(path)).part)
  const start = await historyOf(path, { ...options, at: 'HEAD~5' })
  expect(start.part).toEqual(first.part)
  expect((await historyOf(path, options)).part).toEqual((await historyOf(path)).part)
})

it('what a crash left half written is read again from git', async () => {
  const cacheDir = cacheFolder()
  const { repo, grow } = growing()
  grow()
  const path = await repo.write()
  const whole = await historyOf(path, { cacheDir })
  for (const file of [stepsFile(cacheDir), join(cacheDir, 'commits.jsonl')]) {
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.slice(0, Math.floor(text.length / 2)))
  }
  expect((await historyOf(path, { cacheDir })).part).toEqual(whole.part)
  expect((await historyOf(path, { cacheDir })).part).toEqual(whole.part)
})

it('a commit lost from the middle of the cache is found again', async () => {
  const cacheDir = cacheFolder()
  const { repo } = growing()
  const path = await repo.write()
  const whole = await historyOf(path, { cacheDir })
  const file = join(cacheDir, 'commits.jsonl')
  const [, ...rest] = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, rest.join('\n'))
  appendFileSync(file, '{"torn')
  expect((await historyOf(path, { cacheDir })).part).toEqual(whole.part)
})

it('after a force-push the history is that of the new branch alone', async () => {
  const cacheDir = cacheFolder()
  const { repo } = growing()
  await historyOf(await repo.write(), { cacheDir })
  const other = growing()
  other.repo.commit({ message: 'Rewritten (#8)', files: { 'a.py': source(7) } })
  const path = await other.repo.write()
  expect((await historyOf(path, { cacheDir })).part).toEqual((await historyOf(path)).part)
})
