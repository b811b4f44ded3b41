import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/**
 * Recorded changes that are spoken of in bodies with words of a full-text query, best first: in their own, in those of the issues
 * that they fix, or in remarks of their reviews.
 */
export const changesWorded = defineQuery({
  name: 'changes-worded',
  mode: 'read',
  params: z.object({ query: z.string(), limit: z.number().int().positive() }),
  row: z.object({ change: z.string(), text: z.string() }),
  cypher: `CALL db.idx.fulltext.queryNodes('PullRequest', '@body:(' + $query + ')') YIELD node AS c, score
WITH c, score ORDER BY score DESC, c.ref LIMIT $limit
RETURN c.ref AS change, c.body AS text
UNION
CALL db.idx.fulltext.queryNodes('Issue', '@body:(' + $query + ')') YIELD node AS i, score
WITH i, score ORDER BY score DESC, i.ref LIMIT $limit
MATCH (c:PullRequest)-[:FIXES]->(i) RETURN c.ref AS change, i.body AS text
UNION
CALL db.idx.fulltext.queryNodes('Comment', '@body:(' + $query + ')') YIELD node AS m, score
WITH m, score ORDER BY score DESC, m.ref LIMIT $limit
MATCH (m)-[:PART_OF]->(c:PullRequest) RETURN c.ref AS change, m.body AS text`,
})
