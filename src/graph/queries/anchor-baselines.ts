import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/** Calls surer than this count as calls; see `ResolvedCall.confidence`. */
export const SURE_CALL = 0.8

/** Labels that a fact can be about. Of people nothing is remembered. */
export const ANCHOR_LABELS = ['Function', 'Class', 'File', 'PullRequest', 'Issue', 'Commit'] as const
export type AnchorLabel = (typeof ANCHOR_LABELS)[number]

/** What code looks like today, to be compared later: fingerprints, what it calls, and the changes that are known of it. */
export const anchorBaselines = defineQuery({
  name: 'anchor-baselines',
  mode: 'read',
  params: z.object({ keys: z.array(z.string()) }),
  row: z.object({
    ref: z.string(),
    label: z.string(),
    path: z.string().nullable(),
    /** Qualified name, path, title. */
    name: z.string().nullable(),
    gone: z.boolean(),
    fingerprint: z.string().nullable(),
    signature: z.string().nullable(),
    /** Of a file: `name fingerprint` of everything it defines. */
    members: z.array(z.string()),
    callees: z.array(z.object({ ref: z.string(), signature: z.string().nullable() })),
    /** Readable keys of the changes that modified it or what it defines. */
    seen: z.array(z.string()),
  }),
  cypher: ANCHOR_LABELS.map((label) => {
    const isCode = label === 'Function' || label === 'Class' || label === 'File'
    const seen = isCode
      ? `OPTIONAL MATCH (n)-[:DEFINES*0..4]->(f:Function)<-[:MODIFIES]-(c)
WITH n, collect(DISTINCT c.ref) AS seen`
      : 'WITH n, [] AS seen'
    const callees =
      label === 'Function'
        ? `[(n)-[e:CALLS]->(g:Function) WHERE e.confidence >= ${SURE_CALL} AND g.ref <> n.ref | {ref: g.ref, signature: g.signature}]`
        : '[]'
    const members = label === 'File' ? `[(n)-[:DEFINES]->(d) | d.qualified_name + ' ' + d.fingerprint]` : '[]'
    return `MATCH (n:${label}) WHERE n.key IN $keys
${seen}
RETURN n.ref AS ref, '${label}' AS label, n.path AS path, coalesce(n.qualified_name, n.path, n.title) AS name,
  coalesce(n.gone, false) AS gone, n.fingerprint AS fingerprint, n.signature AS signature,
  ${members} AS members, ${callees} AS callees, seen`
  }).join('\nUNION ALL\n'),
})
