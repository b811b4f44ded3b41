import type { Logger } from 'pino'
import { type Connection, createConnection } from './connection.ts'
import { createGraph } from './create-graph.ts'
import { createEmbeddedServer } from './server/embedded-server.ts'
import { findServer } from './server/find-server.ts'
import type { Database } from './types.ts'

export interface DatabaseOptions {
  /** The embedded server keeps its files in `<dataDir>/database`. */
  readonly dataDir: string
  /** Address of a running FalkorDB (`redis://host:6379`, `falkor://…`); the embedded server is used without it. */
  readonly url?: string | undefined
  readonly logger?: Pick<Logger, 'debug' | 'warn'> | undefined
  /** How long a command waits for a database that is away. Default 10 s. */
  readonly retryForMs?: number
}

/**
 * Opens the database. The embedded server is started, or joined where another process runs it on the same directory.
 * Throws UserError when the machine has no server, UpstreamError (retryable) when the database does not answer.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, logger, retryForMs = 10_000 } = options
  const server = url === undefined ? await createEmbeddedServer(options.dataDir, await findServer()) : null
  const connection = createConnection({
    address: server === null ? { url: (url ?? '').replace(/^falkor/, 'redis') } : { socket: server.socket },
    revive: server === null ? null : server.start,
    retryForMs,
    logger,
  })
  const send = connection.send
  await send(['PING'])

  return {
    graph: (name) => createGraph(name, send),
    graphs: async () => ((await send(['GRAPH.LIST'])) as string[]).toSorted(),
    info: async () => {
      const info = String(await send(['INFO', 'everything']))
      const product = /^valkey_version:/m.test(info) ? 'valkey' : 'redis'
      const version = new RegExp(`^${product}_version:(\\S+)`, 'm').exec(info)?.[1] ?? 'unknown'
      const module = /^module:name=graph,ver=(\d+)/m.exec(info)?.[1]
      return {
        kind: server === null ? 'remote' : 'embedded',
        server: `${product} ${version}`,
        module: module === undefined ? 'missing' : readableVersion(Number(module)),
        address: server === null ? withoutPassword(url ?? '') : server.directory,
      }
    },
    close: async () => {
      if (server !== null && (await isLast(connection.sendOnce)))
        await connection.sendOnce(['SHUTDOWN']).catch(() => undefined)
      await connection.close()
      await server?.close()
    },
  }
}

const LEAVING = 'repobrain:leaving'

/** True when every other client of the server is gone or leaving too. Of several that leave at once, one sees that. */
async function isLast(send: Connection['sendOnce']): Promise<boolean> {
  try {
    await send(['CLIENT', 'SETNAME', LEAVING])
    const clients = String(await send(['CLIENT', 'LIST']))
      .trim()
      .split('\n')
    return clients.every((client) => client.includes(` name=${LEAVING} `))
  } catch {
    return false
  }
}

const readableVersion = (version: number) =>
  `falkordb ${Math.floor(version / 10_000)}.${Math.floor(version / 100) % 100}.${version % 100}`

function withoutPassword(url: string): string {
  const parsed = new URL(url)
  parsed.password = ''
  return parsed.href
}
