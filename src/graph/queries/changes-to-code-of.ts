import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/** Of these changes, those that touched functions which a person has changed too, in another change; with the functions' names. */
export const changesToCodeOf = defineQuery({
  name: 'changes-to-code-of',
  mode: 'read',
  params: z.object({ changes: z.array(z.string()), person: z.string() }),
  row: z.object({ ref: z.string(), functions: z.array(z.string()) }),
  cypher: `UNWIND $changes AS key MATCH (c:PullRequest {key: key})-[:MODIFIES]->(f:Function)
WHERE NOT coalesce(f.test, false)
MATCH (f)<-[:MODIFIES]-(o)<-[:AUTHORED]-(:Person {key: $person}) WHERE o.ref <> c.ref
WITH c, f ORDER BY f.qualified_name
RETURN c.ref AS ref, collect(DISTINCT f.qualified_name) AS functions`,
})
