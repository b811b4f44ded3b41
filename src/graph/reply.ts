/** Reads FalkorDB's compact reply: `[columns, rows, statistics]` with every value as `[type, value]`. */
import { UpstreamError } from '../errors.ts'

export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

// https://github.com/FalkorDB/FalkorDB/blob/master/src/resultset/formatters/resultset_formatter.h
const NULL = 1
const STRING = 2
const INTEGER = 3
const BOOLEAN = 4
const DOUBLE = 5
const ARRAY = 6
const MAP = 10

/** Columns and rows of scalars, lists and maps. Throws UpstreamError for anything else, e.g. a whole node. */
export function parseReply(reply: unknown): Table {
  if (!Array.isArray(reply)) throw unexpected('is not a list')
  if (reply.length < 3) return { columns: [], rows: [] }
  const [header, body] = reply
  if (!Array.isArray(header) || !Array.isArray(body)) throw unexpected('has no table')
  return {
    columns: header.map((column) => String(column[1])),
    rows: body.map((row: unknown[]) => row.map(parseValue)),
  }
}

function parseValue(cell: unknown): unknown {
  if (!Array.isArray(cell)) throw unexpected('has a value without a type')
  const [type, value] = cell
  switch (type) {
    case NULL:
      return null
    case STRING:
    case INTEGER:
      return value
    case BOOLEAN:
      return value === 'true'
    case DOUBLE:
      return Number(value)
    case ARRAY:
      return value.map(parseValue)
    case MAP:
      return parseMap(value)
    default:
      throw unexpected(`has a value of type ${type}; return scalars and lists, not whole nodes or edges`)
  }
}

function parseMap(pairs: unknown[]): Record<string, unknown> {
  const map: Record<string, unknown> = {}
  for (let index = 0; index + 1 < pairs.length; index += 2) map[String(pairs[index])] = parseValue(pairs[index + 1])
  return map
}

const unexpected = (problem: string) => new UpstreamError('database', `the reply ${problem}`)
