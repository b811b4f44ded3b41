import { z } from 'zod'
import { defineQuery } from '../define-query.ts'
import { codeRow, returnCode } from './rows.ts'

/** Functions, classes and files by key, gone ones included. */
export const codesByRef = defineQuery({
  name: 'codes-by-ref',
  mode: 'read',
  params: z.object({ keys: z.array(z.string()) }),
  row: codeRow,
  cypher: `MATCH (f:Function) WHERE f.key IN $keys RETURN ${returnCode('f', 'function')}
UNION ALL
MATCH (c:Class) WHERE c.key IN $keys RETURN ${returnCode('c', 'class')}
UNION ALL
MATCH (d:File) WHERE d.key IN $keys RETURN ${returnCode('d', 'file')}`,
})
