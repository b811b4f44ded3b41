import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/** Functions of today that are called, by how often they were changed; tests and those without callers come last. */
export const mostChangedFunctions = defineQuery({
  name: 'most-changed-functions',
  mode: 'read',
  params: z.object({ limit: z.number().int().positive() }),
  row: z.object({
    path: z.string(),
    qualified_name: z.string(),
    name: z.string(),
    start_line: z.number(),
    end_line: z.number(),
    changes: z.number(),
    called: z.boolean(),
  }),
  cypher: `MATCH (f:Function)<-[:MODIFIES]-(c)
WHERE NOT f.gone AND NOT f.test
WITH f, count(c) AS changes
OPTIONAL MATCH (f)<-[e:CALLS]-(g) WHERE e.confidence >= 0.8
WITH f, changes, count(g) > 0 AS called
ORDER BY called DESC, changes DESC, f.path, f.start_line LIMIT $limit
RETURN f.path AS path, f.qualified_name AS qualified_name, f.name AS name, f.start_line AS start_line,
  f.end_line AS end_line, changes, called`,
})
