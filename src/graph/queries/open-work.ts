import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/** How many open pull requests each person has reviewed or opened: the work that waits for them. Needs GitHub's records. */
export const openWork = defineQuery({
  name: 'open-work',
  mode: 'read',
  params: z.object({}),
  row: z.object({ ref: z.string(), reviews: z.number(), own: z.number() }),
  cypher: `MATCH (p:Person)-[w:AUTHORED|REVIEWED]->(c:PullRequest) WHERE c.state = 'open'
RETURN p.ref AS ref, count(DISTINCT CASE WHEN type(w) = 'REVIEWED' THEN c.ref END) AS reviews,
  count(DISTINCT CASE WHEN type(w) = 'AUTHORED' THEN c.ref END) AS own`,
})
