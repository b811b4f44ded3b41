import type { z } from 'zod'
import type { Connection, Send } from './connection.ts'
import type { GraphEdge, GraphNode } from './entities.ts'

/** A named unit of data access: parameter schema, row schema, Cypher. One file each under `queries/`. */
export interface NamedQuery<Params extends Record<string, unknown>, Row> {
  /** Kebab-case; appears in logs, in `Answer.queries` and in tests. */
  readonly name: string
  /**
   * Read queries run read-only with a time-out; the server refuses writes in them. A write may run twice when the connection
   * breaks before its answer: write with MERGE on a key, so that the second time changes nothing.
   */
  readonly mode: 'read' | 'write'
  readonly params: z.ZodType<Params>
  /** One returned row, columns by name (`RETURN f.path AS path`). Scalars and lists of scalars only, never whole nodes. */
  readonly row: z.ZodType<Row>
  readonly cypher: string
  /** Longest time a read may take, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number
}

export interface QueryRun {
  readonly name: string
  readonly cypher: string
  readonly params: Readonly<Record<string, unknown>>
  readonly ms: number
  readonly rows: number
  /** Of the rows, in whatever order they came. */
  readonly digest: string
}

/** Difference between two states of the synced part of a graph. Keys are readable keys; the writer stores them hashed. */
export interface GraphChanges {
  readonly putNodes: readonly GraphNode[]
  readonly deleteNodes: readonly { readonly key: string; readonly label: GraphNode['label'] }[]
  readonly putEdges: readonly GraphEdge[]
  readonly deleteEdges: readonly Pick<GraphEdge, 'label' | 'from' | 'to'>[]
  /** Memory edges (`ABOUT`, `USED`, `TARGETS`) that hang on a moved function follow it before the old node goes. */
  readonly moves: ReadonlyMap<string, string>
}

/** One graph: one workspace and repository. */
export interface Graph {
  readonly name: string
  /** Throws UpstreamError (retryable) when the database is unavailable, and a typed error when parameters or rows do not parse. */
  run<Params extends Record<string, unknown>, Row>(query: NamedQuery<Params, Row>, params: Params): Promise<Row[]>
  exists(): Promise<boolean>
  /** Applies all changes at once: readers see the state before or after, and so does a crash. */
  apply(changes: GraphChanges): Promise<void>
  delete(): Promise<void>
  /** The same graph with every run reported, for provenance. */
  recorded(onRun: (run: QueryRun) => void): Graph
}

export interface DatabaseInfo {
  readonly kind: 'embedded' | 'remote'
  /** Product and version of the server: `valkey 8.0.1`. */
  readonly server: string
  /** The same of the FalkorDB module; `missing` when the server has not loaded it. */
  readonly module: string
  /** Directory of the embedded server, or URL without password. */
  readonly address: string
  /** Whether every write goes to a file at once; without it a crash loses what was written since the last snapshot. */
  readonly appendOnly: boolean
  /** False when the server's last write to disk failed. */
  readonly lastWriteOk: boolean
  readonly memoryBytes: number
  readonly uptimeSeconds: number
}

/** The right to do something that must be done once, for a while; it runs out when its holder dies. */
export interface Lease {
  /** False when it ran out meanwhile: somebody else may have it. Otherwise it counts from now. */
  renew(): Promise<boolean>
  /** Gives it back; harmless when it ran out. */
  release(): Promise<void>
}

export interface Database {
  graph(name: string): Graph
  /** A plain command of the server, for what is no graph. */
  readonly send: Send
  /** A connection of its own, for commands that must not wait behind queries; closed with the database. */
  connect(): Pick<Connection, 'send'>
  /** Null while anyone, in whatever process on this database, has the lease of that name. */
  lease(name: string, ttlMs: number): Promise<Lease | null>
  /** Names of the stored graphs. */
  graphs(): Promise<readonly string[]>
  info(): Promise<DatabaseInfo>
  /** Leaves; the last process on an embedded server stops it. */
  close(): Promise<void>
}
