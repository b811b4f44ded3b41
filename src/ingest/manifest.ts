import type { NodeLabel } from '../graph/entities.ts'
import type { GraphDigest } from './graph-digest.ts'
import { SYNCED_EDGES } from './layers.ts'
import { loadPackedFile, savePackedFile } from './packed-file.ts'

/**
 * The digest of the stored graph on disk, so that a sync need not read the graph back. It is believed only when its
 * generation is the one that the graph itself names: the graph's was written in the same step as the changes.
 */
interface Header {
  readonly format: 3
  readonly generation: string
  /** The slots are counted by it. */
  readonly edgeLabels: string
  readonly keys: readonly string[]
  readonly labels: readonly NodeLabel[]
}

const EDGE_LABELS = SYNCED_EDGES.join()

export function saveManifest(path: string, generation: string, digest: GraphDigest): void {
  const { keys, labels, nodeDigests, slots, ends, edgeDigests } = digest
  const header: Header = { format: 3, generation, edgeLabels: EDGE_LABELS, keys, labels }
  savePackedFile(path, { header, columns: { nodeDigests, edgeDigests, slots, ends } })
}

/** The digest that the file holds for this generation, else null: absent, damaged, or of another generation. */
export function loadManifest(path: string, generation: string): GraphDigest | null {
  const file = loadPackedFile<Header>(
    path,
    (header) => header.format === 3 && header.generation === generation && header.edgeLabels === EDGE_LABELS,
  )
  if (file === null) return null
  const { keys, labels } = file.header
  const { nodeDigests, edgeDigests, slots, ends } = file.columns as { [name: string]: Uint32Array & Float64Array }
  if (!nodeDigests || !edgeDigests || !slots || !ends) return null
  return { keys, labels, nodeDigests, slots, ends, edgeDigests }
}
