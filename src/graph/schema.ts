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

/** Creates what is missing of the key indexes; look-ups without an index scan the whole label. */
export async function ensureSchema(graph: string, send: Send): Promise<void> {
  if ((await send(['EXISTS', graph])) === 1) return
  await Promise.all(LABELS.map((label) => send(['GRAPH.QUERY', graph, `CREATE INDEX FOR (n:${label}) ON (n.key)`])))
}
