import { type GraphNode, type NodeLabel, storedKey } from '../graph/entities.ts'
import { rememberedNodes } from '../graph/queries/remembered-nodes.ts'
import type { Graph, GraphChanges } from '../graph/types.ts'
import { withoutBookkeeping } from './layers.ts'

/**
 * Nodes that a sync would delete though memory points at them: they stay, marked `gone`. Those whose memory moves to the
 * function's new place need not.
 */
export async function keepRemembered(
  graph: Graph,
  deleteNodes: GraphChanges['deleteNodes'],
  moves: ReadonlyMap<string, string>,
): Promise<GraphNode[]> {
  const keys = new Map<NodeLabel, string[]>()
  for (const { key, label } of deleteNodes) {
    if (moves.has(key)) continue
    const known = keys.get(label)
    if (known) known.push(storedKey(key))
    else keys.set(label, [storedKey(key)])
  }
  const kept: GraphNode[] = []
  for (const [label, some] of keys) {
    for (const { ref, props } of await graph.run(rememberedNodes(label), { keys: some })) {
      kept.push({ key: ref, label, props: { ...withoutBookkeeping(props), gone: true } })
    }
  }
  return kept
}
