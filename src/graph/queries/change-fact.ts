import { z } from 'zod'
import { defineQuery } from '../define-query.ts'
import { ANCHOR_LABELS } from './anchor-baselines.ts'

const key = z.string()
const by = z.string().nullable()
const row = z.object({ id: z.string() })

/** Takes a fact out of use; it stays as history. */
export const retireFact = defineQuery({
  name: 'retire-fact',
  mode: 'write',
  params: z.object({ key, by, at: z.string() }),
  row,
  cypher: 'MATCH (x:Fact {key: $key}) SET x.retired_at = $at, x.retired_by = $by RETURN x.id AS id',
})

/** Somebody looked again and it still holds: everything that it is about gets the baseline of today. */
export const confirmFact = defineQuery({
  name: 'confirm-fact',
  mode: 'write',
  params: z.object({
    key,
    by,
    at: z.string(),
    anchors: z.array(
      z.object({
        key: z.string(),
        props: z.record(z.string(), z.union([z.string(), z.null(), z.array(z.string())])),
      }),
    ),
  }),
  row,
  cypher: `MATCH (x:Fact {key: $key})
SET x.confirmed_at = $at, x.confirmed_by = $by, x.retired_at = NULL, x.retired_by = NULL, x.superseded_at = NULL, x.superseded_by = NULL
WITH x
${ANCHOR_LABELS.map(
  (label) => `CALL { WITH x UNWIND $anchors AS a MATCH (x)-[e:ABOUT]->(n:${label} {key: a.key})
  SET e = a.props RETURN count(*) AS c${label} }`,
).join('\n')}
RETURN x.id AS id`,
})

/** The only deletion of memory there is. */
export const forgetFact = defineQuery({
  name: 'forget-fact',
  mode: 'write',
  params: z.object({ key }),
  row,
  cypher: 'MATCH (x:Fact {key: $key}) WITH x, x.id AS id DELETE x RETURN id',
})
