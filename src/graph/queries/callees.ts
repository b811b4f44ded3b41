import { z } from 'zod'
import { defineQuery } from '../define-query.ts'
import { callRow, returnCall, returnCode } from './rows.ts'

/** Functions of the repository that a function calls, weak edges included. */
export const callees = defineQuery({
  name: 'callees',
  mode: 'read',
  params: z.object({ keys: z.array(z.string()) }),
  row: callRow,
  cypher: `MATCH (s:Function) WHERE s.key IN $keys MATCH (s)-[e:CALLS]->(f:Function)
RETURN ${returnCode('f', 'function')}, ${returnCall('e')}`,
})
