import { z } from 'zod'
import { defineQuery } from '../define-query.ts'
import { codeRow, returnCode } from './rows.ts'

/** Functions that a recorded change knew under another name than today's; the one changed last comes first. */
export const formerNames = defineQuery({
  name: 'former-names',
  mode: 'read',
  params: z.object({ name: z.string(), suffix: z.string() }),
  row: codeRow,
  cypher: `MATCH (c)-[m:MODIFIES]->(f:Function)
WHERE m.was_qualified_name = $name OR m.qualified_name = $name
  OR m.was_qualified_name ENDS WITH $suffix OR m.qualified_name ENDS WITH $suffix
WITH f, max(coalesce(c.merged_at, c.authored_at)) AS at ORDER BY at DESC LIMIT 20
RETURN ${returnCode('f', 'function')}`,
})
