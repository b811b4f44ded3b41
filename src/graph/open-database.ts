import type { Logger } from '../logger.ts'
import { createConnectionPool } from './connection-pool.ts'
import { createGraph } from './create-graph.ts'
import { takeLease } from './lease.ts'
import { listGraphs } from './list-graphs.ts'
import { readInfo } from './read-info.ts'
import { createEmbeddedServer } from './server/embedded-server.ts'
import { findServer } from './server/find-server.ts'
import type { Database } from './types.ts'

export interface DatabaseOptions {
  /** The embedded server keeps its files in `<dataDir>/database`. */
  readonly dataDir: string
  /** Address of a running FalkorDB (`redis://host:6379`, `falkor://…`); the embedded server is used without it. */
  readonly url?: string | undefined
  readonly logger?: Pick<Logger, 'debug' | 'warn'> | undefined
  /** How long a command waits for a database that is away. */
  readonly retryForMs?: number
  /** Changes of this size and more go in as a changed copy of the graph; see `GraphStore`. */
  readonly rebuildFrom?: number
}

const RETRY_FOR_MS = 10_000

/** One query of this size takes about a second. */
const REBUILD_FROM = 40_000

/**
 * Opens the database. The embedded server is started, or joined where another process runs it on the same directory.
 * Throws UserError when the machine has no server, UpstreamError when the database does not answer or start.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, logger, retryForMs = RETRY_FOR_MS, rebuildFrom = REBUILD_FROM } = options
  const server = url === undefined ? await createEmbeddedServer(options.dataDir, await findServer()) : null
  const pool = createConnectionPool({
    address: server === null ? { url: (url ?? '').replace(/^falkor/, 'redis') } : { socket: server.socket },
    revive: async () => server?.start(),
    retryForMs,
    logger,
  })
  const close = async () => {
    await pool.close({ stopServer: server !== null })
    await server?.close()
  }
  try {
    await pool.send(['PING'])
  } catch (error) {
    await close()
    throw error
  }
  return {
    graph: (name) => createGraph({ pool, rebuildFrom }, name),
    send: pool.send,
    connect: pool.open,
    lease: (name, ttlMs) => takeLease(pool.send, name, ttlMs),
    graphs: () => listGraphs(pool.send),
    info: async () => ({
      ...(await readInfo(pool.send)),
      kind: server === null ? 'remote' : 'embedded',
      address: server === null ? withoutPassword(url ?? '') : server.directory,
    }),
    close,
  }
}

function withoutPassword(url: string): string {
  const parsed = new URL(url)
  parsed.password = ''
  return parsed.href
}
