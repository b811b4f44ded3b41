import type { Send } from './create-graph.ts'
import type { NodeLabel } from './entities.ts'

const LABELS: readonly NodeLabel[] = [
  'File',
  'Class',
  'Function',
  'Person',
  'PullRequest',
  'Commit',
  'Issue',
  'Repository',
  'Session',
  'Episode',
  'Fact',
  'Task',
  'Note',
]

/** What questions name code by. */
const NAMES: readonly (readonly [NodeLabel, string])[] = [
  ['Function', 'name'],
  ['Class', 'name'],
  ['Function', 'path'],
  ['Class', 'path'],
  ['Commit', 'sha'],
]

/** Creates the indexes of a new graph; look-ups without an index scan the whole label. */
export async function ensureSchema(graph: string, send: Send): Promise<void> {
  if ((await send(['EXISTS', graph])) === 1) return
  const indexed = [...LABELS.map((label) => [label, 'key'] as const), ...NAMES]
  await Promise.all(
    indexed.map(([label, property]) =>
      send(['GRAPH.QUERY', graph, `CREATE INDEX FOR (n:${label}) ON (n.${property})`]),
    ),
  )
}
