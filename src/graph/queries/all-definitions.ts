import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/** Name, place and state of every definition: what the word index of a repository is built from. */
export const allDefinitions = defineQuery({
  name: 'all-definitions',
  mode: 'read',
  params: z.object({}),
  row: z.object({
    ref: z.string(),
    kind: z.enum(['function', 'class']),
    path: z.string(),
    qualified_name: z.string(),
    start_line: z.number().nullable(),
    end_line: z.number().nullable(),
    gone: z.boolean(),
    test: z.boolean(),
  }),
  cypher: `MATCH (f:Function) RETURN f.ref AS ref, 'function' AS kind, f.path AS path, f.qualified_name AS qualified_name,
  f.start_line AS start_line, f.end_line AS end_line, coalesce(f.gone, false) AS gone, coalesce(f.test, false) AS test
UNION ALL
MATCH (f:Class) RETURN f.ref AS ref, 'class' AS kind, f.path AS path, f.qualified_name AS qualified_name,
  f.start_line AS start_line, f.end_line AS end_line, coalesce(f.gone, false) AS gone, coalesce(f.test, false) AS test`,
})
