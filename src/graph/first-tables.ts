import type { GraphTables } from './bulk-load.ts'
import { storedProps } from './change-query.ts'
import { GraphChangesError, missingNodes } from './check-changes.ts'
import { labelOfKey } from './entities.ts'
import type { GraphChanges } from './types.ts'

/** The tables of a graph that begins with these changes. Throws GraphChangesError where they contradict themselves. */
export function firstTables({ putNodes, putEdges, moves }: GraphChanges): GraphTables {
  const places = new Map<string, number>()
  for (const [place, node] of putNodes.entries()) {
    if (labelOfKey(node.key) !== node.label) throw new GraphChangesError(`${node.key} cannot be a ${node.label}`)
    places.set(node.key, place)
  }
  if (places.size < putNodes.length) throw new GraphChangesError('A node is put twice')
  const missing = [...moves.values()].filter((key) => !places.has(key))
  const from = new Uint32Array(putEdges.length)
  const to = new Uint32Array(putEdges.length)
  for (const [index, edge] of putEdges.entries()) {
    const start = places.get(edge.from)
    const end = places.get(edge.to)
    if (start === undefined) missing.push(edge.from)
    if (end === undefined) missing.push(edge.to)
    from[index] = start ?? 0
    to[index] = end ?? 0
  }
  if (missing.length > 0) throw missingNodes(missing)
  checkOnce(putEdges, from, to, putNodes.length)
  const propsOf = (place: number) => storedProps(putNodes[place] as GraphChanges['putNodes'][number])
  return { nodes: putNodes, propsOf, edges: putEdges, from, to }
}

/** At most one edge of a label between two nodes. Sorting numbers takes a tenth of the time of a set of texts. */
function checkOnce(edges: GraphChanges['putEdges'], from: Uint32Array, to: Uint32Array, nodeCount: number): void {
  const labels = [...new Set(edges.map((edge) => edge.label))]
  const ids = Float64Array.from(edges, ({ label }, index) => {
    return (labels.indexOf(label) * nodeCount + (from[index] ?? 0)) * nodeCount + (to[index] ?? 0)
  }).sort()
  if (ids.some((id, index) => id === ids[index + 1])) throw new GraphChangesError('An edge is put twice')
}
