import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { openRepository } from '../../../src/git/open-repository.ts'
import type { GraphEdge } from '../../../src/graph/entities.ts'
import { readCodeLayer } from '../../../src/ingest/code/code-layer.ts'
import type { HistoryLayer, HistoryPart } from '../../../src/ingest/desired-graph.ts'
import { buildHistory } from '../../../src/ingest/history/build-history.ts'
import type { HistoryMemory } from '../../../src/ingest/history/history-memory.ts'
import { createWorkerPool } from '../../../src/ingest/pool.ts'
import type { GitHubRecords } from '../../../src/ingest/records/github-records.ts'
import { createStopwatch } from '../../../src/ingest/stopwatch.ts'

const pool = createWorkerPool({ size: 2 })
const folders: string[] = []

afterAll(async () => {
  await pool.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

export function cacheFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'repobrain-history-'))
  folders.push(folder)
  return folder
}

export interface ReadHistory extends Pick<HistoryLayer, 'report'> {
  readonly part: Pick<HistoryPart, 'nodes' | 'edges' | 'formerKeys'>
  /** `pr:5 changed`, oldest first, of everything that changed a function. */
  changesOf(key: string): string[]
  /** Keys of the functions that a change modified. */
  changedBy(change: string): string[]
  edges(label: GraphEdge['label'], from?: string): GraphEdge[]
  /** Names of the people of a change, main author first. */
  authorsOf(change: string): string[]
}

/** The history of a repository at its head or at a revision, by the real layers. */
export async function historyOf(
  path: string,
  options: { at?: string; prs?: number; cacheDir?: string; memory?: HistoryMemory; github?: GitHubRecords } = {},
): Promise<ReadHistory> {
  const repository = await openRepository(path)
  const commit = await repository.resolveRevision(options.at ?? 'HEAD')
  const cacheDir = options.cacheDir ?? cacheFolder()
  const code = await readCodeLayer({
    repository,
    commit,
    pool,
    cacheDir,
    caches: new Map(),
    stopwatch: createStopwatch(),
  })
  const layer = await buildHistory({
    repository,
    commit,
    prs: options.prs ?? null,
    github: options.github,
    code: code.definitions,
    pool,
    cacheDir,
    memory: options.memory,
  })
  const part = unpacked(layer.part)
  const nodes = new Map([...code.definitions.nodes, ...part.nodes].map((node) => [node.key, node]))
  const dateOf = (key: string) => String(nodes.get(key)?.props.merged_at ?? nodes.get(key)?.props.authored_at)
  const edges = (label: GraphEdge['label'], from?: string) =>
    part.edges.filter((edge) => edge.label === label && (from === undefined || edge.from === from))
  return {
    report: layer.report,
    part,
    edges,
    changesOf: (key) =>
      edges('MODIFIES')
        .filter(({ to }) => to === key)
        .sort((a, b) => dateOf(a.from).localeCompare(dateOf(b.from)))
        .map(({ from, props }) => `${from.startsWith('commit:') ? 'commit' : from} ${props.kind}`),
    changedBy: (change) =>
      edges('MODIFIES', change)
        .map(({ to }) => to)
        .sort(),
    authorsOf: (change) =>
      edges('AUTHORED')
        .filter(({ to }) => to === change)
        .sort((a, b) => Number(a.props.order) - Number(b.props.order))
        .map(({ from }) => String(nodes.get(from)?.props.name)),
  }
}

/** The same graph with every edge as an object. */
function unpacked(part: HistoryPart): ReadHistory['part'] {
  const packed = (part.packed ?? []).flatMap(({ to, edge }) => Array.from(to, (_, index) => edge(index)))
  return { nodes: part.nodes, edges: [...part.edges, ...packed], formerKeys: part.formerKeys }
}
