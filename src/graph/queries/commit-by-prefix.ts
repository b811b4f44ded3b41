import { z } from 'zod'
import { defineQuery } from '../define-query.ts'
import { changeRow, returnChange } from './rows.ts'

/** Changes by the beginning of a commit's id: direct commits, and pull requests by their merge commit. */
export const commitByPrefix = defineQuery({
  name: 'commit-by-prefix',
  mode: 'read',
  params: z.object({ sha: z.string() }),
  row: changeRow,
  cypher: `MATCH (c:Commit) WHERE c.sha STARTS WITH $sha RETURN ${returnChange('c')}
UNION ALL
MATCH (c:PullRequest) WHERE c.sha STARTS WITH $sha RETURN ${returnChange('c')}`,
})
