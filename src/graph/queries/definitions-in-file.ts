import { z } from 'zod'
import { defineQuery } from '../define-query.ts'
import { codeRow, returnCode } from './rows.ts'

/** Functions and classes that a file defines today, in source order. */
export const definitionsInFile = defineQuery({
  name: 'definitions-in-file',
  mode: 'read',
  params: z.object({ path: z.string() }),
  row: codeRow,
  cypher: `MATCH (d:Function {path: $path}) WHERE coalesce(d.gone, false) = false RETURN ${returnCode('d', 'function')}
UNION ALL
MATCH (d:Class {path: $path}) WHERE coalesce(d.gone, false) = false RETURN ${returnCode('d', 'class')}`,
})
