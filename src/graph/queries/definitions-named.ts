import { z } from 'zod'
import { defineQuery } from '../define-query.ts'
import { codeRow, returnCode } from './rows.ts'

/** Functions and classes by exact bare name, gone ones included. */
export const definitionsNamed = defineQuery({
  name: 'definitions-named',
  mode: 'read',
  params: z.object({ names: z.array(z.string()) }),
  row: codeRow,
  cypher: `MATCH (f:Function) WHERE f.name IN $names RETURN ${returnCode('f', 'function')}
UNION ALL
MATCH (c:Class) WHERE c.name IN $names RETURN ${returnCode('c', 'class')}`,
})
