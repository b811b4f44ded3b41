/** The graph that should exist, as plain data. Pure layers produce parts of it; one writer makes the stored graph equal. */
import type { GraphEdge, GraphNode } from '../graph/entities.ts'

export interface GraphPart {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
}

export interface HistoryPart extends GraphPart {
  /** Keys a function had earlier, to the key of the same function today (or of its last place, when gone). */
  readonly formerKeys: ReadonlyMap<string, string>
}
