/** Ways of arrows between boxes that stand in rows: each through its own label, and none through another box. Pure. */
import type { Box, PlacedEdge, PlacedNode, Point } from './lay-out.ts'

/** Which way the rows follow each other. */
export type Direction = 'right' | 'down'

const STUB = 9

/** `edges` with the points of the layout, one in each row between the boxes; gives them with the points to draw. */
export function routeEdges(
  nodes: readonly PlacedNode[],
  edges: readonly PlacedEdge[],
  direction: Direction,
): readonly PlacedEdge[] {
  const axis = axes(direction)
  const boxes = new Map(nodes.map((node) => [node.key, node]))
  const ends = edges.map((edge) => {
    const [from, to] = [boxes.get(edge.from), boxes.get(edge.to)]
    if (!from || !to) throw new Error(`An edge has an end that is no node: ${edge.from}, ${edge.to}.`)
    const inner = edge.points.slice(1, -1)
    // An edge of a circle leads back: it leaves and arrives as if it were walked the other way.
    return axis.along(from) <= axis.along(to)
      ? { edge, first: from, last: to, inner }
      : { edge, first: to, last: from, inner: inner.toReversed() }
  })
  const leaving = spread(
    ends,
    (end) => end.first,
    (end) => end.inner[0] ?? end.last,
    axis,
  )
  const arriving = spread(
    ends,
    (end) => end.last,
    (end) => end.inner.at(-1) ?? end.first,
    axis,
  )
  const rowEnds = new Map<number, number>()
  for (const node of nodes) {
    const row = Math.round(axis.start(node))
    rowEnds.set(row, Math.max(rowEnds.get(row) ?? 0, axis.end(node)))
  }
  return ends.map((end) => {
    const { edge, first, last, inner } = end
    const [leave, arrive] = [leaving.get(end) ?? 0, arriving.get(end) ?? 0]
    const points = [
      axis.point(axis.end(first), leave),
      // Straight on until the widest box of the row is passed, and a head of an arrow fits.
      axis.point((rowEnds.get(Math.round(axis.start(first))) ?? axis.end(first)) + STUB, leave),
      ...inner.flatMap((point) =>
        isLabel(point, edge)
          ? [axis.point(axis.start(edge), axis.across(edge)), axis.point(axis.end(edge), axis.across(edge))]
          : [point],
      ),
      axis.point(axis.start(last), arrive),
    ]
    return { ...edge, points: first.key === edge.from ? points : points.toReversed() }
  })
}

/** Where along the side of its box each end is: evenly apart, in the order of what they lead to, so that none cross at the box. */
function spread<End>(
  ends: readonly End[],
  boxOf: (end: End) => Box,
  towards: (end: End) => Point,
  axis: Axes,
): ReadonlyMap<End, number> {
  const places = new Map<End, number>()
  for (const box of new Set(ends.map(boxOf))) {
    const own = ends.filter((end) => boxOf(end) === box)
    const sorted = own.toSorted((a, b) => axis.across(towards(a)) - axis.across(towards(b)))
    const gap = axis.side(box) / (sorted.length + 1)
    for (const [index, end] of sorted.entries()) {
      places.set(end, axis.across(box) - axis.side(box) / 2 + gap * (index + 1))
    }
  }
  return places
}

const isLabel = (point: Point, edge: Box) => Math.abs(point.x - edge.x) < 1 && Math.abs(point.y - edge.y) < 1

interface Axes {
  along(point: Point): number
  across(point: Point): number
  start(box: Box): number
  end(box: Box): number
  /** Length of the side that arrows leave from. */
  side(box: Box): number
  point(along: number, across: number): Point
}

function axes(direction: Direction): Axes {
  return direction === 'right'
    ? {
        along: ({ x }) => x,
        across: ({ y }) => y,
        start: ({ x, width }) => x - width / 2,
        end: ({ x, width }) => x + width / 2,
        side: ({ height }) => height,
        point: (x, y) => ({ x, y }),
      }
    : {
        along: ({ y }) => y,
        across: ({ x }) => x,
        start: ({ y, height }) => y - height / 2,
        end: ({ y, height }) => y + height / 2,
        side: ({ width }) => width,
        point: (y, x) => ({ x, y }),
      }
}
