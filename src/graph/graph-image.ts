import type { BulkItem, GraphTables } from './bulk-load.ts'
import { HOLDING_EDGES, MOVING_EDGES, storedProps } from './change-query.ts'
import { GraphChangesError, missingNodes } from './check-changes.ts'
import type { Send } from './connection.ts'
import { labelOfKey, storedKey } from './entities.ts'
import { parseReply } from './reply.ts'
import type { GraphChanges } from './types.ts'

type Props = BulkItem['props']

interface ImageEdge extends BulkItem {
  /** Places of its ends in the image. */
  readonly from: number
  readonly to: number
}

/** A whole graph in memory, memory layer included. */
export interface GraphImage {
  /** Makes the changes in the order in which `changeQuery` makes them. Throws GraphChangesError. */
  change(changes: GraphChanges): void
  tables(): GraphTables
}

/** Nodes fetched at once. */
const PAGE = 20_000

/** An image of the stored graph, read in pages by the server's own numbering of nodes. */
export async function readGraphImage(graph: string, send: Send): Promise<GraphImage> {
  const query = async (cypher: string) => parseReply(await send(['GRAPH.RO_QUERY', graph, cypher, '--compact'])).rows
  const image = emptyImage()
  const places = new Map<unknown, number>()
  const [last] = await query('MATCH (n) RETURN max(id(n))')
  const pages = Array.from({ length: Math.ceil((Number(last?.[0] ?? -1) + 1) / PAGE) }, (_, page) => page * PAGE)
  for (const start of pages) {
    const page = `MATCH (n) WHERE id(n) >= ${start} AND id(n) < ${start + PAGE}`
    for (const [id, labels, props] of await query(`${page} RETURN id(n), labels(n), properties(n)`)) {
      const { key } = props as Props
      const label = (labels as string[]).join(':')
      places.set(id, putNode(image, typeof key === 'string' ? key : `#${id}`, { label, props: props as Props }))
    }
  }
  for (const start of pages) {
    const page = `MATCH (n) WHERE id(n) >= ${start} AND id(n) < ${start + PAGE} MATCH (n)-[e]->(m)`
    for (const [from, to, label, props] of await query(`${page} RETURN id(n), id(m), type(e), properties(e)`)) {
      putEdge(image, { label: String(label), from: places.get(from), to: places.get(to), props: props as Props })
    }
  }
  return graphImage(image)
}

interface Image {
  /** Null where a node was deleted: places never change. */
  readonly nodes: (BulkItem | null)[]
  /** By stored key. */
  readonly places: Map<string, number>
  /** By readable key: spares hashing the ends of every edge. */
  readonly known: Map<string, number>
  /** By label, then by place of both ends. */
  readonly edges: Map<string, Map<number, ImageEdge>>
}

const emptyImage = (): Image => ({ nodes: [], places: new Map(), known: new Map(), edges: new Map() })

/** Joins two places to one exact integer; a graph of more nodes fits no memory. */
const MAX_NODES = 2 ** 26
const pairOf = (from: number, to: number) => from * MAX_NODES + to

function graphImage(image: Image): GraphImage {
  return {
    change: (changes) => change(image, changes),
    tables: () => tablesOf(image),
  }
}

function tablesOf(image: Image): GraphTables {
  const nodes: BulkItem[] = []
  const places = new Uint32Array(image.nodes.length)
  for (const [place, node] of image.nodes.entries()) if (node !== null) places[place] = nodes.push(node) - 1
  const edges = [...image.edges.values()].flatMap((ofLabel) => [...ofLabel.values()])
  return {
    nodes,
    propsOf: (place) => nodes[place]?.props ?? {},
    edges,
    from: Uint32Array.from(edges, (edge) => places[edge.from] ?? 0),
    to: Uint32Array.from(edges, (edge) => places[edge.to] ?? 0),
  }
}

function change(image: Image, changes: GraphChanges): void {
  for (const node of changes.putNodes) {
    if (labelOfKey(node.key) !== node.label) throw new GraphChangesError(`${node.key} cannot be a ${node.label}`)
    image.known.set(node.key, putNode(image, storedKey(node.key), { label: node.label, props: storedProps(node) }))
  }
  moveEdges(image, changes.moves)
  for (const edge of changes.deleteEdges) {
    const from = placeOf(image, edge.from)
    const to = placeOf(image, edge.to)
    if (from !== undefined && to !== undefined) image.edges.get(edge.label)?.delete(pairOf(from, to))
  }
  deleteNodes(image, changes.deleteNodes)
  const missing: string[] = []
  for (const edge of changes.putEdges) {
    const from = placeOf(image, edge.from)
    const to = placeOf(image, edge.to)
    if (from === undefined) missing.push(edge.from)
    if (to === undefined) missing.push(edge.to)
    putEdge(image, { label: edge.label, from, to, props: edge.props })
  }
  if (missing.length > 0) throw missingNodes(missing)
}

function placeOf({ known, places }: Image, key: string): number | undefined {
  const seen = known.get(key)
  if (seen !== undefined) return seen
  const place = places.get(storedKey(key))
  if (place !== undefined) known.set(key, place)
  return place
}

function putNode({ nodes, places }: Image, key: string, node: BulkItem): number {
  const place = places.get(key) ?? nodes.length
  places.set(key, place)
  nodes[place] = node
  return place
}

type LooseEdge = Omit<ImageEdge, 'from' | 'to'> & Record<'from' | 'to', number | undefined>

function putEdge({ edges }: Image, { label, from, to, props }: LooseEdge): void {
  if (from === undefined || to === undefined) return
  let ofLabel = edges.get(label)
  if (ofLabel === undefined) {
    ofLabel = new Map()
    edges.set(label, ofLabel)
  }
  ofLabel.set(pairOf(from, to), { label, from, to, props })
}

function moveEdges(image: Image, moves: GraphChanges['moves']): void {
  if (moves.size === 0) return
  const targets = new Map<number | undefined, number>()
  for (const [oldKey, newKey] of moves) {
    const to = placeOf(image, newKey)
    if (to === undefined) throw missingNodes([newKey])
    targets.set(placeOf(image, oldKey), to)
  }
  for (const label of MOVING_EDGES) {
    const edges = image.edges.get(label) ?? new Map<number, ImageEdge>()
    for (const [pair, edge] of [...edges]) {
      const to = targets.get(edge.to)
      if (to === undefined) continue
      edges.delete(pair)
      if (!edges.has(pairOf(edge.from, to))) putEdge(image, { ...edge, to })
    }
  }
}

function deleteNodes(image: Image, doomed: GraphChanges['deleteNodes']): void {
  if (doomed.length === 0) return
  const going = new Set(doomed.flatMap(({ key }) => placeOf(image, key) ?? []))
  for (const label of HOLDING_EDGES) {
    for (const { to } of image.edges.get(label)?.values() ?? []) {
      const node = image.nodes[to]
      if (node && going.delete(to)) image.nodes[to] = { label: node.label, props: { ...node.props, gone: true } }
    }
  }
  for (const edges of image.edges.values()) {
    for (const [pair, edge] of edges) if (going.has(edge.from) || going.has(edge.to)) edges.delete(pair)
  }
  for (const place of going) image.nodes[place] = null
  for (const { key } of doomed) {
    if (image.nodes[placeOf(image, key) ?? -1] !== null) continue
    image.places.delete(storedKey(key))
    image.known.delete(key)
  }
}
