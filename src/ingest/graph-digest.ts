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
  /** The edge at a position of `ends`. */
  edge(position: number): GraphEdge
}

const LABEL_CODES = new Map<EdgeLabel, number>(SYNCED_EDGES.map((label, code) => [label, code]))

/** Digests by node and edge as objects: a running process makes most of these once and puts them into every graph. */
export type DigestMemory = Map<GraphNode | GraphEdge, number>

/** Digests a graph whose nodes are distinct. Throws when an edge has an end that is not among them. */
export function digestGraph(part: GraphPart, memory?: DigestMemory): DigestedGraph {
  const { nodes } = part
  const indexes = new Map(nodes.map(({ key }, index) => [key, index]))
  if (memory && memory.size > 2 * (nodes.length + part.edges.length)) memory.clear()
  const digestOf = (entity: GraphNode | GraphEdge): number => {
    const digest = memory?.get(entity) ?? digestProps(entity.props)
    memory?.set(entity, digest)
    return digest
  }
  const nodeDigests = Float64Array.from(nodes, digestOf)
  const edges = listEdges(part, indexes, digestOf)
  const count = edges.slot.length

  const slots = new Uint32Array(nodes.length * SYNCED_EDGES.length + 1)
  for (let index = 0; index < count; index++) {
    const after = (edges.slot[index] ?? 0) + 1
    slots[after] = (slots[after] ?? 0) + 1
  }
  for (let slot = 1; slot < slots.length; slot++) slots[slot] = (slots[slot] ?? 0) + (slots[slot - 1] ?? 0)
  const next = slots.slice()
  const ends = new Uint32Array(count)
  const edgeDigests = new Float64Array(count)
  const edgeAt = new Uint32Array(count)
  for (let index = 0; index < count; index++) {
    const slot = edges.slot[index] ?? 0
    const position = next[slot] ?? 0
    next[slot] = position + 1
    ends[position] = edges.end[index] ?? 0
    edgeDigests[position] = edges.digest[index] ?? 0
    edgeAt[position] = index
  }
  const keys = nodes.map(({ key }) => key)
  const labels = nodes.map(({ label }) => label)
  const edge = (position: number) => edgeOf(part, edgeAt[position] ?? 0)
  return { part, indexes, keys, labels, nodeDigests, slots, ends, edgeDigests, edge }
}

interface EdgeList {
  readonly slot: Uint32Array
  readonly end: Uint32Array
  readonly digest: Float64Array
}

/** All edges in the order of the part, the packed ones last. */
function listEdges(
  { edges, packed = [] }: GraphPart,
  indexes: ReadonlyMap<string, number>,
  digestOf: (edge: GraphEdge) => number,
): EdgeList {
  const count = packed.reduce((sum, { to }) => sum + to.length, edges.length)
  const list = { slot: new Uint32Array(count), end: new Uint32Array(count), digest: new Float64Array(count) }
  let next = 0
  const put = (start: number, code: number, end: number, digest: number) => {
    list.slot[next] = start * SYNCED_EDGES.length + code
    list.end[next] = end
    list.digest[next++] = digest
  }
  for (const edge of edges) {
    const { label, from, to } = edge
    const [start, end, code] = [indexes.get(from), indexes.get(to), LABEL_CODES.get(label)]
    if (start === undefined || end === undefined || code === undefined) throw looseEdge(edge)
    put(start, code, end, digestOf(edge))
  }
  for (const { label, keys, from, to, digests, edge } of packed) {
    const places = keys.map((key) => indexes.get(key))
    const code = LABEL_CODES.get(label)
    for (let index = 0; index < to.length; index++) {
      const [start, end] = [places[from[index] ?? 0], places[to[index] ?? 0]]
      if (start === undefined || end === undefined || code === undefined) throw looseEdge(edge(index))
      put(start, code, end, digests[index] ?? 0)
    }
  }
  return list
}

function edgeOf({ edges, packed = [] }: GraphPart, index: number): GraphEdge {
  let at = index - edges.length
  if (at < 0) return edges[index] as GraphEdge
  for (const some of packed) {
    if (at < some.to.length) return some.edge(at)
    at -= some.to.length
  }
  throw new RangeError(`no edge ${index}`)
}

const looseEdge = ({ label, from, to }: GraphEdge) =>
  new Error(`edge ${label} from ${from} to ${to} has an end that is not in the graph, or no synced label`)
