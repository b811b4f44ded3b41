import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildRepository } from '../fixtures/build-repository.ts'
import { runRepobrain } from '../fixtures/run-repobrain.ts'
import { temporaryDirectory } from '../fixtures/temporary-directory.ts'

const MAY_BE_WIDE = /https:\/\//

it('holds a conversation about the sample on 80 columns and shows what the sync changed', async () => {
  const { exitCode, stdout } = await runRepobrain('demo', '--data', temporaryDirectory())
  expect(exitCode).toBe(0)
  expect(stdout.match(/^── Question/gm)).toHaveLength(4)
  const changed = stdout.slice(stdout.indexOf('What the sync changed'))
  expect(changed).toContain('+ PR #24')
  expect(changed).toContain('+ PR #26')
  expect(changed).toContain('npm run -s repobrain -- chat')
  expect(stdout.split('\n').filter((line) => line.length > 80 && !MAY_BE_WIDE.test(line))).toEqual([])
})

it('does the same on any repository, with a function that the later changes touch', async () => {
  const repo = buildRepository()
  const body = (lines: number) => `def helper():\n${'    x = 1\n'.repeat(lines)}\n\ndef main():\n    helper()\n`
  repo.commit({ message: 'Start', files: { 'app.py': body(1) } })
  for (let step = 1; step <= 6; step++) {
    repo.pullRequest({
      number: step,
      title: `Step ${step}`,
      style: 'squash',
      commits: [{ files: { 'app.py': body(step + 1) } }],
    })
  }
  const path = await repo.write()
  const { exitCode, stdout } = await runRepobrain('demo', path, '--data', temporaryDirectory(), '--json')
  expect(exitCode).toBe(0)
  const { answers, changed } = JSON.parse(stdout)
  expect(answers[0].subjects[0].qualified_name).toBe('helper')
  expect(changed).toContainEqual({ what: 'new', text: 'PR #6 Step 6' })
})

it('says in words when there is nothing to talk about', async () => {
  const empty = await buildRepository().write()
  const run = await runRepobrain('demo', empty, '--data', join(temporaryDirectory(), 'data'))
  expect(run.exitCode).toBe(1)
  expect(run.stderr).toContain('has no commits yet')
})
