import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchRecords } from '../../src/github/fetch-records.ts'
import { readRecords } from '../../src/github/record-store.ts'
import { type GitHubServer, openGitHubServer, TOKEN } from '../fakes/github/github-server.ts'
import { temporaryDirectory } from '../fixtures/temporary-directory.ts'

const SCRIPT = fileURLToPath(new URL('../fixtures/fetch-process.ts', import.meta.url))
const KILLS = 20
/** Milliseconds after the request at which the process is killed: before the answer, while it is stored, after. */
const DELAYS_MS = [0, 4, 9, 15, 25]

const pullRequests = Array.from({ length: 230 }, (_, at) => ({
  number: at + 1,
  body: 'é'.repeat(at),
  reviews: [{ comments: [{ path: 'a.py', line: at }] }],
}))
const issues = Array.from({ length: 70 }, (_, at) => ({ number: 1_000 + at, body: `Issue\n${at}` }))

let server: GitHubServer
let onQuery = () => {}
let undisturbed: string

const fetchInto = (path: string) =>
  fetchRecords({
    apiUrl: server.url,
    token: TOKEN,
    repository: 'acme/api',
    path,
    pageSizes: { pull_requests: 10, issues: 10 },
  })

beforeAll(async () => {
  server = await openGitHubServer({
    repositories: { 'acme/api': { pullRequests, issues } },
    points: 1_000_000,
    fault: () => {
      onQuery()
      return null
    },
  })
  const path = join(temporaryDirectory(), 'records.jsonl')
  await fetchInto(path)
  undisturbed = readFileSync(path, 'utf8')
})
afterAll(() => server.close())

/** Ends a fetch without mercy some time after its second request; false when it had nothing left to do. */
async function killSoon(path: string, delayMs: number): Promise<boolean> {
  const args = ['--import', 'tsx', SCRIPT, server.url, TOKEN, path]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  let asked = 0
  const begun = new Promise<void>((resolve) => {
    onQuery = () => {
      asked++
      if (asked === 2) resolve()
    }
  })
  await Promise.race([begun, ended])
  await sleep(delayMs)
  const killed = child.kill('SIGKILL')
  await ended
  return killed
}

test(`a fetch that is killed ${KILLS} times and resumed ends as an undisturbed one`, { timeout: 180_000 }, async () => {
  const path = join(temporaryDirectory(), 'records.jsonl')
  let killed = 0
  for (let kill = 0; kill < KILLS; kill++) {
    if (await killSoon(path, DELAYS_MS[kill % DELAYS_MS.length] ?? 0)) killed++
    const numbers: number[] = []
    for await (const record of readRecords(path)) if (record.kind === 'pull_request') numbers.push(record.number)
    expect(new Set(numbers).size).toBe(numbers.length)
  }
  expect(killed).toBeGreaterThan(5)
  const report = await fetchInto(path)
  expect(report).toMatchObject({ complete: true, pull_requests: 230, issues: 70 })
  expect(readFileSync(path, 'utf8')).toBe(undisturbed)
})

test('a file that was cut off anywhere is completed', async () => {
  const growing = join(temporaryDirectory(), 'growing.jsonl')
  let asked = 0
  const states: Buffer[] = []
  onQuery = () => {
    asked++
    if (asked % 9 === 0) states.push(readFileSync(growing))
  }
  await fetchInto(growing)
  onQuery = () => {}
  const longest = states.at(-1) ?? Buffer.alloc(0)
  expect(longest.length).toBeGreaterThan(10_000)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: longest.length }), async (length) => {
      const path = join(temporaryDirectory(), 'records.jsonl')
      writeFileSync(path, longest.subarray(0, length))
      await fetchInto(path)
      expect(readFileSync(path, 'utf8')).toBe(undisturbed)
    }),
    { numRuns: 8, seed: 5 },
  )
})
