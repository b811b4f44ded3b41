import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/** When the last recorded change came in; the repository's own clock, which stands still between two syncs. */
export const newestChange = defineQuery({
  name: 'newest-change',
  mode: 'read',
  params: z.object({}),
  row: z.object({ at: z.string().nullable() }),
  cypher: `MATCH (c:PullRequest) WITH max(c.merged_at) AS merged
OPTIONAL MATCH (c:Commit) WITH merged, max(c.authored_at) AS written
RETURN CASE WHEN merged IS NULL OR written > merged THEN written ELSE merged END AS at`,
})
