import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Box, layOut, type PlacedNode } from '../../src/picture/lay-out.ts'
import { type PictureHop, toPictureGraph } from '../../src/picture/picture-graph.ts'

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
        const { nodes, edges } = layOut(toPictureGraph(hopsOf(walk)))
        const boxes = new Map(nodes.map((node) => [node.key, node]))
        for (const edge of edges) {
          expect(touches(edge.points[0], boxes.get(edge.from))).toBe(true)
          expect(touches(edge.points.at(-1), boxes.get(edge.to))).toBe(true)
          const inLabel = edge.points.filter((point) => overlap(edge, { ...point, width: 1, height: 1 }))
          expect(inLabel).toHaveLength(2)
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

function touches(point: { x: number; y: number } | undefined, box: PlacedNode | undefined): boolean {
  if (!point || !box) return false
  const [across, down] = [Math.abs(point.x - box.x) - box.width / 2, Math.abs(point.y - box.y) - box.height / 2]
  return (Math.abs(across) < 0.01 && down <= 0) || (Math.abs(down) < 0.01 && across <= 0)
}
