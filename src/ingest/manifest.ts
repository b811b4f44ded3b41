import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { EdgeLabel, NodeLabel } from '../graph/entities.ts'
import { edgeId, type StoredState } from './reconcile.ts'

/**
 * The stored state on disk, so that a sync need not read it back from the database. It is believed only when its
 * generation is the one that the graph itself names: the graph's was written in the same step as the changes.
 */
interface Manifest {
  readonly format: 1
  readonly generation: string
  /** label, key, digest; and again. */
  readonly nodes: readonly string[]
  /** label, digest; and again, as `ends`: from and to as indexes of nodes. */
  readonly edges: readonly string[]
  readonly ends: readonly number[]
}

export function saveManifest(path: string, generation: string, state: StoredState): void {
  const nodes: string[] = []
  const indexes = new Map<string, number>()
  for (const [key, { label, digest }] of state.nodes) {
    indexes.set(key, indexes.size)
    nodes.push(label, key, digest)
  }
  const edges: string[] = []
  const ends: number[] = []
  for (const { label, from, to, digest } of state.edges.values()) {
    edges.push(label, digest)
    ends.push(indexes.get(from) ?? -1, indexes.get(to) ?? -1)
  }
  const manifest: Manifest = { format: 1, generation, nodes, edges, ends }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, JSON.stringify(manifest))
  renameSync(`${path}.new`, path)
}

/** The state that the file holds for this generation, else null: absent, damaged, or of another generation. */
export function loadManifest(path: string, generation: string): StoredState | null {
  const manifest = readManifest(path)
  if (manifest?.format !== 1 || manifest.generation !== generation) return null
  const nodes = new Map<string, { label: NodeLabel; digest: string }>()
  const keys: string[] = []
  for (let index = 0; index < manifest.nodes.length; index += 3) {
    const [label, key, digest] = manifest.nodes.slice(index, index + 3) as [NodeLabel, string, string]
    nodes.set(key, { label, digest })
    keys.push(key)
  }
  const edges = new Map<string, { label: EdgeLabel; from: string; to: string; digest: string }>()
  for (let index = 0; index < manifest.edges.length; index += 2) {
    const [label, digest] = manifest.edges.slice(index, index + 2) as [EdgeLabel, string]
    const from = keys[manifest.ends[index] ?? -1]
    const to = keys[manifest.ends[index + 1] ?? -1]
    if (from === undefined || to === undefined) return null
    edges.set(edgeId({ label, from, to }), { label, from, to, digest })
  }
  return { nodes, edges }
}

function readManifest(path: string): Manifest | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Manifest
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
