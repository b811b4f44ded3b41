import { UserError } from '../errors.ts'
import type { Send } from './connection.ts'
import type { EdgeLabel, NodeLabel } from './entities.ts'
import { parseReply } from './reply.ts'

/** Raise it with every change of `INDEXES` or `EDGES`: older graphs then get what they lack at their next write. */
export const SCHEMA_VERSION = 4

/** Name of the entry beside the graph that holds its version. The braces make a cluster keep both in one place. */
export const schemaKey = (graph: string) => `{${graph}}:schema`

interface LabelIndexes {
  /** Properties that queries look nodes up by. */
  readonly exact: readonly string[]
  /** Properties that free text is searched in. Names are split into words first: the index takes `snake_case` for one word. */
  readonly words: readonly string[]
}

const INDEXES: Readonly<Record<NodeLabel, LabelIndexes>> = {
  File: { exact: ['key', 'path'], words: ['words'] },
  Class: { exact: ['key', 'path', 'name', 'qualified_name'], words: ['words'] },
  Function: { exact: ['key', 'path', 'name', 'qualified_name', 'former_names'], words: ['words'] },
  Person: { exact: ['key', 'login'], words: [] },
  PullRequest: { exact: ['key'], words: ['title', 'body'] },
  Commit: { exact: ['key', 'sha'], words: ['title'] },
  Issue: { exact: ['key'], words: ['title', 'body'] },
  Comment: { exact: ['key'], words: ['body'] },
  Repository: { exact: ['key'], words: [] },
  Session: { exact: ['key'], words: [] },
  Episode: { exact: ['key'], words: [] },
  Fact: { exact: ['key', 'topic'], words: ['text'] },
  Task: { exact: ['key'], words: [] },
  Note: { exact: ['key'], words: [] },
}

const EDGES: Readonly<Record<EdgeLabel, true>> = {
  DEFINES: true,
  CALLS: true,
  IMPORTS: true,
  EXTENDS: true,
  AUTHORED: true,
  REVIEWED: true,
  MERGED: true,
  MODIFIES: true,
  TOUCHES: true,
  FIXES: true,
  OPENED: true,
  WROTE: true,
  PART_OF: true,
  CONCERNS: true,
  MENTIONS: true,
  IN: true,
  NEXT: true,
  USED: true,
  ABOUT: true,
  LEARNED_IN: true,
  TARGETS: true,
  REVIEWS: true,
  ON: true,
}

/** Creates the indexes of a graph, and with them the graph itself. Those that are there already stay as they are. */
export async function createIndexes(graph: string, send: Send): Promise<void> {
  const query = (cypher: string) => send(['GRAPH.QUERY', graph, cypher, '--compact'])
  // The server keeps the plan of a query: one made before the first edge of a label exists reads that label's properties as
  // null ever after.
  const loops = Object.keys(EDGES).map((label) => `(n)-[:${label}]->(n)`)
  await query(`CREATE (n), ${loops.join(', ')} DELETE n`)
  for (let attempt = 1; ; attempt++) {
    const results = await Promise.allSettled((await missingIndexes(graph, send)).map(query))
    const failure = results.find((result) => result.status === 'rejected')
    if (failure === undefined) return
    // An index that another process creates at the same moment is refused here: look again what is missing.
    if (attempt === CREATE_TRIES) throw failure.reason
  }
}

const CREATE_TRIES = 5

/** The commands that create what the graph lacks. */
async function missingIndexes(graph: string, send: Send): Promise<string[]> {
  const existing = await indexedProperties(graph, send)
  return Object.entries(INDEXES).flatMap(([label, { exact, words }]) => {
    const unindexed = exact.filter((property) => !existing.has(`${label}.${property}:RANGE`))
    const unsearched = words.filter((property) => !existing.has(`${label}.${property}:FULLTEXT`))
    const lookUps = `CREATE INDEX FOR (n:${label}) ON (${unindexed.map((property) => `n.${property}`).join(', ')})`
    const names = unsearched.map((property) => `'${property}'`).join(', ')
    // No stop words: `is`, `to` and `with` tell function names apart. An index that is there keeps its settings.
    const settings = unsearched.length < words.length ? `'${label}'` : `{label: '${label}', stopwords: []}`
    const search = `CALL db.idx.fulltext.createNodeIndex(${settings}, ${names})`
    return [...(unindexed.length > 0 ? [lookUps] : []), ...(unsearched.length > 0 ? [search] : [])]
  })
}

/** Brings a graph to this version of the schema. Throws UserError when a newer program wrote it. */
export async function ensureSchema(graph: string, send: Send): Promise<void> {
  const version = await schemaVersion(graph, send)
  if (version === SCHEMA_VERSION) return
  if (version !== null && version > SCHEMA_VERSION) {
    throw new UserError(
      `The graph ${graph} was written by a newer RepoBrain (schema ${version}, this one knows ${SCHEMA_VERSION}).`,
      'Update RepoBrain, or ingest into another data directory.',
    )
  }
  await createIndexes(graph, send)
  await send(['SET', schemaKey(graph), String(SCHEMA_VERSION)])
}

async function schemaVersion(graph: string, send: Send): Promise<number | null> {
  const [exists, version] = await Promise.all([send(['EXISTS', graph]), send(['GET', schemaKey(graph)])])
  return exists === 1 && typeof version === 'string' ? Number(version) : null
}

/** `Label.property:TYPE` of every index. */
async function indexedProperties(graph: string, send: Send): Promise<Set<string>> {
  const reply = await send([
    'GRAPH.RO_QUERY',
    graph,
    'CALL db.indexes() YIELD label, types RETURN label, types',
    '--compact',
  ])
  const found = parseReply(reply).rows.flatMap(([label, types]) =>
    Object.entries(types as Record<string, string[]>).flatMap(([property, kinds]) =>
      kinds.map((kind) => `${label}.${property}:${kind}`),
    ),
  )
  return new Set(found)
}
