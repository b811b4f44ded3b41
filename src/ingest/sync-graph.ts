import { randomUUID } from 'node:crypto'
import type { GraphNode } from '../graph/entities.ts'
import { repositoryRecord } from '../graph/queries/repository-record.ts'
import type { Graph } from '../graph/types.ts'
import type { GraphPart, HistoryPart } from './desired-graph.ts'
import { movesOf } from './desired-state.ts'
import { keepRemembered } from './keep-remembered.ts'
import { loadManifest, saveManifest } from './manifest.ts'
import { type Reconciliation, reconcile, type StoredState } from './reconcile.ts'
import type { IngestProgress, IngestReport } from './report.ts'
import type { Stopwatch } from './stopwatch.ts'
import { EMPTY_STATE, readStoredState } from './stored-state.ts'

export interface SyncOptions {
  readonly graph: Graph
  readonly desired: GraphPart
  readonly formerKeys: HistoryPart['formerKeys']
  /** Where the stored state is kept between processes. */
  readonly manifestPath: string
  /** The same between syncs of one process, by graph; updated here. */
  readonly states: Map<string, GenerationState>
  readonly stopwatch: Stopwatch
  readonly onProgress?: ((progress: IngestProgress) => void) | undefined
}

export interface GenerationState {
  readonly generation: string
  readonly state: StoredState
}

/**
 * Makes the stored graph equal to the desired one in one step: a crash before it leaves the old graph, a crash after it
 * leaves the new one and costs the next sync a look at the database, because the manifest is then of another generation.
 */
export async function syncGraph(options: SyncOptions): Promise<IngestReport['changes']> {
  const { graph, manifestPath, states, stopwatch, onProgress } = options
  const { changes, moves, next } = await stopwatch.time('compare', () => compare(options))
  const counts = {
    nodes_written: changes.putNodes.length,
    nodes_deleted: changes.deleteNodes.length,
    edges_written: changes.putEdges.length,
    edges_deleted: changes.deleteEdges.length,
  }
  const total = Object.values(counts).reduce((sum, count) => sum + count, moves.size)
  if (total === 0) return counts

  onProgress?.({ stage: 'write', done: 0, total })
  const generation = randomUUID()
  const putNodes = stamped(options.desired, changes.putNodes, generation)
  await stopwatch.time('write', async () => {
    await graph.apply({ ...changes, putNodes, moves })
    states.set(graph.name, { generation, state: next })
    saveManifest(manifestPath, generation, next)
  })
  onProgress?.({ stage: 'write', done: total, total })
  return counts
}

async function compare(options: SyncOptions): Promise<Reconciliation & { moves: Map<string, string> }> {
  const { graph, desired, formerKeys } = options
  const stored = await findStoredState(options)
  const moves = movesOf(formerKeys, stored.nodes, desired)
  const first = reconcile(desired, stored)
  const kept = await keepRemembered(graph, first.changes.deleteNodes, moves)
  if (kept.length === 0) return { ...first, moves }
  return { ...reconcile({ nodes: [...desired.nodes, ...kept], edges: desired.edges }, stored), moves }
}

async function findStoredState({ graph, manifestPath, states }: SyncOptions): Promise<StoredState> {
  if (!(await graph.exists())) return EMPTY_STATE
  const [record] = await graph.run(repositoryRecord, {})
  if (!record) return readStoredState(graph)
  const known = states.get(graph.name)
  if (known?.generation === record.generation) return known.state
  return loadManifest(manifestPath, record.generation) ?? (await readStoredState(graph))
}

/** The Repository node is part of every write, since it carries the generation. */
function stamped(desired: GraphPart, putNodes: readonly GraphNode[], generation: string): GraphNode[] {
  const stamp = { generation, indexed_at: new Date().toISOString() }
  const repository = desired.nodes.filter(({ label }) => label === 'Repository')
  const others = putNodes.filter(({ label }) => label !== 'Repository')
  return [...others, ...repository.map((node) => ({ ...node, props: { ...node.props, ...stamp } }))]
}
