import { randomUUID } from 'node:crypto'
import { UpstreamError } from '../errors.ts'
import { bulkLoad } from './bulk-load.ts'
import { changeQuery } from './change-query.ts'
import { checkChanges, findMissingKeys, namingItem } from './check-changes.ts'
import type { Send } from './connection.ts'
import type { ConnectionPool } from './connection-pool.ts'
import { emptyGraphImage, readGraphImage } from './graph-image.ts'
import { createIndexes, ensureSchema, SCHEMA_VERSION, schemaKey } from './schema.ts'
import type { GraphChanges } from './types.ts'

/** How often a copy is made anew because someone wrote to the graph meanwhile, before the changes go in as one query. */
const REBUILD_TRIES = 3

/** Longer than any load; a copy that a crash left behind disappears by itself. */
const COPY_LIFE_S = 600

export interface GraphStore {
  readonly pool: ConnectionPool
  /** From this many changes on, loading a changed copy takes less time than one query, and holds up no reader. */
  readonly rebuildFrom: number
}

/**
 * Applies all changes at once: readers see the graph before or after, and so does a crash.
 * Throws GraphChangesError or ParameterError, naming the node or edge, before anything is written.
 */
export async function applyChanges(store: GraphStore, graph: string, changes: GraphChanges): Promise<void> {
  const { pool, rebuildFrom } = store
  try {
    const { putNodes, deleteNodes, putEdges, deleteEdges, moves } = changes
    const size = putNodes.length + deleteNodes.length + putEdges.length + deleteEdges.length + moves.size
    if (size === 0) return
    const exists = (await pool.send(['EXISTS', graph])) === 1
    if ((!exists || size >= rebuildFrom) && (await rebuilt(graph, pool, changes))) return
    await ensureSchema(graph, pool.send)
    await checkChanges(changes, (keys) => findMissingKeys(graph, keys, pool.send))
    const query = changeQuery(changes)
    if (query !== null) await pool.send(['GRAPH.QUERY', graph, query, '--compact'])
  } catch (error) {
    throw namingItem(error, changes)
  }
}

/** Loads a changed copy beside the graph and puts it in its place. False when the graph would not hold still for it. */
async function rebuilt(graph: string, pool: ConnectionPool, changes: GraphChanges): Promise<boolean> {
  for (let attempt = 0; attempt < REBUILD_TRIES; attempt++) {
    try {
      if (await pool.dedicated(({ send, sendOnce }) => rebuildOnce(graph, changes, send, sendOnce))) return true
    } catch (error) {
      if (!(error instanceof UpstreamError && error.retryable)) throw error
    }
  }
  return false
}

async function rebuildOnce(graph: string, changes: GraphChanges, send: Send, sendOnce: Send): Promise<boolean> {
  // Waits for the database; from here on the connection must hold, since the watch is gone with it.
  await send(['PING'])
  await sendOnce(['WATCH', graph])
  const exists = (await sendOnce(['EXISTS', graph])) === 1
  const image = exists ? await readGraphImage(graph, sendOnce) : emptyGraphImage()
  image.change(changes)

  // The braces make a cluster keep both in one place.
  const copy = `{${graph}}:copy:${randomUUID()}`
  try {
    await createIndexes(copy, sendOnce)
    await sendOnce(['EXPIRE', copy, String(COPY_LIFE_S)])
    await bulkLoad(copy, image.tables(), sendOnce)
    const replies = await Promise.all([
      sendOnce(['MULTI']),
      sendOnce(['PERSIST', copy]),
      sendOnce(['RENAME', copy, graph]),
      sendOnce(['SET', schemaKey(graph), String(SCHEMA_VERSION)]),
      sendOnce(['EXEC']),
    ])
    const results = replies.at(-1)
    if (results === null) return false
    const failure = Array.isArray(results) ? results.find((result) => result instanceof Error) : undefined
    if (failure !== undefined) throw new UpstreamError('database', failure.message, { cause: failure })
    return true
  } finally {
    await sendOnce(['UNLINK', copy]).catch(() => undefined)
  }
}
