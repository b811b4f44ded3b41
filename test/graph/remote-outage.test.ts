import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineQuery } from '../../src/graph/define-query.ts'
import { openDatabase } from '../../src/graph/open-database.ts'
import { findServer } from '../../src/graph/server/find-server.ts'
import { NO_CHANGES, temporaryDirectory } from './temporary-database.ts'

const countChanges = defineQuery({
  name: 'count-changes',
  mode: 'read',
  params: z.object({}),
  row: z.object({ changes: z.number() }),
  cypher: 'MATCH (p:PullRequest) RETURN count(p) AS changes',
})

async function startServer(dir: string, port: number): Promise<ChildProcess> {
  mkdirSync(dir, { recursive: true })
  const { server, module } = await findServer()
  const options = { port, dir, appendonly: 'yes', save: '', loadmodule: module }
  return spawn(
    server,
    Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
    { stdio: 'ignore' },
  )
}

async function kill(server: ChildProcess): Promise<void> {
  server.kill('SIGKILL')
  if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  listener.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

it('G5: a remote database may go and come back; without its data it is not taken for an empty history', async () => {
  const dir = temporaryDirectory()
  const port = await freePort()
  let server = await startServer(join(dir, 'volume'), port)
  const database = await openDatabase({ dataDir: dir, url: `redis://127.0.0.1:${port}`, retryForMs: 5000 })
  const graph = database.graph('g')
  await graph.apply({ ...NO_CHANGES, putNodes: [{ key: 'pr:1', label: 'PullRequest', props: { number: 1 } }] })

  // What was acknowledged a second ago is in the server's file, which is all that survives a kill.
  await sleep(1100)

  // Away for longer than anyone waits: said as such, and the process lives on.
  await kill(server)
  const impatient = await openDatabase({ dataDir: dir, url: `redis://127.0.0.1:${port}`, retryForMs: 50 }).catch(
    (e) => e,
  )
  expect(impatient).toMatchObject({ name: 'UpstreamError', service: 'database', retryable: true })
  expect(impatient.message).toBe('database: does not answer')

  // Back within the time a question waits: answered as if nothing had been.
  const question = graph.run(countChanges, {})
  await sleep(100)
  server = await startServer(join(dir, 'volume'), port)
  expect(await question).toEqual([{ changes: 1 }])

  // Recreated without its volume: reported, not answered.
  await kill(server)
  server = await startServer(join(dir, 'elsewhere'), port)
  await expect(graph.run(countChanges, {})).rejects.toMatchObject({ name: 'NotFoundError' })
  expect(await database.graphs()).toEqual([])

  await database.close()
  await kill(server)
})
