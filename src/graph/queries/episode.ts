import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/** Episodes by the beginning of their id, the newest first. */
export const episodesById = defineQuery({
  name: 'episodes-by-id',
  mode: 'read',
  params: z.object({ id: z.string() }),
  row: z.object({
    key: z.string(),
    id: z.string(),
    question: z.string(),
    at: z.string(),
    commit: z.string().nullable(),
    queries: z.string(),
    path: z.string(),
  }),
  cypher: `MATCH (e:Episode) WHERE e.id STARTS WITH $id
RETURN e.key AS key, e.id AS id, e.question AS question, e.at AS at, e.commit AS commit,
  coalesce(e.queries, '[]') AS queries, coalesce(e.path, '[]') AS path ORDER BY e.at DESC`,
})

/** What an episode used: where it was then, what it looked like, and the same of today. */
export const episodeUses = defineQuery({
  name: 'episode-uses',
  mode: 'read',
  params: z.object({ key: z.string() }),
  row: z.object({
    ref: z.string(),
    was: z.string(),
    fingerprint: z.string().nullable(),
    today: z.string().nullable(),
    gone: z.boolean(),
  }),
  cypher: `MATCH (:Episode {key: $key})-[u:USED]->(n)
RETURN n.ref AS ref, coalesce(u.was, n.ref) AS was, u.fingerprint AS fingerprint, n.fingerprint AS today, coalesce(n.gone, false) AS gone`,
})

/** Labels of the edges that lead from one node to another. */
export const edgesBetween = (from: string, to: string) =>
  defineQuery({
    name: 'edges-between',
    mode: 'read',
    params: z.object({ from: z.string(), to: z.string() }),
    row: z.object({ edge: z.string() }),
    cypher: `MATCH (a:${from} {key: $from})-[e]->(b:${to} {key: $to}) RETURN type(e) AS edge`,
  })
