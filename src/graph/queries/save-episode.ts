import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

const used = z.array(z.object({ key: z.string(), role: z.string(), rank: z.number() }))

/** Adds an episode behind the last one of its session, with an edge to everything that the answer used. */
export const saveEpisode = defineQuery({
  name: 'save-episode',
  mode: 'write',
  params: z.object({
    session: z.object({ key: z.string(), ref: z.string(), id: z.string() }),
    episode: z.object({
      key: z.string(),
      ref: z.string(),
      id: z.string(),
      question: z.string(),
      answer: z.string(),
      mode: z.string(),
      asker: z.string().nullable(),
      at: z.string(),
      scope: z.string(),
      commit: z.string().nullable(),
      /** JSON of `Answer.queries`: maps are no property values. */
      queries: z.string(),
      /** JSON of `Answer.path`. */
      path: z.string(),
    }),
    functions: used,
    classes: used,
    files: used,
    pull_requests: used,
    commits: used,
    issues: used,
    comments: used,
    people: used,
    facts: used,
  }),
  row: z.object({ ordinal: z.number() }),
  cypher: `MERGE (s:Session {key: $session.key})
ON CREATE SET s.ref = $session.ref, s.id = $session.id, s.started_at = $episode.at
WITH s OPTIONAL MATCH (s)<-[:IN]-(p:Episode)
WITH s, p ORDER BY p.ordinal DESC
WITH s, collect(p)[0] AS previous
CREATE (e:Episode)-[:IN]->(s)
SET e = $episode, e.ordinal = coalesce(previous.ordinal, 0) + 1
FOREACH (p IN CASE WHEN previous IS NULL THEN [] ELSE [previous] END | CREATE (p)-[:NEXT]->(e))
WITH e
${[
  ['functions', 'Function'],
  ['classes', 'Class'],
  ['files', 'File'],
  ['pull_requests', 'PullRequest'],
  ['commits', 'Commit'],
  ['issues', 'Issue'],
  ['comments', 'Comment'],
  ['people', 'Person'],
  ['facts', 'Fact'],
]
  .map(
    ([list, label]) => `CALL { WITH e UNWIND $${list} AS u MATCH (n:${label} {key: u.key})
  CREATE (e)-[:USED {role: u.role, rank: u.rank, was: n.ref, fingerprint: n.fingerprint}]->(n) RETURN count(*) AS ${list}_used }`,
  )
  .join('\n')}
RETURN e.ordinal AS ordinal`,
})
