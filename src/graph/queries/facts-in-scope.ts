import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/** Keys of all facts that may be seen in these scopes, newest first. */
export const factsInScope = defineQuery({
  name: 'facts-in-scope',
  mode: 'read',
  params: z.object({ scopes: z.array(z.string()) }),
  row: z.object({ fact: z.string() }),
  cypher: 'MATCH (x:Fact) WHERE x.scope IN $scopes RETURN x.key AS fact ORDER BY x.created_at DESC, x.key',
})

/** The same for those whose words fit a full-text query, best first. */
export const factsWorded = defineQuery({
  name: 'facts-worded',
  mode: 'read',
  params: z.object({ query: z.string(), scopes: z.array(z.string()), limit: z.number().int().positive() }),
  row: z.object({ fact: z.string() }),
  cypher: `CALL db.idx.fulltext.queryNodes('Fact', $query) YIELD node AS x, score
WITH x, score WHERE x.scope IN $scopes RETURN x.key AS fact ORDER BY score DESC, x.key LIMIT $limit`,
})
