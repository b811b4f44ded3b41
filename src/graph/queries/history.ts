import { z } from 'zod'
import { defineQuery } from '../define-query.ts'
import { changeRow, modifiesRow, returnChange, returnModifies } from './rows.ts'

const row = changeRow.extend(modifiesRow.shape)
export type HistoryRow = z.infer<typeof row>

/** Every recorded change of one function, newest first, with people and issues. */
export const history = defineQuery({
  name: 'history',
  mode: 'read',
  params: z.object({ key: z.string() }),
  row,
  cypher: `MATCH (:Function {key: $key})<-[m:MODIFIES]-(c)
WITH m, c ORDER BY coalesce(c.merged_at, c.authored_at) DESC
RETURN ${returnChange('c')}, ${returnModifies('m')}`,
})

/** The same for everything that a class defines, one row per change with its lines summed up. */
export const classHistory = defineQuery({
  name: 'class-history',
  mode: 'read',
  params: z.object({ key: z.string() }),
  row,
  cypher: `MATCH (:Class {key: $key})-[:DEFINES*1..4]->(f:Function)<-[m:MODIFIES]-(c)
WITH c, sum(m.added) AS added, sum(m.removed) AS removed, collect(DISTINCT m.kind) AS kinds
WITH c, added, removed, CASE WHEN size(kinds) = 1 THEN kinds[0] ELSE 'changed' END AS did
ORDER BY coalesce(c.merged_at, c.authored_at) DESC
RETURN ${returnChange('c')}, did, added, removed, null AS was_path, null AS was_qualified_name`,
})

/** The same for every function that lives in a file, or in a folder when the path ends with a slash. */
export const pathHistory = defineQuery({
  name: 'path-history',
  mode: 'read',
  params: z.object({ path: z.string(), limit: z.number().int().positive() }),
  row,
  cypher: `MATCH (f:Function) WHERE f.path STARTS WITH $path
MATCH (f)<-[m:MODIFIES]-(c)
WITH c, sum(m.added) AS added, sum(m.removed) AS removed, collect(DISTINCT m.kind) AS kinds
WITH c, added, removed, CASE WHEN size(kinds) = 1 THEN kinds[0] ELSE 'changed' END AS did
ORDER BY coalesce(c.merged_at, c.authored_at) DESC LIMIT $limit
RETURN ${returnChange('c')}, did, added, removed, null AS was_path, null AS was_qualified_name`,
})
