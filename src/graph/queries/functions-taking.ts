import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/** Functions whose signature holds an identifier: who takes a parameter of that name. */
export const functionsTaking = defineQuery({
  name: 'functions-taking',
  mode: 'read',
  params: z.object({ identifier: z.string() }),
  row: z.object({ ref: z.string(), signature: z.string() }),
  cypher: `MATCH (f:Function) WHERE f.signature CONTAINS $identifier AND coalesce(f.gone, false) = false
RETURN f.ref AS ref, f.signature AS signature LIMIT 200`,
})
