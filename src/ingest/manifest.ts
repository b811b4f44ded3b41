import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { NodeLabel } from '../graph/entities.ts'
import type { GraphDigest } from './graph-digest.ts'
import { SYNCED_EDGES } from './layers.ts'

/**
 * The digest of the stored graph on disk, so that a sync need not read the graph back. It is believed only when its
 * generation is the one that the graph itself names: the graph's was written in the same step as the changes.
 *
 * File: length of the header (uint32), header (JSON), padding to 8 bytes, then the typed arrays in the order of `GraphDigest`
 * with the wide ones first. Of this machine only, so in its own byte order.
 */
interface Header {
  readonly format: 2
  readonly generation: string
  /** The slots are counted by it. */
  readonly edgeLabels: readonly string[]
  readonly edges: number
  readonly keys: readonly string[]
  readonly labels: readonly NodeLabel[]
}

export function saveManifest(path: string, generation: string, digest: GraphDigest): void {
  const { keys, labels, nodeDigests, slots, ends, edgeDigests } = digest
  const header: Header = { format: 2, generation, edgeLabels: SYNCED_EDGES, edges: ends.length, keys, labels }
  const json = Buffer.from(JSON.stringify(header))
  const parts = [
    Buffer.from(Uint32Array.of(json.length).buffer),
    json,
    Buffer.alloc(padding(4 + json.length)),
    ...[nodeDigests, edgeDigests, slots, ends].map((array) =>
      Buffer.from(array.buffer, array.byteOffset, array.byteLength),
    ),
  ]
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, Buffer.concat(parts))
  renameSync(`${path}.new`, path)
}

/** The digest that the file holds for this generation, else null: absent, damaged, or of another generation. */
export function loadManifest(path: string, generation: string): GraphDigest | null {
  const file = readIfThere(path)
  if (file === null || file.length < 4) return null
  const length = file.readUInt32LE(0)
  const header = parseHeader(file.toString('utf8', 4, 4 + length))
  if (header?.format !== 2 || header.generation !== generation) return null
  if (header.edgeLabels.join() !== SYNCED_EDGES.join()) return null

  const { keys, labels, edges } = header
  const slotCount = keys.length * SYNCED_EDGES.length + 1
  let at = 4 + length + padding(4 + length)
  if (file.length !== at + 8 * (keys.length + edges) + 4 * (slotCount + edges)) return null
  const take = (bytes: number) => {
    const start = file.byteOffset + at
    at += bytes
    return file.buffer.slice(start, start + bytes)
  }
  return {
    keys,
    labels,
    nodeDigests: new Float64Array(take(8 * keys.length)),
    edgeDigests: new Float64Array(take(8 * edges)),
    slots: new Uint32Array(take(4 * slotCount)),
    ends: new Uint32Array(take(4 * edges)),
  }
}

const padding = (length: number) => (8 - (length % 8)) % 8

function readIfThere(path: string): Buffer<ArrayBuffer> | null {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function parseHeader(json: string): Header | null {
  try {
    return JSON.parse(json) as Header
  } catch {
    return null
  }
}
