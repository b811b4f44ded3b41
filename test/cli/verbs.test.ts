/** Every verb on the sample project, one after the other, as a person would use them. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../src/agent/answer.ts'
import { openBundle } from '../../src/git/open-bundle.ts'
import { runRepobrain, runRepobrainWith } from '../fixtures/run-repobrain.ts'
import { temporaryDirectory } from '../fixtures/temporary-directory.ts'

const BUNDLE = fileURLToPath(new URL('../../demo/sample.bundle', import.meta.url))
const WHY = 'why is `retry_delay` written like this, and who should I ask?'

const folder = temporaryDirectory()
const data = join(folder, 'data')
const here = (...argv: string[]) => runRepobrain(...argv, '--data', data)
const json = async <T>(...argv: string[]) => JSON.parse((await here(...argv, '--json')).stdout) as T

beforeAll(async () => {
  const { gitDir } = await openBundle(BUNDLE, join(folder, 'ferry.git'))
  cpSync(gitDir, join(folder, 'second.git'), { recursive: true })
})

describe('before anything is indexed', () => {
  it.each([
    [['ask', 'why?'], 'No repository is indexed yet.'],
    [['export'], 'No repository is indexed yet.'],
    [['ask', '--repo', 'a/b', 'why?'], 'a/b is not indexed'],
  ])('%j exits 3 and says what to do', async (argv, message) => {
    const { exitCode, stderr } = await here(...argv)
    expect(exitCode).toBe(3)
    expect(stderr).toContain(message)
    expect(stderr.trim().split('\n')).toHaveLength(2)
  })

  it('status and doctor are fine with it', async () => {
    expect(await json('status')).toEqual({ workspace: 'local', repositories: [] })
    const doctor = await here('doctor')
    expect(doctor.exitCode).toBe(0)
    expect(doctor.stdout).toContain('Ingest a repository')
  })
})

describe('with one repository', () => {
  it('ingest shows its stages and ends with a report', async () => {
    const { exitCode, stdout, stderr } = await here('ingest', join(folder, 'ferry.git'), '--name', 'sample/ferry')
    expect(exitCode).toBe(0)
    expect(stdout).toContain('sample/ferry is indexed at a114421 (main).')
    expect(stdout).toMatch(/changes +15 pull requests, 3 direct commits/)
    expect(stderr).toContain('Walking history …')
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  })

  it('ingest again finds nothing to write', async () => {
    const report = await json<{ changes: Record<string, number> }>(
      'ingest',
      join(folder, 'ferry.git'),
      '--name',
      'sample/ferry',
    )
    expect(Object.values(report.changes)).toEqual([0, 0, 0, 0])
  })

  it('ask names the function with its lines, the change, the issue and the person, on 80 columns', async () => {
    const { exitCode, stdout } = await here('ask', WHY)
    expect(exitCode).toBe(0)
    for (const part of ['src/ferry/backoff.py:18', 'PR #26', '#25', 'Jonas Okafor', 'Path', 'Sources'])
      expect(stdout).toContain(part)
    expect(stdout).toContain('retry_delay ← MODIFIES — PR #26 — FIXES → #25')
    expect(stdout.split('\n').filter((line) => line.length > 80 && !line.includes('https://'))).toEqual([])
  })

  it('ask --json prints the answer, whose every citation is in its evidence', async () => {
    const answer = await json<Answer>('ask', WHY)
    expect(answer.subjects).toMatchObject([{ path: 'src/ferry/backoff.py', qualified_name: 'retry_delay' }])
    const refs = answer.evidence.map(({ ref }) => ref)
    for (const [, ref] of answer.text.matchAll(/\[(\d+)\]/g)) expect(refs).toContain(Number(ref))
  })

  it('ask in the same session knows what came before', async () => {
    await here('ask', '--session', 'thread', WHY)
    const answer = await json<Answer>('ask', '--session', 'thread', 'and who calls it?')
    expect(answer.session).toBe('thread')
    expect(answer.subjects[0]?.qualified_name).toBe('retry_delay')
  })

  it('ask never sends people to themselves', async () => {
    const answer = await json<Answer>('ask', '--as', 'Jonas Okafor', 'who should I ask about `retry_delay`?')
    const experts = answer.evidence.filter(({ role }) => role === 'expert')
    expect(experts.map((person) => person.kind === 'person' && person.name)).not.toContain('Jonas Okafor')
  })

  it('ask exits 3 for a function that does not exist', async () => {
    const { exitCode, stdout } = await here('ask', 'why is `no_such_function` like this?')
    expect(exitCode).toBe(3)
    expect(stdout).toContain('no_such_function')
  })

  it.each([
    ['retry_delay', 'function:src/ferry/backoff.py::retry_delay'],
    ['src/ferry/backoff.py', 'file:src/ferry/backoff.py'],
    ['#26', 'pr:26'],
    ['25', 'issue:25'],
    ['@jonas-okafor', 'person:jonas-okafor'],
    ['Jonas Okafor', 'person:jonas-okafor'],
    ['pr:24', 'pr:24'],
  ])('show %s finds %s', async (what, node) => {
    expect(await json('show', what)).toMatchObject({ repository: 'sample/ferry', node })
    expect((await here('show', what)).stdout).toContain(node)
  })

  it.each(['no_such_thing', '#9999', '@nobody', 'pr:9999'])('show %s exits 3', async (what) => {
    expect((await here('show', what)).exitCode).toBe(3)
  })

  it('export prints JSON lines, nodes before edges; with --json one document of the same', async () => {
    const lines = (await here('export')).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { node?: string; edge?: string })
    const firstEdge = lines.findIndex(({ edge }) => edge !== undefined)
    expect(firstEdge).toBeGreaterThan(0)
    expect(lines.slice(firstEdge).every(({ edge }) => edge !== undefined)).toBe(true)
    expect(await json('export')).toEqual(lines)
  })

  it('status says how far the index is behind', async () => {
    await here('ingest', join(folder, 'ferry.git'), '--name', 'sample/ferry', '--at', 'demo/start')
    expect((await here('status')).stdout).toMatch(
      /sample\/ferry: at 6d55949 \(main\), indexed just now, 3 commits behind\./,
    )
    expect(await json('status')).toMatchObject({ repositories: [{ repository: 'sample/ferry', behind: 3 }] })
  })

  it('doctor checks configuration, programs, disk, database and graph', async () => {
    const doctor = await json<{ ok: boolean; checks: { name: string; ok: boolean }[] }>('doctor')
    expect(doctor.ok).toBe(true)
    expect(doctor.checks.map(({ name }) => name)).toEqual([
      'configuration',
      'node',
      'git',
      'data folder',
      'github',
      'model',
      'database',
      'graphs',
      'sample/ferry',
    ])
  })

  it('chat answers what is typed, in order, and keeps the thread', async () => {
    const input = `${WHY}\n/status\nand who calls it?\n/nonsense\n/quit\n`
    const { exitCode, stdout } = await runRepobrainWith({ input }, 'chat', '--data', data)
    expect(exitCode).toBe(0)
    const order = ['was last', 'sample/ferry: at', 'calle', 'There is no verb nonsense.'].map((part) =>
      stdout.indexOf(part),
    )
    expect(order.every((position) => position >= 0)).toBe(true)
    expect(order).toEqual([...order].sort((a, b) => a - b))
  })
})

describe('with two repositories', () => {
  it('asks which one is meant, and takes --repo or /use for an answer', async () => {
    await here('ingest', join(folder, 'second.git'), '--name', 'sample/second')
    const unclear = await here('ask', WHY)
    expect(unclear.exitCode).toBe(2)
    expect(unclear.stderr).toContain('sample/ferry, sample/second')
    expect((await here('ask', '--repo', 'Sample/Second', WHY)).exitCode).toBe(0)
    const chat = await runRepobrainWith({ input: `${WHY}\n/use sample/second\n${WHY}\n` }, 'chat', '--data', data)
    expect(chat.stdout).toContain('Several repositories are indexed')
    expect(chat.stdout).toContain('sample/second at a114421')
  })

  it('workspaces do not see each other', async () => {
    expect((await here('ask', '--workspace', 'other', WHY)).exitCode).toBe(3)
  })
})
