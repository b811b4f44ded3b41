/** Ways of arrows between boxes that stand in rows: each through its own label, and none through another box. Pure. */
import type { Box, PlacedEdge, PlacedNode, Point } from './lay-out.ts'

/** Which way the rows follow each other. */
export type Direction = 'right' | 'down'

/** Straight at the box, for the head of an arrow. */
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
    const [first, last] = [boxes.get(edge.from), boxes.get(edge.to)]
    if (!first || !last) throw new Error(`An edge has an end that is no node: ${edge.from}, ${edge.to}.`)
    return { edge, first, last, inner: edge.points.slice(1, -1) }
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
  const rowOf = findRows([...nodes, ...edges], axis)
  return ends.map((end) => {
    const { edge, first, last, inner } = end
    const [leave, arrive] = [leaving.get(end) ?? 0, arriving.get(end) ?? 0]
    const points = [
      axis.point(axis.end(first), leave),
      axis.point(rowOf(axis.along(first)).end + STUB, leave),
      // Level through every row, so that it turns only where nothing is in the way.
      ...inner.flatMap((point) => {
        const row = rowOf(axis.along(point))
        return [axis.point(row.start, axis.across(point)), axis.point(row.end, axis.across(point))]
      }),
      axis.point(axis.start(last) - STUB, arrive),
      axis.point(axis.start(last), arrive),
    ]
    return { ...edge, points }
  })
}

interface Row {
  readonly start: number
  readonly end: number
}

/** Boxes stand in rows with a gap between; gives the row that a place is in. */
function findRows(boxes: readonly Box[], axis: Axes): (along: number) => Row {
  const rows: Row[] = []
  for (const box of boxes.toSorted((a, b) => axis.start(a) - axis.start(b))) {
    const row = rows.at(-1)
    if (row && axis.start(box) <= row.end) rows[rows.length - 1] = { ...row, end: Math.max(row.end, axis.end(box)) }
    else rows.push({ start: axis.start(box), end: axis.end(box) })
  }
  return (along) => rows.find(({ start, end }) => start <= along && along <= end) ?? { start: along, end: along }
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
