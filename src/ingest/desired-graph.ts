/** The graph that should exist, as plain data. Pure layers produce parts of it; one writer makes the stored graph equal. */
import type { GitRepository } from '../git/types.ts'
import type { EdgeLabel, GraphEdge, GraphNode } from '../graph/entities.ts'
import type { FormerNames } from './history/former-names.ts'
import type { HistoryMemory } from './history/history-memory.ts'
import type { WorkerPool } from './pool.ts'
import type { GitHubRecords } from './records/github-records.ts'
import type { HistoryReport, IngestProgress } from './report.ts'

export interface GraphPart {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  /** Further edges, where there are very many. */
  readonly packed?: readonly PackedEdges[]
}

/** Edges of one label as columns. Their properties are made when an edge has to be written, which few have at a sync. */
export interface PackedEdges {
  readonly label: EdgeLabel
  /** Keys of the nodes at the ends. */
  readonly keys: readonly string[]
  /** The ends of each edge, as indexes of `keys`. */
  readonly from: Uint32Array
  readonly to: Uint32Array
  /** Of each edge's properties, as by `digestProps`. */
  readonly digests: Float64Array
  edge(index: number): GraphEdge
}

export interface HistoryPart extends GraphPart {
  /** Keys a function had earlier, to the key of the same function today (or of its last place, when gone). */
  readonly formerKeys: ReadonlyMap<string, string>
  /** Other names that its functions, and those of the code layer, had earlier. */
  readonly formerNames: FormerNames
  /** Functions of an earlier commit that have another key now: key there to key now, whoever has the old key meanwhile. */
  movedSince(commit: string): ReadonlyMap<string, string>
}

/** What the history layer is built from; its result is a pure function of the repository at `commit`, records and options. */
export interface HistoryRequest {
  readonly repository: GitRepository
  /** The indexed commit: the tip of the first-parent history. */
  readonly commit: string
  /** At most this many of the newest steps; null for all. */
  readonly prs: number | null
  /** What GitHub tells of it; without, the history that git alone tells. */
  readonly github?: GitHubRecords | null | undefined
  /** The code layer at `commit`: its functions are the living ends of identities, its files those that exist. */
  readonly code: GraphPart
  readonly pool: WorkerPool
  /** Folder for what may be reused by the next run: caches by blob and by step. Losing it costs time only. */
  readonly cacheDir: string
  /** What a running process keeps from one run to the next. */
  readonly memory?: HistoryMemory | undefined
  readonly onProgress?: ((progress: IngestProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

export interface HistoryLayer {
  readonly part: HistoryPart
  readonly report: HistoryReport
}

export type BuildHistory = (request: HistoryRequest) => Promise<HistoryLayer>
