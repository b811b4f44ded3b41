import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/**
 * Questions of these scopes since then, oldest first: those that the graph had nothing to say to, nor to a later one of their
 * thread, and those whose answer more people found bad than good.
 */
export const unansweredQuestions = defineQuery({
  name: 'unanswered-questions',
  mode: 'read',
  params: z.object({ since: z.string(), scopes: z.array(z.string()) }),
  row: z.object({
    ref: z.string(),
    question: z.string(),
    asker: z.string().nullable(),
    at: z.string(),
    /** Keys of the functions that it was about, where it was understood. */
    functions: z.array(z.string()),
  }),
  cypher: `MATCH (e:Episode)-[:IN]->(s:Session) WHERE e.at >= $since AND e.scope IN $scopes
OPTIONAL MATCH (s)<-[:IN]-(o:Episode) WHERE o.ordinal > e.ordinal AND outdegree(o, 'USED') > 0
WITH e, s, size(coalesce(e.disliked_by, [])) > size(coalesce(e.liked_by, [])) AS disliked, count(o) AS later
WHERE disliked OR (outdegree(e, 'USED') = 0 AND later = 0)
RETURN e.ref AS ref, e.question AS question, e.asker AS asker, e.at AS at,
  [(e)-[u:USED]->(f:Function) WHERE u.role = 'subject' | f.key] AS functions ORDER BY at, ref`,
})
