import { z } from 'zod'
import { defineQuery } from '../define-query.ts'
import { changeRow, gatherAround, modifiesRow, returnGathered } from './rows.ts'

const row = changeRow.extend(modifiesRow.shape)
export type HistoryRow = z.infer<typeof row>

const newestFirst = 'ORDER BY coalesce(c.merged_at, c.authored_at) DESC, c.ref'

/** Of the edges `m` from changes `c` those of the newest changes: what the others did need not be summed up. */
const newest = `WITH c, collect(m) AS edges ${newestFirst} LIMIT $limit UNWIND edges AS m`

/** One row for each change, what it did to several functions summed up. `carried` where it carried all that it changed. */
const summedUp = `WITH c, sum(coalesce(m.added, 0)) AS added, sum(coalesce(m.removed, 0)) AS removed,
  collect(DISTINCT m.kind) AS kinds, sum(CASE WHEN m.carried THEN 0 ELSE 1 END) = 0 AS carried,
  max(m.was_path) AS was_path, max(m.was_qualified_name) AS was_qualified_name`

const returned = `${gatherAround('c', 'added, removed, kinds, carried, was_path, was_qualified_name')}
RETURN ${returnGathered('c')}, CASE WHEN size(kinds) = 1 THEN kinds[0] ELSE 'changed' END AS did,
  added, removed, carried, was_path, was_qualified_name ${newestFirst}`

/** Every recorded change of a function, newest first, with people and issues; each definition of a repeated name has its own. */
export const history = defineQuery({
  name: 'history',
  mode: 'read',
  params: z.object({ key: z.string() }),
  row,
  cypher: `MATCH (:Function {key: $key})<-[m:MODIFIES]-(c)
${summedUp}
${returned}`,
})

/** The same for everything that a class defines; the newest `limit`. */
export const classHistory = defineQuery({
  name: 'class-history',
  mode: 'read',
  params: z.object({ key: z.string(), limit: z.number().int().positive() }),
  row,
  cypher: `MATCH (:Class {key: $key})-[:DEFINES*1..4]->(f:Function)<-[m:MODIFIES]-(c)
${newest}
${summedUp}
${returned}`,
})

/** The same for every function that lives in a file; the newest `limit`. */
export const fileHistory = defineQuery({
  name: 'file-history',
  mode: 'read',
  params: z.object({ path: z.string(), limit: z.number().int().positive() }),
  row,
  cypher: `MATCH (f:Function {path: $path}) MATCH (f)<-[m:MODIFIES]-(c)
${newest}
${summedUp}
${returned}`,
})

/**
 * The same for a folder: paths from `from` on and before `to`, as the index orders them. Only what the newest changes did is
 * summed up: a folder may have tens of thousands of MODIFIES.
 */
export const folderHistory = defineQuery({
  name: 'folder-history',
  mode: 'read',
  params: z.object({ from: z.string(), to: z.string(), limit: z.number().int().positive() }),
  row,
  cypher: `MATCH (f:Function) WHERE f.path >= $from AND f.path < $to MATCH (f)<-[:MODIFIES]-(c)
WITH DISTINCT c ${newestFirst} LIMIT $limit
MATCH (c)-[m:MODIFIES]->(f:Function) WHERE f.path >= $from AND f.path < $to
${summedUp}
${returned}`,
})
