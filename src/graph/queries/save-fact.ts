import { z } from 'zod'
import { defineQuery } from '../define-query.ts'
import { ANCHOR_LABELS } from './anchor-baselines.ts'

const anchor = z.object({
  key: z.string(),
  /** Of the ABOUT edge. */
  props: z.object({
    was: z.string(),
    fingerprint: z.string().nullable(),
    signature: z.string().nullable(),
    callees: z.array(z.string()),
    seen: z.array(z.string()),
    commit: z.string().nullable(),
  }),
})

/**
 * Stores a claim and who made it in one step, so that two people who say the same at the same moment leave one fact:
 * - the same claim about the same things in the same scope is the same fact with one source more, and current again;
 * - a claim on the same topic with other numbers, or the contrary, is superseded: kept, and marked with what replaced it.
 * No row: nothing that the fact is about exists.
 */
export const saveFact = defineQuery({
  name: 'save-fact',
  mode: 'write',
  params: z.object({
    fact: z.object({
      key: z.string(),
      ref: z.string(),
      id: z.string(),
      text: z.string(),
      topic: z.string(),
      claim_values: z.string(),
      claim_negated: z.boolean(),
      scope: z.string(),
      created_at: z.string(),
      author: z.string().nullable(),
      source: z.string(),
    }),
    episode: z.string(),
    learned: z.object({
      text: z.string(),
      author: z.string().nullable(),
      source: z.string(),
      at: z.string(),
    }),
    anchors: z.record(z.enum(ANCHOR_LABELS), z.array(anchor)),
  }),
  row: z.object({ id: z.string(), superseded: z.array(z.string()) }),
  cypher: `${ANCHOR_LABELS.map(
    (label) => `CALL { UNWIND $anchors.${label} AS a MATCH (n:${label} {key: a.key}) RETURN collect(n) AS n${label} }`,
  ).join('\n')}
WITH ${ANCHOR_LABELS.map((label) => `n${label}`).join(' + ')} AS ns WHERE size(ns) > 0
OPTIONAL MATCH (o:Fact {topic: $fact.topic})-[:ABOUT]->(m) WHERE o.scope = $fact.scope
WITH ns, o, collect(m) AS ms
WITH ns, [f IN collect(CASE WHEN size(ms) = size(ns) AND all(m IN ms WHERE m IN ns) THEN o END) WHERE f IS NOT NULL] AS related
WITH [f IN related WHERE f.claim_values = $fact.claim_values AND f.claim_negated = $fact.claim_negated] AS equals,
  [f IN related WHERE f.superseded_by IS NULL AND f.retired_at IS NULL AND (
    (f.claim_values <> $fact.claim_values AND f.claim_values <> '' AND $fact.claim_values <> '' AND NOT f.claim_negated AND NOT $fact.claim_negated)
    OR (f.claim_values = $fact.claim_values AND f.claim_negated <> $fact.claim_negated))] AS contrary
WITH contrary, CASE WHEN size(equals) > 0 THEN equals[0].key ELSE $fact.key END AS key
MERGE (x:Fact {key: key})
ON CREATE SET x = $fact
SET x.superseded_by = NULL, x.superseded_at = NULL, x.retired_at = NULL, x.retired_by = NULL
FOREACH (f IN contrary | SET f.superseded_by = x.ref, f.superseded_at = $learned.at)
WITH x, [f IN contrary | f.text] AS superseded
${ANCHOR_LABELS.map(
  (label) => `CALL { WITH x UNWIND $anchors.${label} AS a MATCH (n:${label} {key: a.key})
  MERGE (x)-[e:ABOUT]->(n) SET e = a.props RETURN count(*) AS c${label} }`,
).join('\n')}
CALL { WITH x MATCH (s:Episode {key: $episode}) MERGE (x)-[l:LEARNED_IN]->(s) SET l = $learned RETURN count(*) AS learned }
RETURN x.id AS id, superseded`,
})
