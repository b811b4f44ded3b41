import { z } from 'zod'
import { defineQuery } from '../define-query.ts'
import { personRow, returnPerson } from './rows.ts'

const columns = `p.ref AS ref, p.number AS number, coalesce(p.title, '') AS title, p.url AS url, p.merged_at AS merged_at,
  [(p)<-[w:AUTHORED]-(a:Person) | {${returnPerson('a')}, order: coalesce(w.order, 0)}] AS authors,
  [(p)<-[v:REVIEWED]-(r:Person) | {${returnPerson('r')}, state: v.state, at: v.at}] AS reviews,
  [(p)<-[:MERGED]-(g:Person) | {${returnPerson('g')}}] AS mergers`

export type PullSince = z.infer<typeof pullsSince.row>

/** Pull requests that were merged or reviewed at `since` or later, ISO 8601 in UTC with whole seconds; each once. */
export const pullsSince = defineQuery({
  name: 'pulls-since',
  mode: 'read',
  params: z.object({ since: z.string() }),
  row: z.object({
    ref: z.string(),
    number: z.number(),
    title: z.string(),
    url: z.string().nullable(),
    merged_at: z.string().nullable(),
    authors: z
      .array(personRow.extend({ order: z.number() }))
      .transform((authors) => authors.sort((a, b) => a.order - b.order)),
    reviews: z.array(personRow.extend({ state: z.string().nullable(), at: z.string().nullable() })),
    mergers: z.array(personRow),
  }),
  cypher: `MATCH (p:PullRequest) WHERE p.merged_at >= $since
RETURN ${columns}
UNION
MATCH (p:PullRequest)<-[n:REVIEWED]-(:Person) WHERE n.at >= $since WITH DISTINCT p
RETURN ${columns}`,
})
