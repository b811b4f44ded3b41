import { performance } from 'node:perf_hooks'
import { UpstreamError } from '../errors.ts'
import { applyChanges } from './apply-changes.ts'
import type { Command } from './connection.ts'
import { encodeParameters, ParameterError } from './parameters.ts'
import { parseReply } from './reply.ts'
import type { Graph, NamedQuery, QueryRun } from './types.ts'

const READ_TIMEOUT_MS = 10_000

export type Send = (command: Command) => Promise<unknown>

export function createGraph(name: string, send: Send, onRun?: (run: QueryRun) => void): Graph {
  return {
    name,
    run: async (query, params) => {
      const started = performance.now()
      const checked = parse(query, params)
      const text = encodeParameters(checked) + query.cypher
      const reply = await send(
        query.mode === 'read'
          ? ['GRAPH.RO_QUERY', name, text, '--compact', 'TIMEOUT', String(query.timeoutMs ?? READ_TIMEOUT_MS)]
          : ['GRAPH.QUERY', name, text, '--compact'],
      )
      const { columns, rows } = parseReply(reply)
      const result = rows.map((cells) => {
        const row = query.row.safeParse(Object.fromEntries(columns.map((column, index) => [column, cells[index]])))
        if (!row.success) {
          throw new UpstreamError(
            'database',
            `query ${query.name} returned a row of another shape: ${row.error.message}`,
          )
        }
        return row.data
      })
      onRun?.({ name: query.name, cypher: query.cypher, params: checked, ms: performance.now() - started })
      return result
    },
    exists: async () => (await send(['EXISTS', name])) === 1,
    apply: (changes) => applyChanges(name, send, changes),
    delete: async () => {
      await send(['UNLINK', name])
    },
    recorded: (listener) => createGraph(name, send, listener),
  }
}

function parse<Params extends Record<string, unknown>>(query: NamedQuery<Params, unknown>, params: Params): Params {
  const checked = query.params.safeParse(params)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  throw new ParameterError(issue?.path.join('.') || query.name, issue?.message ?? 'does not parse')
}
