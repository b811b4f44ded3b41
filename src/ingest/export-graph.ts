import { NotFoundError, UserError } from '../errors.ts'
import type { EdgeLabel, NodeLabel } from '../graph/entities.ts'
import { repositoryRecord } from '../graph/queries/repository-record.ts'
import { edgesLabelled, nodesLabelled } from '../graph/queries/synced-entities.ts'
import type { Graph } from '../graph/types.ts'
import { SYNCED_EDGES, SYNCED_NODES } from './layers.ts'

const MEMORY_NODES: readonly NodeLabel[] = ['Session', 'Episode', 'Fact', 'Task', 'Note']
const MEMORY_EDGES: readonly EdgeLabel[] = ['IN', 'NEXT', 'USED', 'ABOUT', 'LEARNED_IN', 'TARGETS', 'REVIEWS', 'ON']

/** Of the writer, of one run, or of this machine: two graphs of the same repository differ in nothing else. */
const VOLATILE = new Set(['key', 'ref', 'generation', 'indexed_at', 'git_dir'])

const ATTEMPTS = 5

interface Line {
  readonly key: string
  readonly text: string
}

/**
 * The graph as JSON lines without line ends, nodes then edges, sorted by key: equal graphs give equal bytes. Memory, and
 * nodes that only memory still points at, on request. All lines are of one state: a sync in between starts it over.
 */
export async function* exportGraph(graph: Graph, options: { memory?: boolean } = {}): AsyncGenerator<string> {
  if (!(await graph.exists())) throw new NotFoundError('This repository is not indexed.', 'Ingest it first.')
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const before = await generationOf(graph)
    const { nodes, edges } = await readLines(graph, options.memory ?? false)
    if ((await generationOf(graph)) !== before) continue
    for (const { text } of nodes) yield text
    for (const { text } of edges) yield text
    return
  }
  throw new UserError('The graph changed whenever it was read.', 'Export again when no ingest is running.')
}

async function generationOf(graph: Graph): Promise<string | null> {
  const [record] = await graph.run(repositoryRecord, {})
  return record?.generation ?? null
}

async function readLines(graph: Graph, memory: boolean): Promise<{ nodes: Line[]; edges: Line[] }> {
  const edges: Line[] = []
  const connected = new Set<string>()
  for (const label of memory ? [...SYNCED_EDGES, ...MEMORY_EDGES] : SYNCED_EDGES) {
    for (const { from, to, props } of await graph.run(edgesLabelled(label), {})) {
      connected.add(from).add(to)
      const text = JSON.stringify({ edge: label, from, to, props: exported(props) })
      edges.push({ key: `${label}\n${from}\n${to}`, text })
    }
  }
  const nodes: Line[] = []
  for (const label of memory ? [...SYNCED_NODES, ...MEMORY_NODES] : SYNCED_NODES) {
    for (const { ref, props } of await graph.run(nodesLabelled(label), {})) {
      if (props.gone === true && !connected.has(ref)) continue
      nodes.push({ key: ref, text: JSON.stringify({ node: ref, label, props: exported(props) }) })
    }
  }
  return { nodes: nodes.sort(byKey), edges: edges.sort(byKey) }
}

function exported(props: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = Object.keys(props).filter((name) => !VOLATILE.has(name))
  return Object.fromEntries(names.sort().map((name) => [name, props[name]]))
}

/** By code unit: the same on every machine, whatever its locale. */
const byKey = (a: Line, b: Line) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
