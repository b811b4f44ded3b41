import { z } from 'zod'
import { defineQuery } from '../define-query.ts'
import { personRow, returnPerson } from './rows.ts'

const row = z.object({
  person: personRow,
  how: z.enum(['authored', 'reviewed', 'merged']),
  /** ISO date: of the merge, of a commit that no pull request records. */
  day: z.string(),
  changes: z.number(),
})

/** Who did how much in the whole repository on each day from `since` (ISO 8601) on. Merging or reviewing own work does not count. */
export const recentActivity = defineQuery({
  name: 'recent-activity',
  mode: 'read',
  params: z.object({ since: z.string() }),
  row,
  cypher: `MATCH (p:Person)-[w:AUTHORED|REVIEWED|MERGED]->(c) WHERE coalesce(c.merged_at, c.authored_at) >= $since
WITH p, c, collect(DISTINCT type(w)) AS roles
WITH p, left(coalesce(c.merged_at, c.authored_at), 10) AS day,
  CASE WHEN 'AUTHORED' IN roles THEN 'authored' WHEN 'REVIEWED' IN roles THEN 'reviewed' ELSE 'merged' END AS how, count(c) AS changes
RETURN {${returnPerson('p')}} AS person, how, day, changes`,
})
