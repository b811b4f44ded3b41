import { z } from 'zod'
import { defineQuery } from '../define-query.ts'
import { codeRow, returnCode } from './rows.ts'

/** Files whose path is, or ends with, what was given: `app.py` finds `src/flask/app.py`. */
export const filesMatching = defineQuery({
  name: 'files-matching',
  mode: 'read',
  params: z.object({ path: z.string(), suffix: z.string() }),
  row: codeRow,
  cypher: `MATCH (f:File) WHERE f.path = $path OR f.path ENDS WITH $suffix
RETURN ${returnCode('f', 'file')} ORDER BY f.path LIMIT 50`,
})
