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

/** Where memory has to follow: functions stored under a key that the desired graph no longer has, to their place of today. */
export function movesOf(
  formerKeys: HistoryPart['formerKeys'],
  stored: readonly string[],
  desired: ReadonlyMap<string, unknown>,
): Map<string, string> {
  const moves = new Map<string, string>()
  for (const key of stored) {
    const now = desired.has(key) ? undefined : formerKeys.get(key)
    if (now !== undefined && desired.has(now)) moves.set(key, now)
  }
  return moves
}
