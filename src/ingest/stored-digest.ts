import type { GraphEdge, GraphNode } from '../graph/entities.ts'
import { edgesLabelled, nodesLabelled } from '../graph/queries/synced-entities.ts'
import type { Graph } from '../graph/types.ts'
import { digestGraph, type GraphDigest } from './graph-digest.ts'
import { SYNCED_EDGES, SYNCED_NODES, withoutBookkeeping } from './layers.ts'

/** Digests what the graph itself holds: the slow way, where there is no manifest of its generation. */
export async function readStoredDigest(graph: Graph): Promise<GraphDigest> {
  const nodes: GraphNode[] = []
  for (const label of SYNCED_NODES) {
    for (const { ref, props } of await graph.run(nodesLabelled(label), {})) {
      nodes.push({ key: ref, label, props: withoutBookkeeping(props) })
    }
  }
  const edges: GraphEdge[] = []
  for (const label of SYNCED_EDGES) {
    for (const { from, to, props } of await graph.run(edgesLabelled(label), {})) {
      edges.push({ label, from, to, props: withoutBookkeeping(props) })
    }
  }
  return digestGraph({ nodes, edges })
}
