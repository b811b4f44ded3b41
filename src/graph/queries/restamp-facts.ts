import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

const LABELS = ['Function', 'Class'] as const

/** Facts whose code is as it was when they were said, by the fingerprints that the graph has now: edge by edge. */
export const currentFacts = defineQuery({
  name: 'current-facts',
  mode: 'read',
  params: z.object({}),
  row: z.object({
    fact: z.string(),
    was: z.string(),
    ref: z.string(),
    fingerprint: z.string(),
    seen: z.array(z.string()),
  }),
  cypher: LABELS.map(
    (label) => `MATCH (x:Fact)-[a:ABOUT]->(n:${label}) WHERE a.fingerprint = n.fingerprint
OPTIONAL MATCH (n)-[:DEFINES*0..4]->(:Function)<-[:MODIFIES]-(c)
RETURN x.key AS fact, coalesce(a.was, n.ref) AS was, n.ref AS ref, a.fingerprint AS fingerprint, collect(DISTINCT c.ref) AS seen`,
  ).join('\nUNION ALL\n'),
})

/**
 * Gives facts that were current before a sync the fingerprint that a newer version of the algorithm gives the same code. Code
 * that one of the changes since altered keeps the old one, and with it is told to be stale by history.
 */
export const restampFacts = defineQuery({
  name: 'restamp-facts',
  mode: 'write',
  params: z.object({
    facts: z.array(z.object({ fact: z.string(), was: z.string(), fingerprint: z.string(), seen: z.array(z.string()) })),
  }),
  row: z.object({ stamped: z.number() }),
  cypher: `${LABELS.map(
    (label) => `CALL { UNWIND $facts AS r MATCH (x:Fact {key: r.fact})-[a:ABOUT]->(n:${label})
  WHERE coalesce(a.was, n.ref) = r.was AND split(a.fingerprint, ':')[0] <> split(n.fingerprint, ':')[0]
  OPTIONAL MATCH (n)-[:DEFINES*0..4]->(:Function)<-[m:MODIFIES]-(c) WHERE m.kind <> 'moved' AND NOT c.ref IN r.seen
  WITH a, n, r, count(c) AS changes WHERE changes = 0
  SET a.fingerprint = n.fingerprint, a.seen = r.seen RETURN count(*) AS n${label} }`,
  ).join('\n')}
RETURN ${LABELS.map((label) => `n${label}`).join(' + ')} AS stamped`,
})
