/** H2: real processes on one database, killed without mercy; the chat server is on loopback. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { createDigestSettings } from '../../src/settings/digest-settings.ts'
import { temporaryDatabase } from '../graph/temporary-database.ts'
import { wantDigest, writePulls } from './repository.ts'

const SCRIPT = fileURLToPath(new URL('../fixtures/digest-process.ts', import.meta.url))
const LEASE_MS = 2_000
const NINE = '2026-06-02T09:00:00Z'

interface Attempt {
  readonly pid: number
  readonly key: string
}

/** Posts are seen once for each key; `onPost` may let a post wait for ever, before or after it is seen. */
async function startChat(onPost: (attempt: Attempt) => 'before' | 'after' | null) {
  const seen = new Map<string, string>()
  const attempts: Attempt[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { pid, body } = JSON.parse(Buffer.concat(chunks).toString()) as {
      pid: number
      body: { key: string; text: string }
    }
    const attempt = { pid, key: body.key }
    attempts.push(attempt)
    const lost = onPost(attempt)
    if (lost !== 'before') seen.set(body.key, body.text)
    if (lost === null) response.end(`id of ${body.key}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    attempts,
    close: () => server.closeAllConnections() ?? server.close(),
  }
}

const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** A replica whose clock is so much ahead of ours. */
async function startReplica(dataDir: string, url: string, aheadMs: number): Promise<ChildProcess> {
  const args = ['--import', 'tsx', SCRIPT, dataDir, url, String(aheadMs), String(LEASE_MS)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

describe('H2: several processes on one database', () => {
  it.each(['before', 'after'] as const)(
    'post one digest when the one that is at it dies %s the post is seen',
    async (stage) => {
      const { database, dataDir } = await temporaryDatabase()
      await writePulls(database, [{ number: 1, mergedAt: '2026-06-01T20:00:00Z' }])
      await wantDigest(database, 'C', { at: '2026-06-01T12:00:00Z' })
      let victim: number | null = null
      const chat = await startChat(({ pid }) => {
        if (victim !== null) return null
        victim = pid
        process.kill(pid, 'SIGKILL')
        return stage
      })
      const aheadMs = Date.parse(NINE) - Date.now() - 500
      const replicas = await Promise.all([1, 2].map(() => startReplica(dataDir, chat.url, aheadMs)))
      await until(async () => (await lastDay(database)) === '2026-06-02')
      expect(chat.attempts.map(({ pid }) => pid === victim)).toEqual([true, false])
      expect(new Set(chat.attempts.map(({ key }) => key)).size).toBe(1)

      replicas.push(await startReplica(dataDir, chat.url, aheadMs))
      await sleep(2_500)
      expect(chat.attempts).toHaveLength(2)
      expect([...chat.seen.values()]).toEqual([expect.stringContaining('[#1]')])
      for (const replica of replicas) replica.kill('SIGKILL')
      chat.close()
    },
    180_000,
  )
})

const lastDay = async (database: Parameters<typeof createDigestSettings>[0]) =>
  (await createDigestSettings(database, 'local').find('C'))?.day

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(100)
}
