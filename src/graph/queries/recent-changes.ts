import { z } from 'zod'
import { defineQuery } from '../define-query.ts'
import { changeRow, returnChange } from './rows.ts'

/** The pull requests merged last, in the whole repository. */
export const recentChanges = defineQuery({
  name: 'recent-changes',
  mode: 'read',
  params: z.object({ limit: z.number().int().positive().max(50) }),
  row: changeRow,
  cypher: `MATCH (c:PullRequest) WHERE c.merged_at IS NOT NULL
WITH c ORDER BY c.merged_at DESC LIMIT $limit RETURN ${returnChange('c')}`,
})
