import { HOLDING_EDGES, MOVING_EDGES, storedProps } from './change-query.ts'
import type { Send } from './connection.ts'
import { labelOfKey, type PropertyValue, storedKey } from './entities.ts'
import { parseReply } from './reply.ts'
import type { GraphChanges } from './types.ts'

type Props = Readonly<Record<string, PropertyValue>>

/** A whole graph in memory, memory nodes included, by stored key. */
export interface StoredGraph {
  readonly nodes: Map<string, { readonly label: string; readonly props: Props }>
  readonly edges: Map<string, StoredEdge>
}

interface StoredEdge {
  readonly label: string
  readonly from: string
  readonly to: string
  readonly props: Props
}

const PAGE = 20_000

export const emptyGraph = (): StoredGraph => ({ nodes: new Map(), edges: new Map() })

/** Reads everything, in pages by the server's own numbering of nodes. */
export async function readStoredGraph(graph: string, send: Send): Promise<StoredGraph> {
  const query = async (cypher: string) => parseReply(await send(['GRAPH.RO_QUERY', graph, cypher, '--compact'])).rows
  const { nodes, edges } = emptyGraph()
  const keys = new Map<unknown, string>()
  const [last] = await query('MATCH (n) RETURN max(id(n))')
  for (let start = 0; start <= Number(last?.[0] ?? -1); start += PAGE) {
    const page = `MATCH (n) WHERE id(n) >= ${start} AND id(n) < ${start + PAGE}`
    for (const [id, labels, props] of await query(`${page} RETURN id(n), labels(n), properties(n)`)) {
      const stored = props as Props
      const key = typeof stored.key === 'string' ? stored.key : `#${id}`
      keys.set(id, key)
      nodes.set(key, { label: (labels as string[]).join(':'), props: stored })
    }
  }
  for (let start = 0; start <= Number(last?.[0] ?? -1); start += PAGE) {
    const page = `MATCH (n) WHERE id(n) >= ${start} AND id(n) < ${start + PAGE} MATCH (n)-[e]->(m)`
    for (const [from, to, label, props] of await query(`${page} RETURN id(n), id(m), type(e), properties(e)`)) {
      putEdge(edges, {
        label: String(label),
        from: keys.get(from) ?? '',
        to: keys.get(to) ?? '',
        props: props as Props,
      })
    }
  }
  return { nodes, edges }
}

/** The same changes in the same order as `changeQuery` makes them, done to a graph in memory. */
export function changeStoredGraph({ nodes, edges }: StoredGraph, changes: GraphChanges): void {
  for (const node of changes.putNodes) {
    nodes.set(storedKey(node.key), { label: node.label, props: storedProps(node) as Props })
  }
  const moves = new Map(Array.from(changes.moves, ([from, to]) => [storedKey(from), storedKey(to)]))
  for (const [id, edge] of moves.size === 0 ? [] : [...edges]) {
    const to = moves.get(edge.to)
    if (to === undefined || !MOVING_EDGES.some((label) => label === edge.label)) continue
    edges.delete(id)
    if (!edges.has(edgeId(edge.label, edge.from, to))) putEdge(edges, { ...edge, to })
  }
  for (const { label, from, to } of changes.deleteEdges) edges.delete(edgeId(label, storedKey(from), storedKey(to)))
  deleteNodes({ nodes, edges }, new Set(changes.deleteNodes.map((node) => storedKey(node.key))))
  for (const edge of changes.putEdges) {
    putEdge(edges, { label: edge.label, from: storedKey(edge.from), to: storedKey(edge.to), props: edge.props })
  }
}

function deleteNodes({ nodes, edges }: StoredGraph, doomed: Set<string>): void {
  if (doomed.size === 0) return
  for (const edge of edges.values()) {
    const node = nodes.get(edge.to)
    if (node === undefined || !doomed.has(edge.to) || !HOLDING_EDGES.some((label) => label === edge.label)) continue
    nodes.set(edge.to, { label: node.label, props: { ...node.props, gone: true } })
    doomed.delete(edge.to)
  }
  for (const [id, edge] of edges) if (doomed.has(edge.from) || doomed.has(edge.to)) edges.delete(id)
  for (const key of doomed) nodes.delete(key)
}

const edgeId = (label: string, from: string, to: string) => `${label} ${from} ${to}`

function putEdge(edges: StoredGraph['edges'], edge: StoredEdge): void {
  edges.set(edgeId(edge.label, edge.from, edge.to), edge)
}

/** Keys that neither the graph nor anything put into it has. */
export const missingIn = ({ nodes }: StoredGraph, keys: readonly string[]) =>
  keys.filter((key) => nodes.get(storedKey(key))?.label !== labelOfKey(key))
