import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/** Facts as they were stored, with everyone who said so, oldest first. */
export const factDetails = defineQuery({
  name: 'fact-details',
  mode: 'read',
  params: z.object({ keys: z.array(z.string()) }),
  row: z.object({
    key: z.string(),
    ref: z.string(),
    id: z.string(),
    text: z.string(),
    topic: z.string(),
    scope: z.string(),
    created_at: z.string(),
    author: z.string().nullable(),
    source: z.enum(['person', 'model', 'consolidation']),
    confirmed_by: z.string().nullable(),
    confirmed_at: z.string().nullable(),
    retired_by: z.string().nullable(),
    retired_at: z.string().nullable(),
    superseded_by: z.string().nullable(),
    superseded_at: z.string().nullable(),
    sources: z.array(
      z.object({
        text: z.string(),
        author: z.string().nullable(),
        source: z.string(),
        at: z.string(),
        episode: z.string(),
      }),
    ),
  }),
  cypher: `MATCH (x:Fact) WHERE x.key IN $keys
RETURN x.key AS key, x.ref AS ref, x.id AS id, x.text AS text, x.topic AS topic, x.scope AS scope, x.created_at AS created_at,
  x.author AS author, x.source AS source, x.confirmed_by AS confirmed_by, x.confirmed_at AS confirmed_at,
  x.retired_by AS retired_by, x.retired_at AS retired_at, x.superseded_by AS superseded_by, x.superseded_at AS superseded_at,
  [(x)-[l:LEARNED_IN]->(e) | {text: l.text, author: l.author, source: l.source, at: l.at, episode: e.id}] AS sources`,
})

/** What facts are about: the baseline, what it looks like today, and the changes since that the baseline does not know. */
export const factAnchors = defineQuery({
  name: 'fact-anchors',
  mode: 'read',
  params: z.object({ keys: z.array(z.string()) }),
  row: z.object({
    fact: z.string(),
    ref: z.string(),
    label: z.string(),
    name: z.string().nullable(),
    path: z.string().nullable(),
    start_line: z.number().nullable(),
    end_line: z.number().nullable(),
    gone: z.boolean(),
    fingerprint: z.string().nullable(),
    /** Of a file: `name fingerprint` of everything it defines. */
    members: z.array(z.string()),
    was: z.string().nullable(),
    baseline: z.string().nullable(),
    callees: z.array(z.string()),
    /** Newest first. */
    changes: z.array(
      z.object({
        ref: z.string(),
        number: z.number().nullable(),
        sha: z.string().nullable(),
        title: z.string(),
        at: z.string().nullable(),
        url: z.string().nullable(),
        kinds: z.array(z.string()),
        /** It came with a pull request inside this one. */
        carried: z.boolean(),
      }),
    ),
  }),
  cypher: `MATCH (x:Fact) WHERE x.key IN $keys WITH x MATCH (x)-[e:ABOUT]->(n)
OPTIONAL MATCH (n)-[:DEFINES*0..4]->(f:Function)<-[m:MODIFIES]-(c) WHERE NOT c.ref IN coalesce(e.seen, [])
WITH x, e, n, c, collect(DISTINCT m.kind) AS kinds, sum(CASE WHEN m.carried THEN 0 ELSE 1 END) = 0 AS carried
ORDER BY coalesce(c.merged_at, c.authored_at) DESC
WITH x, e, n, [r IN collect(CASE WHEN c IS NULL THEN NULL ELSE {ref: c.ref, number: c.number, sha: c.sha,
  title: coalesce(c.title, ''), at: coalesce(c.merged_at, c.authored_at), url: c.url, kinds: kinds, carried: carried} END)
  WHERE r IS NOT NULL] AS changes
RETURN x.key AS fact, n.ref AS ref, labels(n)[0] AS label, coalesce(n.qualified_name, n.path, n.title) AS name,
  n.path AS path, n.start_line AS start_line, n.end_line AS end_line, coalesce(n.gone, false) AS gone,
  n.fingerprint AS fingerprint, [(n)-[:DEFINES]->(d) WHERE n.language IS NOT NULL | d.qualified_name + ' ' + d.fingerprint] AS members,
  e.was AS was, e.fingerprint AS baseline, coalesce(e.callees, []) AS callees, changes`,
})
