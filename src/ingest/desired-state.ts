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

/**
 * Where memory has to follow: functions that are stored under a key of theirs that is no longer a living function, to their
 * place of today.
 */
export function movesOf(
  formerKeys: HistoryPart['formerKeys'],
  stored: ReadonlyMap<string, unknown>,
  desired: GraphPart,
): Map<string, string> {
  const gone = new Map(desired.nodes.map(({ key, props }) => [key, props.gone === true]))
  const moves = new Map<string, string>()
  for (const [from, to] of formerKeys) {
    if (from !== to && stored.has(from) && gone.get(from) !== false && gone.has(to)) moves.set(from, to)
  }
  return moves
}
