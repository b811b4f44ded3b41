import type { Send } from './create-graph.ts'
import { type EdgeLabel, type GraphEdge, type NodeLabel, storedKey } from './entities.ts'
import { encodeParameters } from './parameters.ts'
import { ensureSchema } from './schema.ts'
import type { GraphChanges } from './types.ts'

/** Memory edges that follow a moved function. */
const MOVING: readonly EdgeLabel[] = ['ABOUT', 'USED', 'TARGETS']

/**
 * One query for everything: FalkorDB holds its write lock from the first change to the end of a query and undoes the query
 * when it fails, so neither a reader nor a crash sees half of it. (A MULTI of several queries gives neither.)
 */
export async function applyChanges(graph: string, send: Send, changes: GraphChanges): Promise<void> {
  await ensureSchema(graph, send)
  const clauses: string[] = []
  const params: Record<string, unknown> = {}
  const add = (rows: readonly unknown[], clause: (param: string) => string) => {
    if (rows.length === 0) return
    const param = `p${clauses.length}`
    params[param] = rows
    clauses.push(`CALL { UNWIND $${param} AS r ${clause(param)} }`)
  }

  for (const [label, nodes] of grouped(changes.putNodes, (node) => node.label)) {
    const rows = nodes.map((node) => ({
      k: storedKey(node.key),
      p: { ...node.props, ref: node.key, key: storedKey(node.key) },
    }))
    add(rows, () => `MERGE (n:${label} {key: r.k}) SET n = r.p`)
  }
  const moves = [...changes.moves].map(([from, to]) => ({ from, to }))
  for (const [labels, rows] of grouped(moves, (move) => `${labelOf(move.from)} ${labelOf(move.to)}`)) {
    const [from, to] = labels.split(' ')
    const keys = rows.map((move) => ({ f: storedKey(move.from), t: storedKey(move.to) }))
    for (const edge of MOVING) {
      add(
        keys,
        () =>
          `MATCH (s)-[e:${edge}]->(o:${from} {key: r.f}), (n:${to} {key: r.t}) MERGE (s)-[x:${edge}]->(n) SET x = properties(e) DELETE e`,
      )
    }
  }
  for (const [labels, edges] of grouped(changes.deleteEdges, edgeLabels)) {
    const [label, from, to] = labels.split(' ')
    const rows = edges.map((edge) => ({ f: storedKey(edge.from), t: storedKey(edge.to) }))
    add(rows, () => `MATCH (:${from} {key: r.f})-[e:${label}]->(:${to} {key: r.t}) DELETE e`)
  }
  for (const [label, nodes] of grouped(changes.deleteNodes, (node) => node.label)) {
    add(
      nodes.map((node) => storedKey(node.key)),
      () => `MATCH (n:${label} {key: r}) DELETE n`,
    )
  }
  for (const [labels, edges] of grouped(changes.putEdges, edgeLabels)) {
    const [label, from, to] = labels.split(' ')
    const rows = edges.map((edge) => ({ f: storedKey(edge.from), t: storedKey(edge.to), p: edge.props }))
    add(rows, () => `MATCH (a:${from} {key: r.f}), (b:${to} {key: r.t}) MERGE (a)-[e:${label}]->(b) SET e = r.p`)
  }
  if (clauses.length === 0) return
  await send(['GRAPH.QUERY', graph, `${encodeParameters(params)}${clauses.join(' ')} RETURN 1`, '--compact'])
}

const edgeLabels = (edge: Pick<GraphEdge, 'label' | 'from' | 'to'>) =>
  `${edge.label} ${labelOf(edge.from)} ${labelOf(edge.to)}`

const LABELS: Readonly<Record<string, NodeLabel>> = {
  file: 'File',
  class: 'Class',
  function: 'Function',
  person: 'Person',
  pr: 'PullRequest',
  commit: 'Commit',
  issue: 'Issue',
  repository: 'Repository',
  session: 'Session',
  episode: 'Episode',
  fact: 'Fact',
  task: 'Task',
  note: 'Note',
}

function labelOf(key: string): NodeLabel {
  const label = LABELS[key.slice(0, key.indexOf(':'))]
  if (label === undefined) throw new Error(`Key ${key} has no known prefix`)
  return label
}

function grouped<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group === undefined) groups.set(key(item), [item])
    else group.push(item)
  }
  return groups
}
