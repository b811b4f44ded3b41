import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/** Definitions of today whose bare or qualified name starts like this, whatever the case; tests last, then the shortest first. */
export const definitionsStarting = defineQuery({
  name: 'definitions-starting',
  mode: 'read',
  timeoutMs: 2_000,
  params: z.object({
    /** Lower case. */
    start: z.string(),
    limit: z.int().positive(),
  }),
  row: z.object({ qualified_name: z.string(), path: z.string() }),
  cypher: `CALL {
  MATCH (f:Function) WHERE NOT coalesce(f.gone, false)
    AND (toLower(f.name) STARTS WITH $start OR toLower(f.qualified_name) STARTS WITH $start) RETURN f AS d
  UNION
  MATCH (c:Class) WHERE NOT coalesce(c.gone, false)
    AND (toLower(c.name) STARTS WITH $start OR toLower(c.qualified_name) STARTS WITH $start) RETURN c AS d
}
WITH DISTINCT d.qualified_name AS qualified_name, d.path AS path, coalesce(d.test, false) AS test
RETURN qualified_name, path ORDER BY test, size(qualified_name), qualified_name, path LIMIT $limit`,
})
