/** The verbs of memory on the sample project: a fact, a sync that changes its code, and what was answered before. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import type { Answer } from '../../src/agent/answer.ts'
import { openBundle } from '../../src/git/open-bundle.ts'
import type { Fact } from '../../src/memory/fact.ts'
import type { VerifiedEpisode } from '../../src/memory/verify-episode.ts'
import { runRepobrain } from '../fixtures/run-repobrain.ts'
import { temporaryDirectory } from '../fixtures/temporary-directory.ts'

const BUNDLE = fileURLToPath(new URL('../../demo/sample.bundle', import.meta.url))
const folder = temporaryDirectory()
const here = (...argv: string[]) => runRepobrain(...argv, '--data', join(folder, 'data'))
const json = async <T>(...argv: string[]) => JSON.parse((await here(...argv, '--json')).stdout) as T

let source: string
beforeAll(async () => {
  source = (await openBundle(BUNDLE, join(folder, 'ferry.git'))).gitDir
})

it('remember, facts, verify, still-true, retire and forget', async () => {
  expect((await here('ingest', source, '--name', 'sample/ferry', '--at', 'demo/start')).exitCode).toBe(0)
  const saved = await here('remember', 'it doubles from attempt to attempt', '--about', 'retry_delay', '--as', 'Ann')
  expect(saved.stdout).toMatch(/^Remembered on `retry_delay` as `\w+`/)
  expect((await here('remember', 'lost', '--about', 'nothing_here')).exitCode).toBe(3)
  const { episode } = await json<Answer>('ask', 'why is `retry_delay` like this?')

  await here('ingest', source, '--name', 'sample/ferry')
  const { facts } = await json<{ facts: Fact[] }>('facts', '--stale')
  expect(facts).toMatchObject([{ status: 'stale', cause: { number: 26 }, text: 'it doubles from attempt to attempt' }])
  const id = facts[0]?.id ?? ''

  const verified = await json<VerifiedEpisode>('verify', episode.slice(0, 8))
  expect(verified.hops).toContainEqual(expect.objectContaining({ edge: 'MODIFIES', verdict: 'changed' }))
  expect((await here('verify', episode)).exitCode).toBe(1)
  expect((await here('verify', 'none')).exitCode).toBe(3)

  expect((await here('still-true', id, '--as', 'Bo')).stdout).toContain('confirmed by Bo')
  expect((await here('facts', '--stale')).stdout).toContain('No fact is out of date.')
  expect((await here('retire', id)).stdout).toContain('Retired on')
  expect((await here('forget', id)).stdout).toContain('Forgotten: “it doubles')
  expect((await here('forget', id)).exitCode).toBe(3)
})
