import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/** Key of every definition there is today, in four lists: whole repositories are read at once, so nothing else is. */
export const allDefinitions = defineQuery({
  name: 'all-definitions',
  mode: 'read',
  params: z.object({}),
  row: z.object({ kind: z.enum(['function', 'class']), test: z.boolean(), refs: z.array(z.string()) }),
  cypher: `MATCH (f:Function) WHERE coalesce(f.gone, false) = false
RETURN 'function' AS kind, coalesce(f.test, false) AS test, collect(f.ref) AS refs
UNION ALL
MATCH (f:Class) WHERE coalesce(f.gone, false) = false
RETURN 'class' AS kind, coalesce(f.test, false) AS test, collect(f.ref) AS refs`,
})
