import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/** Functions of today that the given pull requests changed, pure moves left out. */
export const functionsChangedBy = defineQuery({
  name: 'functions-changed-by',
  mode: 'read',
  params: z.object({ keys: z.array(z.string()) }),
  row: z.object({ change: z.string(), ref: z.string(), lines: z.number() }),
  cypher: `MATCH (p:PullRequest) WHERE p.key IN $keys
MATCH (p)-[m:MODIFIES]->(f:Function) WHERE coalesce(f.gone, false) = false AND m.added + m.removed > 0
RETURN p.ref AS change, f.ref AS ref, m.added + m.removed AS lines`,
})
