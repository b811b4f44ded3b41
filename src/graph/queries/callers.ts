import { z } from 'zod'
import { defineQuery } from '../define-query.ts'
import { callRow, returnCall, returnCode } from './rows.ts'

const params = z.object({ keys: z.array(z.string()) })
const row = callRow.extend({ called: z.string() })

/** Who calls any of these functions directly, weak edges included; module-level code counts as its file. */
export const callers = defineQuery({
  name: 'callers',
  mode: 'read',
  params,
  row,
  // Without WITH the planner starts from every function, because of the condition on the caller.
  cypher: `MATCH (t:Function) WHERE t.key IN $keys WITH t MATCH (t)<-[e:CALLS]-(f:Function)
WHERE coalesce(f.gone, false) = false
RETURN t.ref AS called, ${returnCode('f', 'function')}, ${returnCall('e')}
UNION ALL
MATCH (t:Function) WHERE t.key IN $keys MATCH (t)<-[e:CALLS]-(f:File)
RETURN t.ref AS called, ${returnCode('f', 'file')}, ${returnCall('e')}`,
})
