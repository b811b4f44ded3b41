import { z } from 'zod'
import { defineQuery } from '../define-query.ts'
import { SURE_CALL } from './anchor-baselines.ts'

/** Signatures of functions by key, and of those that the given callers call today. */
export const calledSignatures = defineQuery({
  name: 'called-signatures',
  mode: 'read',
  params: z.object({ callers: z.array(z.string()), keys: z.array(z.string()) }),
  row: z.object({
    /** Null for a function that was asked for by its key. */
    caller: z.string().nullable(),
    ref: z.string(),
    name: z.string(),
    signature: z.string().nullable(),
    gone: z.boolean(),
  }),
  cypher: `MATCH (f:Function) WHERE f.key IN $keys
RETURN NULL AS caller, f.ref AS ref, f.name AS name, f.signature AS signature, coalesce(f.gone, false) AS gone
UNION ALL
MATCH (c:Function) WHERE c.key IN $callers WITH c MATCH (c)-[e:CALLS]->(f:Function) WHERE e.confidence >= ${SURE_CALL}
RETURN c.ref AS caller, f.ref AS ref, f.name AS name, f.signature AS signature, coalesce(f.gone, false) AS gone`,
})
