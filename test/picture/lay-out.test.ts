import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Box, layOut, type PlacedNode, type Point } from '../../src/picture/lay-out.ts'
import { type PictureHop, toPictureGraph } from '../../src/picture/picture-graph.ts'
import type { Direction } from '../../src/picture/route-edges.ts'

const KINDS = ['function', 'class', 'file', 'pull_request', 'commit', 'issue', 'person', 'fact']
const NAMES = [
  'App.run',
  'a_rather_long_function_name.with_a_method',
  'src/deep/down/in/the/tree/module.py',
  'PR #5818',
  '#5',
]

/** Walks as they come: stars, chains, circles, edges to itself, the same hop twice. */
const walks = fc.array(
  fc.record({
    from: fc.nat(9),
    to: fc.nat(9),
    edge: fc.constantFrom('MODIFIES', 'CALLS', 'AUTHORED', 'FIXES'),
    direction: fc.constantFrom('in' as const, 'out' as const),
  }),
  { minLength: 1, maxLength: 24 },
)

const nodeOf = (number: number) => ({
  key: `node:${number}`,
  kind: KINDS[number % KINDS.length] ?? '',
  label: `${NAMES[number % NAMES.length]}${number}`,
})

const hopsOf = (walk: readonly { from: number; to: number; edge: string; direction: 'in' | 'out' }[]): PictureHop[] =>
  walk.map((hop) => ({ ...hop, from: nodeOf(hop.from), to: nodeOf(hop.to) }))

function overlap(a: Box, b: Box): boolean {
  return Math.abs(a.x - b.x) < (a.width + b.width) / 2 && Math.abs(a.y - b.y) < (a.height + b.height) / 2
}

describe('layout', () => {
  it('lets no box and no label overlap another, and nothing leave the picture', () => {
    fc.assert(
      fc.property(walks, (walk) => {
        const layout = layOut(toPictureGraph(hopsOf(walk)))
        const boxes = [...layout.nodes, ...layout.edges]
        for (const [index, box] of boxes.entries()) {
          expect(boxes.slice(index + 1).filter((other) => overlap(box, other))).toEqual([])
          expect(box.x - box.width / 2).toBeGreaterThanOrEqual(0)
          expect(box.x + box.width / 2).toBeLessThanOrEqual(layout.width)
          expect(box.y - box.height / 2).toBeGreaterThanOrEqual(0)
          expect(box.y + box.height / 2).toBeLessThanOrEqual(layout.height)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('leads every arrow from the side of its one box through its label to the side of its other', () => {
    fc.assert(
      fc.property(walks, (walk) => {
        const { nodes, edges, direction } = layOut(toPictureGraph(hopsOf(walk)))
        const boxes = new Map(nodes.map((node) => [node.key, node]))
        for (const edge of edges) {
          expect(touches(edge.points[0], boxes.get(edge.from))).toBe(true)
          expect(touches(edge.points.at(-1), boxes.get(edge.to))).toBe(true)
          const line = edge.points.slice(1).flatMap((to, index) => curve(edge.points[index] ?? to, to, direction))
          expect(line.some((point) => overlap(edge, { ...point, width: 0, height: 0 }))).toBe(true)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('lets no line pass through a box or a label that is not its own', () => {
    fc.assert(
      fc.property(walks, (walk) => {
        const { nodes, edges, direction } = layOut(toPictureGraph(hopsOf(walk)))
        for (const edge of edges) {
          const others = [
            ...nodes.filter(({ key }) => key !== edge.from && key !== edge.to),
            ...edges.filter((other) => other !== edge),
          ]
          const line = edge.points.slice(1).flatMap((to, index) => curve(edge.points[index] ?? to, to, direction))
          const hit = others.filter((box) => line.some((point) => overlap(box, { ...point, width: 0, height: 0 })))
          expect(hit).toEqual([])
        }
      }),
      { numRuns: 40 },
    )
  })

  it('reads from left to right, and from top to bottom where that would be too wide', () => {
    const chain = (length: number) =>
      layOut(
        toPictureGraph(
          hopsOf(
            Array.from({ length }, (_, index) => ({ from: index, to: index + 1, edge: 'CALLS', direction: 'in' })),
          ),
        ),
      )
    expect(chain(2).direction).toBe('right')
    expect(chain(8).direction).toBe('down')
    expect(chain(8).width).toBeLessThan(800)
  })

  it('shows what was walked first above what was walked later', () => {
    const star = [1, 2, 3, 4].map((to) => ({ from: 0, to, edge: 'MODIFIES', direction: 'in' as const }))
    const { nodes } = layOut(toPictureGraph(hopsOf(star)))
    const heights = nodes.slice(1).map((node) => node.y)
    expect(heights).toEqual(heights.toSorted((a, b) => a - b))
  })
})

/** Points on the curve that is drawn from one point to the next. */
function curve(from: Point, to: Point, direction: Direction): Point[] {
  return Array.from({ length: 21 }, (_, step) => {
    const t = step / 20
    const [along, across] = [t, t * t * (3 - 2 * t)]
    // Of a Bézier curve whose control points lie in the middle, level with its ends.
    const eased = 1.5 * along * (1 - along) * (1 - along) + 1.5 * along * along * (1 - along) + along ** 3
    return direction === 'right'
      ? { x: from.x + (to.x - from.x) * eased, y: from.y + (to.y - from.y) * across }
      : { x: from.x + (to.x - from.x) * across, y: from.y + (to.y - from.y) * eased }
  })
}

function touches(point: { x: number; y: number } | undefined, box: PlacedNode | undefined): boolean {
  if (!point || !box) return false
  const [across, down] = [Math.abs(point.x - box.x) - box.width / 2, Math.abs(point.y - box.y) - box.height / 2]
  return (Math.abs(across) < 0.01 && down <= 0) || (Math.abs(down) < 0.01 && across <= 0)
}
