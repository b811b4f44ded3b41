import { type EdgeLabel, type GraphEdge, labelOfKey, storedKey } from './entities.ts'
import { encodeParameters } from './parameters.ts'
import type { GraphChanges } from './types.ts'

/** Memory edges that follow a moved node. */
export const MOVING_EDGES: readonly EdgeLabel[] = ['ABOUT', 'USED', 'TARGETS']

/** Edges by which memory holds on to a node: it is marked gone then, not deleted. */
export const HOLDING_EDGES: readonly EdgeLabel[] = [...MOVING_EDGES, 'REVIEWS']

/**
 * All changes as the text of one query, or null when there are none. One query, because FalkorDB holds its write lock from
 * the first change to the end of a query, logs it as one entry and undoes it when it fails, so that neither a reader nor a
 * crash nor a bad value leaves half of it. A MULTI of several queries is not undone.
 */
export function changeQuery(changes: GraphChanges): string | null {
  const params: Record<string, readonly unknown[]> = {}
  const clauses: string[] = []
  const add = (rows: readonly unknown[], ...bodies: readonly string[]) => {
    if (rows.length === 0) return
    const name = `rows_${clauses.length}`
    params[name] = rows
    for (const body of bodies) clauses.push(`CALL { UNWIND $${name} AS r ${body} }`)
  }

  for (const [label, nodes] of groupBy(changes.putNodes, (node) => node.label)) {
    add(
      nodes.map((node) => ({ k: storedKey(node.key), p: storedProps(node) })),
      `MERGE (n:${label} {key: r.k}) SET n = r.p`,
    )
  }
  for (const [labels, moves] of groupBy([...changes.moves], ([from, to]) => `${labelOfKey(from)} ${labelOfKey(to)}`)) {
    const [from, to] = labels.split(' ')
    add(
      moves.map(([oldKey, newKey]) => ({ f: storedKey(oldKey), t: storedKey(newKey) })),
      ...MOVING_EDGES.map(
        (edge) => `MATCH (s)-[e:${edge}]->(:${from} {key: r.f}), (n:${to} {key: r.t})
MERGE (s)-[x:${edge}]->(n) ON CREATE SET x = properties(e) DELETE e`,
      ),
    )
  }
  for (const [labels, edges] of groupBy(changes.deleteEdges, edgeLabels)) {
    const [label, from, to] = labels.split(' ')
    add(edges.map(ends), `MATCH (:${from} {key: r.f})-[e:${label}]->(:${to} {key: r.t}) DELETE e`)
  }
  const held = `(n)<-[:${HOLDING_EDGES.join('|')}]-()`
  for (const [label, nodes] of groupBy(changes.deleteNodes, (node) => node.label)) {
    add(
      nodes.map((node) => storedKey(node.key)),
      `MATCH (n:${label} {key: r}) WHERE ${held} SET n.gone = true`,
      `MATCH (n:${label} {key: r}) WHERE NOT ${held} DELETE n`,
    )
  }
  for (const [labels, edges] of groupBy(changes.putEdges, edgeLabels)) {
    const [label, from, to] = labels.split(' ')
    add(
      edges.map((edge) => ({ ...ends(edge), p: withoutNulls(edge.props) })),
      `MATCH (a:${from} {key: r.f}), (b:${to} {key: r.t}) MERGE (a)-[e:${label}]->(b) SET e = r.p`,
    )
  }
  return clauses.length === 0 ? null : `${encodeParameters(params)}${clauses.join('\n')}\nRETURN 1`
}

/** What the database keeps of a node: its properties, the readable key as `ref`, the looked-up one as `key`. */
export const storedProps = (node: { readonly key: string; readonly props: Readonly<Record<string, unknown>> }) => ({
  ...withoutNulls(node.props),
  ref: node.key,
  key: storedKey(node.key),
})

const withoutNulls = (props: Readonly<Record<string, unknown>>) =>
  Object.values(props).includes(null)
    ? Object.fromEntries(Object.entries(props).filter(([, value]) => value !== null))
    : props

const ends = (edge: Pick<GraphEdge, 'from' | 'to'>) => ({ f: storedKey(edge.from), t: storedKey(edge.to) })

const edgeLabels = (edge: Pick<GraphEdge, 'label' | 'from' | 'to'>) =>
  `${edge.label} ${labelOfKey(edge.from)} ${labelOfKey(edge.to)}`

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
