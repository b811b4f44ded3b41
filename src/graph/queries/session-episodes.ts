import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/** The newest episodes of a session, newest first, each with what it used, in the order of its evidence. */
export const sessionEpisodes = defineQuery({
  name: 'session-episodes',
  mode: 'read',
  params: z.object({ session: z.string(), limit: z.number().int().positive() }),
  row: z.object({
    id: z.string(),
    question: z.string(),
    answer: z.string(),
    at: z.string(),
    asker: z.string().nullable(),
    used: z.array(z.object({ ref: z.string(), role: z.string(), rank: z.number() })),
  }),
  cypher: `MATCH (:Session {key: $session})<-[:IN]-(e:Episode)
WITH e ORDER BY e.at DESC, e.ordinal DESC LIMIT $limit
RETURN e.id AS id, e.question AS question, e.answer AS answer, e.at AS at, e.asker AS asker,
  [(e)-[u:USED]->(n) | {ref: n.ref, role: u.role, rank: u.rank}] AS used`,
})
