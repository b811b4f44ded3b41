import { randomUUID } from 'node:crypto'
import { UpstreamError } from '../errors.ts'
import { bulkLoad, type GraphTables } from './bulk-load.ts'
import { changeQuery } from './change-query.ts'
import { checkChanges, findMissingKeys, namingItem } from './check-changes.ts'
import type { Send } from './connection.ts'
import type { ConnectionPool } from './connection-pool.ts'
import { firstTables } from './first-tables.ts'
import { readGraphImage } from './graph-image.ts'
import { parseReply } from './reply.ts'
import { createIndexes, ensureSchema, SCHEMA_VERSION, schemaKey } from './schema.ts'
import type { GraphChanges } from './types.ts'

/** Fewer changes than this are one query, whatever the size of the graph. */
const LARGE = 2000

/** How often a copy is made anew because someone wrote to the graph meanwhile, before the changes go in as one query. */
const REBUILD_TRIES = 3

/** Longer than any load; a copy that a crash left behind disappears by itself. */
const COPY_LIFE_S = 600

export interface GraphStore {
  readonly pool: ConnectionPool
  /** From this many changes on, readers would notice that one query holds them up: a changed copy of the graph does not. */
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
    const copy = !exists || size >= rebuildFrom || (await copyIsQuicker(graph, size, pool.send))
    if (copy && (await rebuilt(graph, pool, changes))) return
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
  const tables = exists ? await changedTables(graph, changes, sendOnce) : firstTables(changes)

  // The braces make a cluster keep both in one place.
  const copy = `{${graph}}:copy:${randomUUID()}`
  try {
    await createIndexes(copy, sendOnce)
    await sendOnce(['EXPIRE', copy, String(COPY_LIFE_S)])
    await bulkLoad(copy, tables, sendOnce)
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

async function changedTables(graph: string, changes: GraphChanges, send: Send): Promise<GraphTables> {
  const image = await readGraphImage(graph, send)
  image.change(changes)
  return image.tables()
}

/** Whether reading, changing and loading the whole graph takes less time than one query. */
async function copyIsQuicker(graph: string, size: number, send: Send): Promise<boolean> {
  if (size < LARGE) return false
  const count = async (pattern: string) => {
    const reply = await send(['GRAPH.RO_QUERY', graph, `MATCH ${pattern} RETURN count(x)`, '--compact'])
    return Number(parseReply(reply).rows[0]?.[0] ?? 0)
  }
  return size > (await count('(x)')) + (await count('()-[x]->()'))
}
