import { randomUUID } from 'node:crypto'
import type { GraphNode } from '../graph/entities.ts'
import { repositoryRecord } from '../graph/queries/repository-record.ts'
import type { Graph, GraphChanges } from '../graph/types.ts'
import type { GraphPart } from './desired-graph.ts'
import { type Moves, movesOf } from './desired-state.ts'
import { type DigestedGraph, type DigestMemory, digestGraph, EMPTY_DIGEST, type GraphDigest } from './graph-digest.ts'
import { keepRemembered } from './keep-remembered.ts'
import { loadManifest, saveManifest } from './manifest.ts'
import { reconcile } from './reconcile.ts'
import type { IngestProgress, IngestReport } from './report.ts'
import { restampAround } from './restamp-facts.ts'
import type { Stopwatch } from './stopwatch.ts'
import { readStoredDigest } from './stored-digest.ts'

export interface SyncOptions {
  readonly graph: Graph
  readonly desired: GraphPart
  readonly moved: Moves
  /** Where the digest of the stored graph is kept between processes. */
  readonly manifestPath: string
  /** What a running process keeps between syncs, by graph; updated here. */
  readonly kept: Map<string, KeptDigest> | null
  readonly stopwatch: Stopwatch
  readonly onProgress?: ((progress: IngestProgress) => void) | undefined
}

export interface KeptDigest {
  readonly generation: string
  readonly digest: GraphDigest
  readonly entities: DigestMemory
}

export interface SyncedGraph {
  readonly counts: IngestReport['changes']
  /** Of the graph as it is stored now; null when it has none. */
  readonly generation: string | null
  /** Some nodes are there only because memory points at them. */
  readonly holdsRemembered: boolean
}

/**
 * Makes the stored graph equal to the desired one in one step: a crash before it leaves the old graph, a crash after it
 * leaves the new one and costs the next sync a look at the database, because the manifest is then of another generation.
 */
export async function syncGraph(options: SyncOptions): Promise<SyncedGraph> {
  const { graph, manifestPath, kept, stopwatch, onProgress } = options
  const { changes, moves, next, entities, stored, holdsRemembered } = await stopwatch.time('compare', () =>
    compare(options),
  )
  const counts = {
    nodes_written: changes.putNodes.length,
    nodes_deleted: changes.deleteNodes.length,
    edges_written: changes.putEdges.length,
    edges_deleted: changes.deleteEdges.length,
  }
  const total = Object.values(counts).reduce((sum, count) => sum + count, moves.size)
  if (total === 0) return { counts, generation: stored, holdsRemembered }

  onProgress?.({ stage: 'write', done: 0, total })
  const generation = randomUUID()
  const putNodes = stamped(options.desired, changes.putNodes, generation)
  await stopwatch.time('write', async () => {
    await restampAround(graph, options.desired.nodes, () => graph.apply({ ...changes, putNodes, moves }))
    const { keys, labels, nodeDigests, slots, ends, edgeDigests } = next
    const digest = { keys, labels, nodeDigests, slots, ends, edgeDigests }
    if (entities) kept?.set(graph.name, { generation, digest, entities })
    saveManifest(manifestPath, generation, next)
  })
  onProgress?.({ stage: 'write', done: total, total })
  return { counts, generation, holdsRemembered }
}

interface Comparison {
  readonly changes: Omit<GraphChanges, 'moves'>
  readonly moves: Map<string, string>
  /** The digest of the graph once the changes are made. */
  readonly next: DigestedGraph
  readonly entities: DigestMemory | undefined
  /** Generation of the graph as it is. */
  readonly stored: string | null
  readonly holdsRemembered: boolean
}

async function compare({ graph, desired, moved, ...options }: SyncOptions): Promise<Comparison> {
  const known = options.kept?.get(graph.name)
  const { stored, commit, generation } = await findStoredDigest(graph, options.manifestPath, known)
  const entities = options.kept ? (known?.entities ?? new Map()) : undefined
  const next = digestGraph(desired, entities)
  const changes = reconcile(next, stored)
  const moves = movesOf(moved, { commit, keys: stored.keys }, next.indexes)
  const remembered = await keepRemembered(graph, changes.deleteNodes, moves)
  const found = { moves, entities, stored: generation, holdsRemembered: remembered.length > 0 }
  if (remembered.length === 0) return { ...found, changes, next }
  const extended = digestGraph({ ...desired, nodes: [...desired.nodes, ...remembered] }, entities)
  return { ...found, changes: reconcile(extended, stored), next: extended }
}

interface StoredState {
  readonly stored: GraphDigest
  readonly commit: string | null
  readonly generation: string | null
}

async function findStoredDigest(
  graph: Graph,
  manifestPath: string,
  known: KeptDigest | undefined,
): Promise<StoredState> {
  if (!(await graph.exists())) return { stored: EMPTY_DIGEST, commit: null, generation: null }
  const [record] = await graph.run(repositoryRecord, {})
  if (!record) return { stored: await readStoredDigest(graph), commit: null, generation: null }
  const { commit, generation } = record
  if (known?.generation === generation) return { stored: known.digest, commit, generation }
  const stored = loadManifest(manifestPath, generation) ?? (await readStoredDigest(graph))
  return { stored, commit, generation }
}

/** The Repository node is part of every write, since it carries the generation. */
function stamped(desired: GraphPart, putNodes: readonly GraphNode[], generation: string): GraphNode[] {
  const stamp = { generation, indexed_at: new Date().toISOString() }
  const repository = desired.nodes.filter(({ label }) => label === 'Repository')
  const others = putNodes.filter(({ label }) => label !== 'Repository')
  return [...others, ...repository.map((node) => ({ ...node, props: { ...node.props, ...stamp } }))]
}
