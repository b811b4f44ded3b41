/** Where everything goes: boxes sized by their text, arrows with room for their labels. In pixels of a picture 800 wide. */
import { graphlib, layout } from '@dagrejs/dagre'
import type { DrawnEdge, DrawnNode, PictureGraph } from './picture-graph.ts'
import { measureText } from './rasterize.ts'
import { type Direction, routeEdges } from './route-edges.ts'
import { wrapLabel } from './wrap-label.ts'

export const SIZES = {
  name: 16,
  caption: 12,
  edge: 13,
  lineHeight: 20,
  padding: 10,
  /** Of the stripe that tells the kind, and the gap beside it. */
  stripe: 6,
  /** Between two arrows at the side of a box. */
  port: 11,
  /** What a picture may be wide, before it is shown smaller. */
  width: 800,
  margin: 16,
} as const

const MAX_NAME_WIDTH = 190

export interface Point {
  readonly x: number
  readonly y: number
}

/** `x` and `y` are those of the middle. */
export interface Box extends Point {
  readonly width: number
  readonly height: number
}

export interface PlacedNode extends DrawnNode, Box {
  readonly lines: readonly string[]
}

/** The box is that of its label. */
export interface PlacedEdge extends DrawnEdge, Box {
  /** From the one box to the other, through the label; two that are not level are joined by a curve along `direction`. */
  readonly points: readonly Point[]
}

export interface Layout {
  readonly direction: Direction
  readonly width: number
  readonly height: number
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
}

/** From left to right, unless that is too wide and from top to bottom is less so. */
export function layOut(graph: PictureGraph): Layout {
  const right = place(graph, 'right')
  if (right.width <= SIZES.width) return right
  const down = place(graph, 'down')
  return down.width < right.width ? down : right
}

function place(picture: PictureGraph, direction: Direction): Layout {
  const graph = new graphlib.Graph({ multigraph: true, directed: true })
  graph.setGraph({
    rankdir: direction === 'right' ? 'LR' : 'TB',
    rankalign: 'top',
    nodesep: direction === 'right' ? 14 : 20,
    edgesep: 10,
    ranksep: direction === 'right' ? 60 : 56,
    marginx: SIZES.margin,
    marginy: SIZES.margin,
  })
  const sized = picture.nodes.map((node) => sizeNode(node, portsOf(picture, node.key), direction))
  // The layout puts what it is told last on top.
  for (const { key, width, height } of sized.toReversed()) graph.setNode(key, { width, height })
  const labelled = picture.edges.map((edge) => ({
    ...edge,
    width: Math.ceil(measureText(edge.label, SIZES.edge, 400)) + 10,
    height: SIZES.edge + 6,
  }))
  for (const edge of labelled.toReversed()) {
    graph.setEdge(edge.from, edge.to, { width: edge.width, height: edge.height, labelpos: 'c' }, nameOf(edge))
  }
  layout(graph)
  const nodes = sized.map((node) => ({ ...node, ...pointOf(graph.node(node.key)) }))
  const placed = labelled.map((edge) => {
    const { x, y, points } = graph.edge(edge.from, edge.to, nameOf(edge))
    return { ...edge, x, y, points }
  })
  const { width = 0, height = 0 } = graph.graph()
  return { direction, width, height, nodes, edges: routeEdges(nodes, placed, direction) }
}

/** What tells two edges of the same ends apart. */
const nameOf = ({ direction, label }: DrawnEdge) => `${direction} ${label}`

const pointOf = ({ x, y }: Point): Point => ({ x, y })

/** The most arrows that arrive or leave at one side. */
function portsOf({ edges }: PictureGraph, key: string): number {
  return Math.max(edges.filter((edge) => edge.from === key).length, edges.filter((edge) => edge.to === key).length)
}

function sizeNode(node: DrawnNode, ports: number, direction: Direction): Omit<PlacedNode, 'x' | 'y'> {
  const measureName = (text: string) => measureText(text, SIZES.name, 600)
  const lines = wrapLabel(node.name, MAX_NAME_WIDTH, measureName)
  const widest = Math.max(measureText(node.caption, SIZES.caption, 400), ...lines.map(measureName))
  const width = Math.ceil(widest) + 2 * SIZES.padding + SIZES.stripe
  const height = SIZES.caption + lines.length * SIZES.lineHeight + 2 * SIZES.padding
  const side = ports * SIZES.port + SIZES.padding
  return direction === 'right'
    ? { ...node, lines, width, height: Math.max(height, side) }
    : { ...node, lines, width: Math.max(width, side), height }
}
