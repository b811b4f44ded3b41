import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { defineQuery } from '../../../src/graph/define-query.ts'
import { openDatabase } from '../../../src/graph/open-database.ts'
import { NO_CHANGES, temporaryDatabase, temporaryDirectory } from '../temporary-database.ts'

const factKeys = defineQuery({
  name: 'fact-keys',
  mode: 'read',
  params: z.object({}),
  row: z.object({ key: z.string() }),
  cypher: 'MATCH (f:Fact) RETURN f.key AS key ORDER BY key',
})

const putFact = defineQuery({
  name: 'put-fact',
  mode: 'write',
  params: z.object({ key: z.string() }),
  row: z.object({ key: z.string() }),
  cypher: 'MERGE (f:Fact {key: $key}) RETURN f.key AS key',
})

const versions = defineQuery({
  name: 'versions',
  mode: 'read',
  params: z.object({}),
  row: z.object({ version: z.number(), nodes: z.number() }),
  cypher: 'MATCH (f:Function) RETURN f.version AS version, count(f) AS nodes',
})

const logOf = (dataDir: string) => readFileSync(join(dataDir, 'database', 'server.log'), 'utf8')
const starts = (dataDir: string) => logOf(dataDir).match(/Ready to accept connections/g)?.length ?? 0
const socketOf = (dataDir: string) => join(dataDir, 'database', 'server.sock')
const serverPid = (dataDir: string) => Number(Array.from(logOf(dataDir).matchAll(/^(\d+):M /gm)).at(-1)?.[1])

/** What was acknowledged this long ago is in the server's file, which is all that survives a kill. */
const SAFE_AFTER_MS = 1100

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(10)
}

function otherProcess(dataDir: string, key: string) {
  const script = fileURLToPath(new URL('./write-fact.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir, key], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

describe('the embedded server', () => {
  it('is one for processes that open a directory at the same moment, and stops with the last of them', async () => {
    const dataDir = temporaryDirectory()
    const processes = ['fact:1', 'fact:2', 'fact:3'].map((key) => otherProcess(dataDir, key))
    const written = processes.map(({ stdout }) => once(stdout, 'data').then(() => 'written'))
    const ended = processes.map((child) => once(child, 'exit').then(() => 'ended'))
    expect(await Promise.all(processes.map((_, index) => Promise.race([written[index], ended[index]])))).toEqual([
      'written',
      'written',
      'written',
    ])
    expect(starts(dataDir)).toBe(1)

    const [first, ...others] = processes
    first?.stdin.end()
    if (first) expect(await once(first, 'exit')).toEqual([0, null])
    const database = await openDatabase({ dataDir })
    expect(await database.graph('g').run(factKeys, {})).toHaveLength(3)
    await database.close()
    expect(existsSync(socketOf(dataDir))).toBe(true)

    for (const child of others) child.stdin.end()
    await Promise.all(others.map((child) => once(child, 'exit')))
    await until(() => !existsSync(socketOf(dataDir)))
    expect(starts(dataDir)).toBe(1)
  })

  it('keeps what was written when the last one leaves', async () => {
    const dataDir = temporaryDirectory()
    const before = await openDatabase({ dataDir })
    await before.graph('g').run(putFact, { key: 'fact:1' })
    await before.close()
    const after = await openDatabase({ dataDir })
    expect(await after.graph('g').run(factKeys, {})).toEqual([{ key: 'fact:1' }])
    await after.close()
  })

  it('is joined by one that comes while the last one leaves', async () => {
    const dataDir = temporaryDirectory()
    let database = await openDatabase({ dataDir })
    for (let round = 0; round < 10; round++) {
      const leaving = database.close()
      database = await openDatabase({ dataDir })
      await database.graph('g').run(putFact, { key: `fact:${round}` })
      await leaving
    }
    expect(await database.graph('g').run(factKeys, {})).toHaveLength(10)
    await database.close()
  })

  it('is started again when it is killed, and commands that find it gone are repeated', async () => {
    const dataDir = temporaryDirectory()
    const database = await openDatabase({ dataDir })
    const graph = database.graph('g')
    await graph.run(putFact, { key: 'fact:0' })
    await sleep(SAFE_AFTER_MS)
    process.kill(serverPid(dataDir), 'SIGKILL')
    expect(await graph.run(factKeys, {})).toEqual([{ key: 'fact:0' }])

    process.kill(serverPid(dataDir), 'SIGKILL')
    await Promise.all(Array.from({ length: 50 }, (_, index) => graph.run(putFact, { key: `fact:${index + 1}` })))
    expect(await graph.run(factKeys, {})).toHaveLength(51)
    expect(starts(dataDir)).toBe(3)

    await database.close()
    await until(() => !existsSync(socketOf(dataDir)))
  })

  it.each([
    ['one query', Number.POSITIVE_INFINITY],
    ['a copy put in place', 0],
  ])(
    'keeps what it acknowledged a second ago and nothing half written when killed during a sync, written as %s',
    async (_, rebuildFrom) => {
      const { dataDir, database } = await temporaryDatabase({ rebuildFrom })
      const graph = database.graph('g')
      const apply = (version: number) =>
        graph.apply({
          ...NO_CHANGES,
          putNodes: Array.from({ length: 500 }, (_, index) => ({
            key: `function:a.py::f${index}`,
            label: 'Function',
            props: { version },
          })),
        })
      await apply(0)
      for (let version = 1; version <= 5; version++) {
        await sleep(SAFE_AFTER_MS)
        const applying = apply(version)
        await sleep(version * 5)
        process.kill(serverPid(dataDir), 'SIGKILL')
        const [seen, ...others] = await graph.run(versions, {})
        expect(others).toEqual([])
        expect(seen?.nodes).toBe(500)
        expect([version - 1, version]).toContain(seen?.version)
        await applying
        await apply(version)
        expect(await graph.run(versions, {})).toEqual([{ version, nodes: 500 }])
      }
    },
  )

  it('is not fooled by the socket and the lock of a server that is gone', async () => {
    const dataDir = temporaryDirectory()
    mkdirSync(join(dataDir, 'database'))
    writeFileSync(socketOf(dataDir), '')
    writeFileSync(join(dataDir, 'database', 'lock'), '1')
    const database = await openDatabase({ dataDir })
    expect(await database.graphs()).toEqual([])
    await database.close()
  })

  it('works in a directory too deep for a socket path', async () => {
    const dataDir = join(temporaryDirectory(), 'déjà-vu-'.repeat(10), 'x'.repeat(80))
    const database = await openDatabase({ dataDir })
    await database.graph('g').run(putFact, { key: 'fact:1' })
    const joined = await openDatabase({ dataDir })
    expect(await joined.graph('g').run(factKeys, {})).toEqual([{ key: 'fact:1' }])
    await database.close()
    await joined.close()
  })

  it('says why it does not start', async () => {
    const dataDir = temporaryDirectory()
    const database = await openDatabase({ dataDir })
    await database.graph('g').run(putFact, { key: 'fact:1' })
    await database.close()
    await until(() => !existsSync(socketOf(dataDir)))
    const files = join(dataDir, 'database', 'appendonlydir')
    for (const file of readdirSync(files)) writeFileSync(join(files, file), 'not what it was')
    await expect(openDatabase({ dataDir })).rejects.toThrow(/does not start:[\s\S]*(AOF|append only|manifest)/i)
  })
})
