import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/** Questions of these scopes since then, oldest first, to which the graph had nothing to say, nor to a later one of their thread. */
export const unansweredQuestions = defineQuery({
  name: 'unanswered-questions',
  mode: 'read',
  params: z.object({ since: z.string(), scopes: z.array(z.string()) }),
  row: z.object({
    ref: z.string(),
    session: z.string(),
    question: z.string(),
    asker: z.string().nullable(),
    at: z.string(),
  }),
  cypher: `MATCH (e:Episode)-[:IN]->(s:Session) WHERE e.at >= $since AND e.scope IN $scopes AND outdegree(e, 'USED') = 0
WITH e, s, size([(s)<-[:IN]-(o:Episode)-[:USED]->(n) WHERE o.ordinal > e.ordinal | 1]) AS later WHERE later = 0
RETURN e.ref AS ref, s.ref AS session, e.question AS question, e.asker AS asker, e.at AS at ORDER BY at, ref`,
})
