import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

const row = z.object({
  key: z.string(),
  qualified_name: z.string(),
  start_line: z.number().nullable(),
  end_line: z.number().nullable(),
})

/** Functions of today whose names and paths have words of a full-text query, best first; tests and special methods are left out. */
export const functionsWorded = defineQuery({
  name: 'functions-worded',
  mode: 'read',
  params: z.object({ query: z.string(), limit: z.number().int().positive() }),
  row,
  cypher: `CALL db.idx.fulltext.queryNodes('Function', $query) YIELD node AS f, score
WITH f, score WHERE NOT coalesce(f.gone, false) AND NOT coalesce(f.test, false) AND NOT f.name STARTS WITH '__'
RETURN f.key AS key, f.qualified_name AS qualified_name, f.start_line AS start_line, f.end_line AS end_line
ORDER BY score DESC, f.key LIMIT $limit`,
})

/** The same of functions by key. */
export const functionsByKey = defineQuery({
  name: 'functions-by-key',
  mode: 'read',
  params: z.object({ keys: z.array(z.string()) }),
  row,
  cypher: `MATCH (f:Function) WHERE f.key IN $keys
RETURN f.key AS key, f.qualified_name AS qualified_name, f.start_line AS start_line, f.end_line AS end_line`,
})
