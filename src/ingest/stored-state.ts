import { edgesLabelled, nodesLabelled } from '../graph/queries/synced-entities.ts'
import type { Graph } from '../graph/types.ts'
import { digestProps } from './digest-props.ts'
import { SYNCED_EDGES, SYNCED_NODES, withoutBookkeeping } from './layers.ts'
import { edgeId, type StoredState } from './reconcile.ts'

export const EMPTY_STATE: StoredState = { nodes: new Map(), edges: new Map() }

/** Reads the stored state from the graph itself: the slow way, for a first sync of a process without a manifest. */
export async function readStoredState(graph: Graph): Promise<StoredState> {
  const nodes = new Map<string, { label: (typeof SYNCED_NODES)[number]; digest: string }>()
  for (const label of SYNCED_NODES) {
    for (const { ref, props } of await graph.run(nodesLabelled(label), {})) {
      nodes.set(ref, { label, digest: digestProps(withoutBookkeeping(props)) })
    }
  }
  const edges = new Map<string, { label: (typeof SYNCED_EDGES)[number]; from: string; to: string; digest: string }>()
  for (const label of SYNCED_EDGES) {
    for (const { from, to, props } of await graph.run(edgesLabelled(label), {})) {
      edges.set(edgeId({ label, from, to }), { label, from, to, digest: digestProps(withoutBookkeeping(props)) })
    }
  }
  return { nodes, edges }
}
