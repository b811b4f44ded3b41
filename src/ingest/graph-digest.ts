import type { EdgeLabel, GraphEdge, GraphNode, NodeLabel } from '../graph/entities.ts'
import type { GraphPart } from './desired-graph.ts'
import { digestProps } from './digest-props.ts'
import { SYNCED_EDGES } from './layers.ts'

/**
 * A graph without the values of its properties: which nodes and edges there are, and a digest of each. In typed arrays,
 * because there are hundreds of thousands and every sync compares two of them.
 */
export interface GraphDigest {
  readonly keys: readonly string[]
  readonly labels: readonly NodeLabel[]
  readonly nodeDigests: Float64Array
  /**
   * Edges by their slot, `from * SYNCED_EDGES.length + index of the label`: those of slot `s` are the positions from
   * `slots[s]` to `slots[s + 1]` of the next two.
   */
  readonly slots: Uint32Array
  /** Index of the node at the other end. */
  readonly ends: Uint32Array
  readonly edgeDigests: Float64Array
}

export const EMPTY_DIGEST: GraphDigest = {
  keys: [],
  labels: [],
  nodeDigests: new Float64Array(0),
  slots: new Uint32Array(1),
  ends: new Uint32Array(0),
  edgeDigests: new Float64Array(0),
}

export interface DigestedGraph extends GraphDigest {
  readonly part: GraphPart
  readonly indexes: ReadonlyMap<string, number>
  /** For each position of `ends`, the index of the edge in `part.edges`. */
  readonly edgeAt: Uint32Array
}

const LABEL_CODES = new Map<EdgeLabel, number>(SYNCED_EDGES.map((label, code) => [label, code]))

/** Digests by node and edge as objects: a running process makes most of these once and puts them into every graph. */
export type DigestMemory = Map<GraphNode | GraphEdge, number>

/** Digests a graph whose nodes are distinct. Throws when an edge has an end that is not among them. */
export function digestGraph(part: GraphPart, memory?: DigestMemory): DigestedGraph {
  const { nodes, edges } = part
  const indexes = new Map(nodes.map(({ key }, index) => [key, index]))
  if (memory && memory.size > 2 * (nodes.length + edges.length)) memory.clear()
  const digestOf = (entity: GraphNode | GraphEdge): number => {
    const digest = memory?.get(entity) ?? digestProps(entity.props)
    memory?.set(entity, digest)
    return digest
  }
  const nodeDigests = Float64Array.from(nodes, digestOf)

  const slotOf = new Uint32Array(edges.length)
  const slots = new Uint32Array(nodes.length * SYNCED_EDGES.length + 1)
  edges.forEach(({ label, from, to }, index) => {
    const start = indexes.get(from)
    const code = LABEL_CODES.get(label)
    if (start === undefined || code === undefined || !indexes.has(to)) {
      throw new Error(`edge ${label} from ${from} to ${to} has an end that is not in the graph, or no synced label`)
    }
    const slot = start * SYNCED_EDGES.length + code
    slotOf[index] = slot
    slots[slot + 1] = (slots[slot + 1] ?? 0) + 1
  })
  for (let slot = 1; slot < slots.length; slot++) slots[slot] = (slots[slot] ?? 0) + (slots[slot - 1] ?? 0)

  const next = slots.slice()
  const ends = new Uint32Array(edges.length)
  const edgeDigests = new Float64Array(edges.length)
  const edgeAt = new Uint32Array(edges.length)
  edges.forEach((edge, index) => {
    const slot = slotOf[index] ?? 0
    const position = next[slot] ?? 0
    next[slot] = position + 1
    ends[position] = indexes.get(edge.to) ?? 0
    edgeDigests[position] = digestOf(edge)
    edgeAt[position] = index
  })
  const keys = nodes.map(({ key }) => key)
  const labels = nodes.map(({ label }) => label)
  return { part, indexes, keys, labels, nodeDigests, slots, ends, edgeDigests, edgeAt }
}
