import type { Send } from './connection.ts'
import { type GraphEdge, type GraphNode, labelOfKey, storedKey } from './entities.ts'
import { encodeParameters, ParameterError } from './parameters.ts'
import { parseReply } from './reply.ts'
import type { GraphChanges } from './types.ts'

/** Changes that contradict themselves or the graph. Nothing was written. */
export class GraphChangesError extends Error {
  override name = 'GraphChangesError'
}

/**
 * Throws GraphChangesError when a node's label does not fit its key, or an edge or a move leads to a node that neither exists
 * nor is put: the database would leave such an edge out without a word.
 */
export async function checkChanges(changes: GraphChanges, findMissing: (keys: readonly string[]) => Promise<string[]>) {
  for (const node of changes.putNodes) {
    if (labelOfKey(node.key) !== node.label) throw new GraphChangesError(`${node.key} cannot be a ${node.label}`)
  }
  const put = new Set(changes.putNodes.map((node) => node.key))
  const deleted = new Set(changes.deleteNodes.map((node) => node.key))
  const needed = new Set<string>()
  const need = (key: string, by: string) => {
    if (put.has(key)) return
    if (deleted.has(key)) throw new GraphChangesError(`${by} needs ${key}, which is deleted`)
    needed.add(key)
  }
  for (const edge of changes.putEdges) {
    need(edge.from, `Edge ${edge.label} to ${edge.to}`)
    need(edge.to, `Edge ${edge.label} from ${edge.from}`)
  }
  for (const [from, to] of changes.moves) need(to, `The move of ${from}`)
  const missing = needed.size === 0 ? [] : await findMissing([...needed])
  if (missing.length > 0) throw missingNodes(missing)
}

export function missingNodes(keys: readonly string[]): GraphChangesError {
  const some = keys.slice(0, 3).join(', ')
  return new GraphChangesError(`Edges or moves need ${keys.length} nodes that do not exist: ${some}`)
}

/** Which of the keys have no node in the stored graph. */
export async function findMissingKeys(graph: string, keys: readonly string[], send: Send): Promise<string[]> {
  const missing: string[] = []
  const byLabel = new Map<string, string[]>()
  for (const key of keys) byLabel.set(labelOfKey(key), [...(byLabel.get(labelOfKey(key)) ?? []), key])
  for (const [label, refs] of byLabel) {
    const text = `${encodeParameters({ keys: refs.map(storedKey) })}MATCH (n:${label}) WHERE n.key IN $keys RETURN n.ref`
    const found = new Set(parseReply(await send(['GRAPH.RO_QUERY', graph, text, '--compact'])).rows.map(([ref]) => ref))
    missing.push(...refs.filter((ref) => !found.has(ref)))
  }
  return missing
}

/** The same error, saying which node or edge has the value that cannot be stored. */
export function namingItem(error: unknown, changes: GraphChanges): unknown {
  if (!(error instanceof ParameterError)) return error
  const nodeName = (node: GraphNode) => node.key
  const edgeName = (edge: GraphEdge) => `${edge.label} ${edge.from} → ${edge.to}`
  return offender(changes.putNodes, nodeName) ?? offender(changes.putEdges, edgeName) ?? error
}

function offender<Item extends GraphNode | GraphEdge>(items: readonly Item[], nameOf: (item: Item) => string) {
  for (const item of items) {
    try {
      encodeParameters({ props: item.props, name: nameOf(item) })
    } catch (error) {
      if (error instanceof ParameterError) return error.within(nameOf(item))
      throw error
    }
  }
  return null
}
