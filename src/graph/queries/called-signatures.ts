import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/** Signatures of today: of functions by key, and of all that have one of the names. */
export const calledSignatures = defineQuery({
  name: 'called-signatures',
  mode: 'read',
  params: z.object({ keys: z.array(z.string()), names: z.array(z.string()) }),
  row: z.object({
    ref: z.string(),
    name: z.string(),
    signature: z.string().nullable(),
    gone: z.boolean(),
  }),
  cypher: `MATCH (f:Function) WHERE f.key IN $keys
RETURN f.ref AS ref, f.name AS name, f.signature AS signature, coalesce(f.gone, false) AS gone
UNION
MATCH (f:Function) WHERE f.name IN $names
RETURN f.ref AS ref, f.name AS name, f.signature AS signature, coalesce(f.gone, false) AS gone`,
})
