import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/** One row when some file lies below the folder; `prefix` ends with a slash. */
export const isFolder = defineQuery({
  name: 'is-folder',
  mode: 'read',
  params: z.object({ prefix: z.string() }),
  row: z.object({ found: z.boolean() }),
  cypher: 'MATCH (f:File) WHERE f.path STARTS WITH $prefix RETURN true AS found LIMIT 1',
})
