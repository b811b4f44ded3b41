/** Labels, edges and property names of the graph: the same in the database, in `export` and in `--json`. */
import { createHash } from 'node:crypto'

export type CodeLabel = 'File' | 'Class' | 'Function'
export type NodeLabel =
  | CodeLabel
  | 'Person'
  | 'PullRequest'
  | 'Commit'
  | 'Issue'
  | 'Comment'
  | 'Repository'
  | 'Session'
  | 'Episode'
  | 'Fact'
  | 'Task'
  | 'Note'

export type EdgeLabel =
  | 'DEFINES'
  | 'CALLS'
  | 'IMPORTS'
  | 'EXTENDS'
  | 'AUTHORED'
  | 'REVIEWED'
  | 'MERGED'
  | 'MODIFIES'
  | 'TOUCHES'
  | 'FIXES'
  | 'OPENED'
  | 'WROTE'
  | 'PART_OF'
  | 'CONCERNS'
  | 'MENTIONS'
  | 'IN'
  | 'NEXT'
  | 'USED'
  | 'ABOUT'
  | 'LEARNED_IN'
  | 'TARGETS'
  | 'REVIEWS'
  | 'ON'

export type PropertyValue = string | number | boolean | null | readonly string[] | readonly number[]
export type Properties = Readonly<Record<string, PropertyValue>>

export interface GraphNode {
  /** Readable and unique in the graph: `function:src/flask/app.py::Flask.full_dispatch_request`, `pr:5818`. */
  readonly key: string
  readonly label: NodeLabel
  readonly props: Properties
}

/** At most one edge of a label between two nodes. */
export interface GraphEdge {
  readonly label: EdgeLabel
  readonly from: string
  readonly to: string
  readonly props: Properties
}

export const fileKey = (path: string) => `file:${path}`
export const definitionKey = (kind: 'function' | 'class', path: string, qualifiedName: string, ordinal: number) =>
  `${kind}:${path}::${qualifiedName}${ordinal > 0 ? `~${ordinal + 1}` : ''}`
export const pullRequestKey = (number: number) => `pr:${number}`
export const issueKey = (number: number) => `issue:${number}`
/** A review or one of its comments, by its web address. */
export const commentKey = (url: string) => `comment:${url}`
export const commitKey = (sha: string) => `commit:${sha}`
export const personKey = (id: string) => `person:${id}`

const LABEL_OF_PREFIX: ReadonlyMap<string, NodeLabel> = new Map([
  ['file', 'File'],
  ['class', 'Class'],
  ['function', 'Function'],
  ['person', 'Person'],
  ['pr', 'PullRequest'],
  ['commit', 'Commit'],
  ['issue', 'Issue'],
  ['comment', 'Comment'],
  ['repository', 'Repository'],
  ['session', 'Session'],
  ['episode', 'Episode'],
  ['fact', 'Fact'],
  ['task', 'Task'],
  ['note', 'Note'],
])

/** The label that a readable key stands for. Throws for a key without a known prefix. */
export function labelOfKey(key: string): NodeLabel {
  const label = LABEL_OF_PREFIX.get(key.slice(0, key.indexOf(':')))
  if (label === undefined) throw new Error(`${key} is no key of a node: it has no known prefix`)
  return label
}

/**
 * The `key` property in the database. Index look-ups of FalkorDB silently miss blank-edged, very long or control-character
 * strings, so every key but plainly short ASCII ones is hashed.
 */
export function storedKey(key: string): string {
  if (/^[a-z]+:[A-Za-z0-9]{1,40}$/.test(key)) return key
  return `${key.slice(0, key.indexOf(':'))}:${createHash('sha256').update(key).digest('base64url').slice(0, 22)}`
}
