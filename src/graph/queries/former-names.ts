import { z } from 'zod'
import { defineQuery } from '../define-query.ts'
import { codeRow, returnCode } from './rows.ts'

/** Functions that had another name than today's, in full or by its end; the one changed last comes first. */
export const formerNames = defineQuery({
  name: 'former-names',
  mode: 'read',
  params: z.object({ name: z.string() }),
  row: codeRow,
  cypher: `MATCH (f:Function) WHERE $name IN f.former_names
OPTIONAL MATCH (f)<-[:MODIFIES]-(c)
WITH f, max(coalesce(c.merged_at, c.authored_at)) AS at ORDER BY at DESC, f.ref LIMIT 20
RETURN ${returnCode('f', 'function')}`,
})
