import type { GraphNode } from '../graph/entities.ts'
import type { GraphPart, HistoryPart } from './desired-graph.ts'

/**
 * One graph of several parts whose edges are distinct; pure. Where two parts hold the same node the earlier part wins: what
 * the code layer says of a function that exists is newer than what history says.
 */
export function joinParts(parts: readonly GraphPart[]): GraphPart {
  const nodes = new Map<string, GraphNode>()
  for (const part of parts) for (const node of part.nodes) if (!nodes.has(node.key)) nodes.set(node.key, node)
  return {
    nodes: [...nodes.values()],
    edges: parts.flatMap(({ edges }) => edges),
    packed: parts.flatMap(({ packed }) => packed ?? []),
  }
}

/** What became of functions; see `HistoryPart`. */
export type Moves = Pick<HistoryPart, 'formerKeys' | 'movedSince'>

/**
 * Where memory has to follow: what lived at the commit that is stored goes to its place of today, even when another function
 * has taken its key; so does what has a key that the desired graph no longer has.
 */
export function movesOf(
  { formerKeys, movedSince }: Moves,
  stored: { readonly commit: string | null; readonly keys: readonly string[] },
  desired: ReadonlyMap<string, unknown>,
): Map<string, string> {
  const moved = stored.commit === null ? new Map<string, string>() : movedSince(stored.commit)
  const moves = new Map<string, string>()
  for (const key of stored.keys) {
    const now = moved.get(key) ?? (desired.has(key) ? undefined : formerKeys.get(key))
    if (now !== undefined && desired.has(now)) moves.set(key, now)
  }
  return moves
}
