import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { GraphEdge, GraphNode } from '../../src/graph/entities.ts'
import type { GraphPart } from '../../src/ingest/desired-graph.ts'
import { digestGraph, EMPTY_DIGEST } from '../../src/ingest/graph-digest.ts'
import { loadManifest, saveManifest } from '../../src/ingest/manifest.ts'
import { reconcile } from '../../src/ingest/reconcile.ts'

const id = fc.integer({ min: 0, max: 7 })
const props = fc.dictionary(
  fc.constantFrom('a', 'b', 'c'),
  fc.oneof(
    fc.integer(),
    fc.string(),
    fc.boolean(),
    fc.double({ noNaN: true }),
    fc.array(fc.integer()),
    fc.constant(null),
  ),
)
const labels = ['CALLS', 'DEFINES', 'MODIFIES'] as const

/** Distinct nodes and edges in any order. */
const part: fc.Arbitrary<GraphPart> = fc
  .record({
    nodes: fc.uniqueArray(fc.record({ id, props }), { selector: ({ id }) => id }),
    edges: fc.uniqueArray(fc.record({ label: fc.constantFrom(...labels), from: id, to: id, props }), {
      selector: ({ label, from, to }) => `${label} ${from} ${to}`,
    }),
  })
  .map(({ nodes, edges }) => {
    const known = new Set(nodes.map(({ id }) => id))
    return {
      nodes: nodes.map(({ id, props }): GraphNode => ({ key: `function:${id}`, label: 'Function', props })),
      edges: edges
        .filter(({ from, to }) => known.has(from) && known.has(to))
        .map(({ from, to, ...edge }): GraphEdge => ({ ...edge, from: `function:${from}`, to: `function:${to}` })),
    }
  })

/** A graph as text, however it is ordered; null properties are absent ones. */
function asText({ nodes, edges }: GraphPart): string[] {
  const sorted = (props: GraphNode['props']) =>
    JSON.stringify(
      Object.entries(props)
        .filter(([, value]) => value !== null)
        .sort(),
    )
  const lines = [
    ...nodes.map(({ key, props }) => `${key} ${sorted(props)}`),
    ...edges.map(({ label, from, to, props }) => `${label} ${from} ${to} ${sorted(props)}`),
  ]
  return lines.sort()
}

function applied(graph: GraphPart, changes: ReturnType<typeof reconcile>): GraphPart {
  const edgeName = ({ label, from, to }: Pick<GraphEdge, 'label' | 'from' | 'to'>) => `${label} ${from} ${to}`
  const nodes = new Map(graph.nodes.map((node) => [node.key, node]))
  const edges = new Map(graph.edges.map((edge) => [edgeName(edge), edge]))
  for (const edge of changes.deleteEdges) expect(edges.delete(edgeName(edge))).toBe(true)
  for (const { key } of changes.deleteNodes) expect(nodes.delete(key)).toBe(true)
  for (const node of changes.putNodes) nodes.set(node.key, node)
  for (const edge of changes.putEdges) edges.set(edgeName(edge), edge)
  return { nodes: [...nodes.values()], edges: [...edges.values()] }
}

test('the changes make any graph equal to any other', () => {
  fc.assert(
    fc.property(part, part, (stored, desired) => {
      const changes = reconcile(digestGraph(desired), digestGraph(stored))
      expect(asText(applied(stored, changes))).toEqual(asText(desired))
    }),
    { numRuns: 400 },
  )
})

test('equal graphs in another order need no change', () => {
  fc.assert(
    fc.property(part, (graph) => {
      const reversed = { nodes: graph.nodes.toReversed(), edges: graph.edges.toReversed() }
      const changes = reconcile(digestGraph(reversed), digestGraph(graph))
      expect(changes).toEqual({ putNodes: [], putEdges: [], deleteNodes: [], deleteEdges: [] })
    }),
  )
})

test('an edge without an end is an error that names it', () => {
  const edges: GraphEdge[] = [{ label: 'CALLS', from: 'function:a', to: 'function:b', props: {} }]
  const nodes: GraphNode[] = [{ key: 'function:a', label: 'Function', props: {} }]
  expect(() => digestGraph({ nodes, edges })).toThrow('CALLS from function:a to function:b')
})

test('a manifest gives back the digest of its generation, and nothing when it is damaged', () => {
  const dir = mkdtempSync(join(tmpdir(), 'repobrain-manifest-'))
  try {
    const path = join(dir, 'sub', 'manifest')
    expect(loadManifest(path, 'one')).toBeNull()
    fc.assert(
      fc.property(part, (graph) => {
        const digest = digestGraph(graph)
        saveManifest(path, 'one', digest)
        const loaded = loadManifest(path, 'one') ?? EMPTY_DIGEST
        expect(loaded).toEqual({
          keys: digest.keys,
          labels: digest.labels,
          nodeDigests: digest.nodeDigests,
          edgeDigests: digest.edgeDigests,
          slots: digest.slots,
          ends: digest.ends,
        })
        expect(loadManifest(path, 'two')).toBeNull()
      }),
      { numRuns: 30 },
    )
    truncateSync(path, 30)
    expect(loadManifest(path, 'one')).toBeNull()
    writeFileSync(path, '')
    expect(loadManifest(path, 'one')).toBeNull()
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})
