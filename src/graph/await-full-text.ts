import { setTimeout as sleep } from 'node:timers/promises'
import type { Send } from './connection.ts'
import { parseReply } from './reply.ts'

const POLL_MS = 10
/** Longest that a search waits; 20,000 functions take a quarter of a second. */
const PATIENCE_MS = 10_000

const UNREADY = `CALL db.indexes() YIELD label, types, status
WITH status, [p IN keys(types) WHERE 'FULLTEXT' IN types[p]] AS words WHERE size(words) > 0 AND status <> 'OPERATIONAL'
RETURN count(status)`

/**
 * Waits until the graph's full-text indexes are whole. For a while after the server has started they are not, and find nothing
 * without saying so (FalkorDB 4.16); look-ups of exact values do without their index meanwhile.
 */
export async function awaitFullText(graph: string, send: Send): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while ((await unready(graph, send)) > 0 && performance.now() < deadline) await sleep(POLL_MS)
}

async function unready(graph: string, send: Send): Promise<number> {
  const reply = await send(['GRAPH.RO_QUERY', graph, UNREADY, '--compact'])
  return Number(parseReply(reply).rows[0]?.[0] ?? 0)
}
