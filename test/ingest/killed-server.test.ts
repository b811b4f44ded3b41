import { readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportGraph } from '../../src/ingest/export-graph.ts'
import { buildRepository } from '../fixtures/build-repository.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'

let workspace: Workspace
beforeAll(async () => {
  workspace = await openWorkspace()
})
afterAll(() => workspace.close())

/** The server of this test's data directory, and no other: it runs in there. */
function serverPid(): number {
  const directory = join(realpathSync(workspace.dataDir), 'database')
  const pid = readdirSync('/proc').find((name) => {
    try {
      return readlinkSync(`/proc/${name}/cwd`) === directory
    } catch {
      return false
    }
  })
  if (pid === undefined) throw new Error('there is no server')
  return Number(pid)
}

const killServer = () => process.kill(serverPid(), 'SIGKILL')

const files = (text: string) =>
  Object.fromEntries(
    Array.from({ length: 30 }, (_, file) => [
      `pkg/m${file}.py`,
      Array.from(
        { length: 10 },
        (_, n) => `def f${file}_${n}(a):\n    return f${file}_${(n + 1) % 10}(${text})\n`,
      ).join('\n'),
    ]),
  )

test('what was acknowledged more than a second ago survives the death of the server', async () => {
  const repository = buildRepository()
  repository.commit({ files: files('a') })
  await workspace.ingest(await repository.write(), { name: 'test/kept' })
  const before = await workspace.export('kept')
  await sleep(1_100)
  killServer()
  expect(await workspace.export('kept')).toEqual(before)
})

test('a server killed during a sync leaves the old graph or the new one, and the next sync completes it', async () => {
  const repository = buildRepository()
  repository.commit({ files: files('a') })
  const path = await repository.write()
  await workspace.ingest(path)
  let old = await workspace.export()
  for (const [round, delayMs] of [0, 2, 6, 15, 40].entries()) {
    repository.commit({ message: `Round ${round}`, files: { ...files(`a + ${round}`), [`pkg/m${round}.py`]: null } })
    await repository.write()
    let isWriting: () => void = () => {}
    const writing = new Promise<void>((resolve) => {
      isWriting = resolve
    })
    const ingest = workspace.ingest(path, { onProgress: ({ stage }) => stage === 'write' && isWriting() }).then(
      () => null,
      (error: unknown) => error,
    )
    await writing
    await sleep(delayMs)
    killServer()
    // Either it came back in time, or the error says that trying again may help.
    const error = await ingest
    if (error !== null) expect(error).toMatchObject({ name: 'UpstreamError', retryable: true })
    const left = await workspace.export()
    await workspace.ingest(path, { workspace: `clean-${round}` })
    const clean: string[] = []
    for await (const line of exportGraph(workspace.database.graph(`repobrain:clean-${round}:test/app`)))
      clean.push(line)
    expect([old, clean]).toContainEqual(left)
    await workspace.ingest(path)
    old = await workspace.export()
    expect(old).toEqual(clean)
  }
})
