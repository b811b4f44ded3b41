import { NotFoundError, UpstreamError } from '../errors.ts'
import { applyChanges, type GraphStore } from './apply-changes.ts'
import { awaitFullText } from './await-full-text.ts'
import { digestRows } from './digest-rows.ts'
import { encodeParameters, ParameterError } from './parameters.ts'
import { parseReply } from './reply.ts'
import { ensureSchema, schemaKey } from './schema.ts'
import type { Graph, NamedQuery, QueryRun } from './types.ts'

const READ_TIMEOUT_MS = 10_000

export function createGraph(store: GraphStore, name: string, onRun?: (run: QueryRun) => void): Graph {
  const { pool } = store
  const exists = async () => (await pool.send(['EXISTS', name])) === 1

  const read = async (text: string, timeoutMs: number) => {
    try {
      if (text.includes('db.idx.fulltext')) await awaitFullText(name, pool.send)
      return await pool.send(['GRAPH.RO_QUERY', name, text, '--compact', 'TIMEOUT', String(timeoutMs)])
    } catch (error) {
      // An empty answer about a graph that is not there would read as "nothing recorded".
      if (error instanceof UpstreamError && !error.retryable && !(await exists())) {
        throw new NotFoundError(`The graph ${name} does not exist.`, 'Ingest the repository first.')
      }
      throw error
    }
  }

  const write = async (text: string) => {
    await ensureSchema(name, pool.send)
    return pool.send(['GRAPH.QUERY', name, text, '--compact'])
  }

  return {
    name,
    run: async (query, params) => {
      const started = performance.now()
      const checked = parseParams(query, params)
      const text = encodeParameters(checked) + query.cypher
      const reply = query.mode === 'read' ? await read(text, query.timeoutMs ?? READ_TIMEOUT_MS) : await write(text)
      const found = readRows(reply)
      const rows = parseRows(query, found)
      const ms = performance.now() - started
      if (onRun) onRun({ name: query.name, cypher: query.cypher, params: checked, ms, ...digestRows(found) })
      return rows
    },
    exists,
    apply: (changes) => applyChanges(store, name, changes),
    delete: async () => {
      await pool.send(['UNLINK', name, schemaKey(name)])
    },
    recorded: (listener) => createGraph(store, name, listener),
  }
}

function parseParams<Params extends Record<string, unknown>>(query: NamedQuery<Params, unknown>, params: Params) {
  const checked = query.params.safeParse(params)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  throw new ParameterError(`${query.name}: ${issue?.path.join('.')}`, issue?.message ?? 'does not parse')
}

function readRows(reply: unknown): Record<string, unknown>[] {
  const { columns, rows } = parseReply(reply)
  return rows.map((cells) => {
    const row: Record<string, unknown> = {}
    for (const [index, column] of columns.entries()) row[column] = cells[index]
    return row
  })
}

function parseRows<Row>(query: NamedQuery<Record<string, unknown>, Row>, rows: readonly unknown[]): Row[] {
  return rows.map((row) => {
    const parsed = query.row.safeParse(row)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    throw new UpstreamError('database', `${query.name} returned ${issue?.path.join('.')}: ${issue?.message}`)
  })
}
