import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { openDatabase } from '../../src/graph/open-database.ts'
import { findServer } from '../../src/graph/server/find-server.ts'
import { describeDatabase } from './database-contract.ts'
import { temporaryDirectory } from './temporary-database.ts'

describeDatabase('embedded database', async () => {
  const database = await openDatabase({ dataDir: temporaryDirectory() })
  return { database, stop: database.close }
})

describeDatabase('remote database by URL', async () => {
  const dir = temporaryDirectory()
  const port = await freePort()
  const { server, module } = await findServer()
  const options = { port, dir, appendonly: 'yes', save: '', requirepass: 'secret', loadmodule: module }
  const child = spawn(
    server,
    Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
    { stdio: 'ignore' },
  )
  const database = await openDatabase({ dataDir: dir, url: `falkor://:secret@127.0.0.1:${port}` })
  return {
    database,
    stop: async () => {
      await database.close()
      child.kill()
      await once(child, 'exit')
    },
  }
})

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  listener.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}
