/** `digest` on the sample project, whose history is in the past. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import type { Digest } from '../../src/digest/digest.ts'
import { openBundle } from '../../src/git/open-bundle.ts'
import { runRepobrain } from '../fixtures/run-repobrain.ts'
import { temporaryDirectory } from '../fixtures/temporary-directory.ts'

const BUNDLE = fileURLToPath(new URL('../../demo/sample.bundle', import.meta.url))
const folder = temporaryDirectory()
const here = (...argv: string[]) => runRepobrain(...argv, '--data', join(folder, 'data'))
const json = async (...argv: string[]) => JSON.parse((await here('digest', ...argv, '--json')).stdout) as Digest

beforeAll(async () => {
  const { gitDir } = await openBundle(BUNDLE, join(folder, 'ferry.git'))
  await here('ingest', gitDir, '--name', 'sample/ferry', '--at', 'demo/start')
  await here('remember', 'it doubles from attempt to attempt', '--about', 'retry_delay', '--as', 'Ann')
  await here('ingest', gitDir, '--name', 'sample/ferry')
})

it('says what is new once, and again only when it was a dry run or a time is given', async () => {
  const first = await here('digest', '--dry-run')
  expect(first.stdout).toMatch(/A fact needs another look\s+1\. 🟠 Stale: code changed in PR #26/)
  expect((await json('--dry-run')).facts).toHaveLength(1)
  expect((await json()).facts).toHaveLength(1)
  expect((await json()).facts).toEqual([])
  expect((await here('digest')).stdout).toMatch(/^Nothing is new in sample\/ferry since \w+, \d+ \w+, \d\d:\d\d\.$/m)
  expect((await json('--since', '2w')).facts).toHaveLength(1)
  expect((await json('--since', '2000-01-01')).pulls.map(({ number }) => number)).toContain(26)
})

it.each([
  ['yesterday', '“yesterday” is no time.'],
  ['2100-01-01', '2100-01-01 is yet to come.'],
  ['2026-13-01', '“2026-13-01” is no time.'],
])('refuses --since %s', async (since, problem) => {
  const { exitCode, stderr } = await here('digest', '--since', since)
  expect(exitCode).toBe(2)
  expect(stderr).toContain(problem)
  expect(stderr).toContain('2026-03-01T09:00+01:00, 24h, 3d or 2w')
})
