import { describe, expect, it } from 'vitest'
import { VERBS } from '../../src/cli/verbs.ts'
import { runRepobrain, runRepobrainWith } from '../fixtures/run-repobrain.ts'
import { temporaryDirectory } from '../fixtures/temporary-directory.ts'

describe('help', () => {
  it('names every verb, on 80 columns, and exits 0', async () => {
    const { exitCode, stdout } = await runRepobrain('--help')
    expect(exitCode).toBe(0)
    for (const verb of VERBS) expect(stdout).toContain(`  ${verb.name} `)
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  })

  it.each(VERBS.map((verb) => verb.name))('of %s shows its options and an example', async (name) => {
    const { exitCode, stdout } = await runRepobrain(name, '--help')
    expect(exitCode).toBe(0)
    for (const part of ['--json', '--data', '--workspace', `repobrain ${name}`]) expect(stdout).toContain(part)
  })

  it('prints the version', async () => {
    expect(await runRepobrain('--version')).toEqual({ exitCode: 0, stdout: 'test\n', stderr: '' })
  })
})

describe('mistakes of usage exit 2', () => {
  it.each([
    ['an unknown verb, with a suggestion', ['inget', 'x'], 'Did you mean ingest?'],
    ['an unknown option, with a suggestion', ['ask', '--jsn', 'x'], 'Did you mean --json?'],
    ['a missing argument', ['ingest'], "missing required argument 'source'"],
    ['too many arguments', ['status', 'now'], 'too many arguments'],
    ['a number that is none', ['ingest', 'a/b', '--prs', 'many'], 'For example: --prs 200'],
    ['an empty question', ['ask', ' '], 'The question is empty.'],
    ['a workspace that cannot be one', ['status', '--workspace', '../x'], 'cannot name a workspace'],
  ])('%s', async (_, argv, message) => {
    const { exitCode, stdout, stderr } = await runRepobrain(...argv)
    expect(exitCode).toBe(2)
    expect(stderr).toContain(message)
    expect(stdout).toBe('')
  })

  it('no verb at all shows the help on stderr', async () => {
    const { exitCode, stdout, stderr } = await runRepobrain()
    expect([exitCode, stdout]).toEqual([2, ''])
    expect(stderr).toContain('Usage: repobrain')
  })

  it('bad configuration names every bad variable with an example', async () => {
    const { exitCode, stderr } = await runRepobrainWith(
      { env: { FALKORDB_URL: 'nonsense', LOG_LEVEL: 'loud' } },
      'status',
    )
    expect(exitCode).toBe(2)
    for (const part of [
      'FALKORDB_URL=nonsense',
      'LOG_LEVEL=loud',
      'FALKORDB_URL=redis://localhost:6379',
      'LOG_LEVEL=info',
    ]) {
      expect(stderr).toContain(part)
    }
  })

  it('bad configuration makes the doctor exit 1', async () => {
    expect((await runRepobrainWith({ env: { LOG_LEVEL: 'loud' } }, 'doctor')).exitCode).toBe(1)
  })
})

describe('with --json', () => {
  it.each([
    [['status', '--workspace', '../x', '--json'], 2],
    [['inget', '--json'], 2],
    [['ask', '--json'], 2],
    [['status', '--json', '--data', '/dev/null/nowhere'], 1],
    [['ingest', '/nowhere/at/all', '--json', '--data', temporaryDirectory()], 3],
  ])('%j puts one document on stdout although it fails', async (argv, exitCode) => {
    const run = await runRepobrain(...argv)
    expect(run.exitCode).toBe(exitCode)
    expect(JSON.parse(run.stdout)).toEqual({
      error: { problem: expect.any(String), remedy: expect.any(String), exit_code: exitCode },
    })
  })
})
