import type { EdgeLabel, NodeLabel, Properties } from '../graph/entities.ts'

/** What a sync owns: it makes exactly these equal to the desired state. All else is memory, which no sync deletes. */
export const SYNCED_NODES: readonly NodeLabel[] = [
  'Repository',
  'File',
  'Class',
  'Function',
  'Person',
  'PullRequest',
  'Commit',
  'Issue',
  'Comment',
]

export const SYNCED_EDGES: readonly EdgeLabel[] = [
  'DEFINES',
  'CALLS',
  'IMPORTS',
  'EXTENDS',
  'AUTHORED',
  'REVIEWED',
  'MERGED',
  'MODIFIES',
  'TOUCHES',
  'FIXES',
  'OPENED',
  'WROTE',
  'PART_OF',
  'CONCERNS',
  'MENTIONS',
]

/** `key` and `ref` belong to the writer; `generation` and `indexed_at` say when, not what. */
const BOOKKEEPING = new Set(['key', 'ref', 'generation', 'indexed_at'])

/** The properties of a stored node or edge that its digest covers. */
export function withoutBookkeeping(props: Readonly<Record<string, unknown>>): Properties {
  return Object.fromEntries(Object.entries(props).filter(([name]) => !BOOKKEEPING.has(name))) as Properties
}
