/** What people thought of an answer. One verdict each: the last one counts. */
import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

export const rateEpisode = defineQuery({
  name: 'rate-episode',
  mode: 'write',
  params: z.object({ key: z.string(), by: z.string(), up: z.boolean() }),
  row: z.object({ up: z.number(), down: z.number() }),
  cypher: `MATCH (e:Episode {key: $key})
SET e.liked_by = [n IN coalesce(e.liked_by, []) WHERE n <> $by] + CASE WHEN $up THEN [$by] ELSE [] END,
  e.disliked_by = [n IN coalesce(e.disliked_by, []) WHERE n <> $by] + CASE WHEN $up THEN [] ELSE [$by] END
RETURN size(e.liked_by) AS up, size(e.disliked_by) AS down`,
})

/** Adds what was wrong, in somebody's words. */
export const remarkOnEpisode = defineQuery({
  name: 'remark-on-episode',
  mode: 'write',
  params: z.object({ key: z.string(), remark: z.string() }),
  row: z.object({ remarks: z.number() }),
  cypher: `MATCH (e:Episode {key: $key})
SET e.remarks = [r IN coalesce(e.remarks, []) WHERE r <> $remark] + [$remark]
RETURN size(e.remarks) AS remarks`,
})
