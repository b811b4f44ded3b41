import type { GraphEdge, GraphNode } from '../graph/entities.ts'
import type { GraphPart, HistoryPart } from './desired-graph.ts'
import { edgeId } from './reconcile.ts'

/**
 * One graph of several parts; pure. Where two parts hold the same node or edge the earlier part wins: what the code layer
 * says of a function that exists is newer than what history says. Throws when an edge has an end that no part holds.
 */
export function joinParts(parts: readonly GraphPart[]): GraphPart {
  const nodes = new Map<string, GraphNode>()
  const edges = new Map<string, GraphEdge>()
  for (const part of parts) for (const node of part.nodes) if (!nodes.has(node.key)) nodes.set(node.key, node)
  for (const part of parts) {
    for (const edge of part.edges) {
      if (!nodes.has(edge.from) || !nodes.has(edge.to)) {
        throw new Error(`edge ${edge.label} from ${edge.from} to ${edge.to} has an end that is not in the graph`)
      }
      const id = edgeId(edge)
      if (!edges.has(id)) edges.set(id, edge)
    }
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] }
}

/** Where memory has to follow: functions stored under a key that the desired graph no longer has, to their place of today. */
export function movesOf(
  formerKeys: HistoryPart['formerKeys'],
  stored: ReadonlyMap<string, unknown>,
  desired: GraphPart,
): Map<string, string> {
  const keys = new Set(desired.nodes.map(({ key }) => key))
  return new Map([...formerKeys].filter(([from, to]) => stored.has(from) && !keys.has(from) && keys.has(to)))
}
