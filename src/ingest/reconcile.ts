import type { EdgeLabel, GraphEdge, GraphNode, NodeLabel } from '../graph/entities.ts'
import type { GraphChanges } from '../graph/types.ts'
import type { GraphPart } from './desired-graph.ts'
import { digestProps } from './digest-props.ts'

/** What the graph holds of the synced layers, by key; the values of properties as digests only. */
export interface StoredState {
  readonly nodes: ReadonlyMap<string, { readonly label: NodeLabel; readonly digest: string }>
  /** By label, then by `from` and `to`. */
  readonly edges: ReadonlyMap<string, StoredEdge>
}

interface StoredEdge {
  readonly label: EdgeLabel
  readonly from: string
  readonly to: string
  readonly digest: string
}

export interface Reconciliation {
  readonly changes: Omit<GraphChanges, 'moves'>
  /** The stored state once the changes are applied. */
  readonly next: StoredState
}

export const edgeId = (edge: Pick<GraphEdge, 'label' | 'from' | 'to'>) => `${edge.label}\n${edge.from}\n${edge.to}`

/**
 * The changes that make the stored graph equal to the desired one; pure. Nodes of `kept` are not deleted. Edges of a
 * node that goes are deleted by name.
 */
export function reconcile(desired: GraphPart, stored: StoredState): Reconciliation {
  const nodes = new Map<string, { label: NodeLabel; digest: string }>()
  const edges = new Map<string, StoredEdge>()
  const putNodes: GraphNode[] = []
  const putEdges: GraphEdge[] = []
  for (const node of desired.nodes) {
    const digest = digestProps(node.props)
    const known = stored.nodes.get(node.key)
    nodes.set(node.key, known?.digest === digest ? known : { label: node.label, digest })
    if (known?.digest !== digest) putNodes.push(node)
  }
  for (const edge of desired.edges) {
    const id = edgeId(edge)
    const digest = digestProps(edge.props)
    const known = stored.edges.get(id)
    edges.set(id, known?.digest === digest ? known : { label: edge.label, from: edge.from, to: edge.to, digest })
    if (known?.digest !== digest) putEdges.push(edge)
  }
  const deleteNodes = [...stored.nodes].flatMap(([key, { label }]) => (nodes.has(key) ? [] : [{ key, label }]))
  const deleteEdges = [...stored.edges].flatMap(([id, { label, from, to }]) =>
    edges.has(id) ? [] : [{ label, from, to }],
  )
  return { changes: { putNodes, putEdges, deleteNodes, deleteEdges }, next: { nodes, edges } }
}
