/**
 * kill -9 at random points of a whole ingest, clone and records included. Readers see the old graph or the new one, and the
 * next run ends where an undisturbed one does.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NotFoundError } from '../../src/errors.ts'
import type { IngestOptions } from '../../src/ingest/ingest-repository.ts'
import { type GitHubServer, openGitHubServer, TOKEN } from '../fakes/github/github-server.ts'
import type { FakePullRequest } from '../fakes/github/world.ts'
import { buildRepository } from '../fixtures/build-repository.ts'
import { account, pullRecord, recordsFile, remark, review } from '../fixtures/github-records.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'

const SCRIPT = fileURLToPath(new URL('../fixtures/ingest-process.ts', import.meta.url))
/** Of each kind of source. */
const KILLS = 10
const TIMEOUT_MS = 600_000
const SEED = 20_261_130

/** When to kill, as a part of the time that the run before took. */
const moments = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), { seed: SEED, numRuns: 2 * KILLS })

let workspace: Workspace
beforeAll(async () => {
  workspace = await openWorkspace()
})
afterAll(() => workspace.close())

/** Knows nothing of earlier ingests, as a new process does; the threads may stay. */
const forgetful = () => ({ ...workspace.memory, facts: new Map(), history: new Map(), digests: new Map() })

const FILES = 12
const source = (file: number, turn: number) =>
  Array.from({ length: 8 }, (_, n) => `def f${file}_${n}(a):\n    return f${file}_${(n + 1) % 8}(a + ${turn})\n`).join(
    '\n\n',
  )
const lin = { login: 'lin', id: 7, name: 'Lin' }

/** A repository that grows by a pull request at a time. */
function growing() {
  const repository = buildRepository()
  const files = (turn: number) =>
    Object.fromEntries(
      Array.from({ length: FILES }, (_, n) => [`pkg/m${n}.py`, source(n, n % 3 === turn % 3 ? turn : 0)]),
    )
  repository.commit({ files: files(0) })
  let number = 0
  return {
    write: () => repository.write(),
    async grow() {
      number++
      const commits = [{ files: files(number) }]
      const { landed } = repository.pullRequest({ number, title: `Change ${number}`, style: 'squash', commits })
      await repository.write()
      return { number, sha: landed.sha }
    },
  }
}

/** An ingest whose process is killed when the moment has come, while somebody reads. Milliseconds that it ran. */
async function killed(path: string, name: string, options: Partial<IngestOptions>, moment: number, usual: number) {
  const args = ['--import', 'tsx', SCRIPT, workspace.dataDir, path, name, JSON.stringify(options)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  await once(lines, 'line')
  const started = performance.now()
  const reading = readUntilExit(child, name)
  await Promise.race([exit, sleep(moment * usual)])
  child.kill('SIGKILL')
  await exit
  return { seen: await reading, ms: performance.now() - started }
}

/** Every different state that a reader saw. */
async function readUntilExit(child: ChildProcess, name: string): Promise<string[]> {
  const seen = new Set<string>()
  do {
    seen.add(await stateOf(name))
    await sleep(50)
  } while (child.exitCode === null && child.signalCode === null)
  seen.add(await stateOf(name))
  return [...seen]
}

const NOTHING = 'not indexed'

async function stateOf(name: string): Promise<string> {
  try {
    return (await workspace.export(name.slice('test/'.length))).join('\n')
  } catch (error) {
    if (error instanceof NotFoundError) return NOTHING
    throw error
  }
}

interface Round {
  readonly path: string
  readonly name: string
  readonly options: Partial<IngestOptions>
  /** Something to ingest. */
  grow(): Promise<void>
  /** A place where nothing is known yet, for the same content. */
  clean(): Promise<string>
}

/** Kills an ingest and lets the next one complete it; every second time the repository is a new one. */
async function rounds(open: (turn: number) => Promise<Round>, parts: readonly number[]): Promise<void> {
  let usual = 1_000
  let interrupted = 0
  let round: Round | undefined
  for (const [turn, part] of parts.entries()) {
    if (round === undefined || turn % 2 === 0) round = await open(turn)
    await round.grow()
    const { path, name, options } = round
    const old = await stateOf(name)
    const { seen, ms } = await killed(path, name, options, part, usual)
    const started = performance.now()
    await workspace.ingest(path, { name, memory: forgetful(), ...options })
    usual = (usual + performance.now() - started) / 2
    const wanted = await round.clean()
    expect(await stateOf(name)).toBe(wanted)
    for (const state of seen) expect([old, wanted]).toContain(state)
    if (ms < usual) interrupted++
  }
  expect(interrupted).toBeGreaterThan(parts.length / 2)
}

describe(`${KILLS} random kills`, () => {
  it('of the ingest of a local repository with a file of records', { timeout: TIMEOUT_MS }, async () => {
    const open = async (turn: number): Promise<Round> => {
      const repository = growing()
      const name = `test/local-${turn}`
      const records: Parameters<typeof pullRecord>[] = []
      const written = async () => recordsFile(records.map((each) => pullRecord(...each)))
      const options = { githubData: '' }
      return {
        path: await repository.write(),
        name,
        options,
        async grow() {
          const { number, sha } = await repository.grow()
          const comments = [
            remark('pkg/m1.py', 2, { commit: sha, url: `https://github.com/test/app/pull/${number}#r` }),
          ]
          const url = `https://github.com/test/app/pull/${number}#review`
          records.push([number, { merge_commit: sha, reviews: [review(account('lin'), { url, comments })] }])
          options.githubData = await written()
        },
        async clean() {
          const dataDir = `${workspace.dataDir}/clean-${turn}-${records.length}`
          const clean = { name, dataDir, workspace: 'clean', memory: forgetful() }
          await workspace.ingest(await repository.write(), { ...options, ...clean })
          return exportOf('clean', name)
        },
      }
    }
    await rounds(open, moments.slice(0, KILLS))
  })

  describe('of the ingest of owner/name', () => {
    let server: GitHubServer
    afterAll(() => server?.close())

    it('with clone and records from GitHub', { timeout: TIMEOUT_MS }, async () => {
      const repositories: Record<string, { directory: string; pullRequests: FakePullRequest[] }> = {}
      server = await openGitHubServer({ repositories })
      const github = { apiUrl: server.url, token: TOKEN }
      const open = async (turn: number): Promise<Round> => {
        const repository = growing()
        const name = `test/remote-${turn}`
        const pullRequests: FakePullRequest[] = []
        repositories[name] = { directory: await repository.write(), pullRequests }
        return {
          path: name,
          name,
          options: { github },
          async grow() {
            const { number, sha } = await repository.grow()
            pullRequests.push({ number, title: `Change ${number}`, mergeCommit: sha, reviews: [{ author: lin }] })
          },
          async clean() {
            const dataDir = `${workspace.dataDir}/clean-remote-${turn}-${pullRequests.length}`
            await workspace.ingest(name, { name, dataDir, workspace: 'clean', memory: forgetful(), github })
            return exportOf('clean', name)
          },
        }
      }
      await rounds(open, moments.slice(KILLS))
    })
  })
})

async function exportOf(of: string, name: string): Promise<string> {
  const { exportGraph } = await import('../../src/ingest/export-graph.ts')
  const lines: string[] = []
  for await (const line of exportGraph(workspace.database.graph(`repobrain:${of}:${name}`))) lines.push(line)
  return lines.join('\n')
}
