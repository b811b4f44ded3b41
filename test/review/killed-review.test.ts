import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { GitRepository } from '../../src/git/types.ts'
import { beginReview } from '../../src/review/begin-review.ts'
import { renderComment } from '../../src/review/comment/render-comment.ts'
import { readReview, runAgent, runReview } from '../../src/review/run-review.ts'
import { AGENTS } from '../../src/review/task.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'
import { EDITED } from './fix-edits.ts'
import { openSampleWith } from './sample-heads.ts'

const SCRIPT = fileURLToPath(new URL('review-process.ts', import.meta.url))
const KILLS = 20
/** Enough that kills fall into different reviews. */
const SOME = EDITED.slice(0, 13)
/** Kills fall anywhere in this time after a review began; on any machine some fall into each agent's work. */
const LONGEST_LIFE_MS = 400

const scratch = mkdtempSync(join(tmpdir(), 'repobrain-killed-'))
let workspace: Workspace
let repository: GitRepository
const tasks: string[] = []
const comments: string[] = []

beforeAll(async () => {
  repository = await openSampleWith(SOME, join(scratch, 'sample'))
  workspace = await openWorkspace()
  await workspace.ingest(repository.gitDir, { name: 'test/app' })
  const graph = workspace.graph()
  for (const index of SOME.keys()) {
    const { task } = await beginReview(graph, repository, { base: 'main', head: `pull-${index}` }, null)
    tasks.push(task)
    comments.push(renderComment(await runReview(graph, repository, task)))
  }
}, 240_000)

afterAll(async () => {
  await workspace.close()
  rmSync(scratch, { recursive: true })
})

const commentOf = async (task: string) => renderComment(await readReview(workspace.graph(), task))

/** Reviews from a number on until killed, so long after the first of them began; returns the number of the first that is not done. */
async function reviewFrom(first: number, lifeMs: number | null): Promise<number> {
  const { name } = workspace.graph()
  const args = [
    '--import',
    'tsx',
    SCRIPT,
    workspace.dataDir,
    name,
    repository.gitDir,
    String(first),
    String(tasks.length),
  ]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  let next = first
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === `begin ${first}` && lifeMs !== null) void sleep(lifeMs).then(() => child.kill('SIGKILL'))
    const done = /^done (\d+)$/.exec(line)?.[1]
    if (done !== undefined) next = Number(done) + 1
  }
  await ended
  return next
}

it('a review that is killed at any point goes on to the same comment', async () => {
  let seed = 20_260_212
  const random = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return seed / 2 ** 32
  }
  let next = 0
  for (let kill = 0; kill < KILLS; kill++) {
    next = await reviewFrom(next % tasks.length, random() * LONGEST_LIFE_MS)
  }
  await reviewFrom(next % tasks.length, null)
  for (const [index, task] of tasks.entries()) expect(await commentOf(task)).toBe(comments[index])
}, 240_000)

it('agents that run one after the other, each knowing only the graph, make the same comment', async () => {
  const graph = workspace.graph()
  for (const index of [0, 3, 8]) {
    const { task } = await beginReview(graph, repository, { base: 'main', head: `pull-${index}` }, null)
    for (const agent of AGENTS) await runAgent(agent, workspace.database.graph(graph.name), repository, task)
    expect(await commentOf(task)).toBe(comments[index])
  }
})

it('an agent says so when the one before it has not written its note', async () => {
  const { task } = await beginReview(workspace.graph(), repository, { base: 'main', head: 'pull-0' }, null)
  await expect(runAgent('historian', workspace.graph(), repository, task)).rejects.toThrow(
    'impact agent has not written',
  )
})

it('tasks and notes survive a sync, and follow what they are about', async () => {
  const count = async () =>
    (await workspace.entities('app', { memory: true })).filter(({ label, edge }) => label === 'Note' || edge === 'ON')
      .length
  const before = await count()
  expect(before).toBeGreaterThan(0)
  await workspace.ingest(repository.gitDir, { name: 'test/app', at: 'pull-12' })
  expect(await count()).toBe(before)
  const targets = (await workspace.entities('app', { memory: true })).filter(({ edge }) => edge === 'TARGETS')
  expect(targets.map(({ to }) => to)).toContain('function:src/ferry/retries.py::retry_delay')
})
