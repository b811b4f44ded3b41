import { z } from 'zod'
import { defineQuery } from '../define-query.ts'
import { ANCHOR_LABELS, SURE_CALL } from './anchor-baselines.ts'

const seen = 'x.scope IN $scopes'

/** Facts about these nodes, about what holds or makes them up, and about what they call or are called by. */
export const factsNear = defineQuery({
  name: 'facts-near',
  mode: 'read',
  params: z.object({ keys: z.array(z.string()), scopes: z.array(z.string()) }),
  row: z.object({
    fact: z.string(),
    /** What of the neighbourhood the fact is about. */
    ref: z.string(),
    via: z.enum(['self', 'container', 'member', 'callee', 'caller']),
  }),
  cypher: [
    ...ANCHOR_LABELS.map(
      (label) => `MATCH (n:${label}) WHERE n.key IN $keys WITH n MATCH (n)<-[:ABOUT]-(x:Fact) WHERE ${seen}
RETURN x.key AS fact, n.ref AS ref, 'self' AS via`,
    ),
    ...['Function', 'Class'].map(
      (
        label,
      ) => `MATCH (n:${label}) WHERE n.key IN $keys WITH n MATCH (n)<-[:DEFINES*1..4]-(g)<-[:ABOUT]-(x:Fact) WHERE ${seen}
RETURN x.key AS fact, g.ref AS ref, 'container' AS via`,
    ),
    ...['Class', 'File'].map(
      (
        label,
      ) => `MATCH (n:${label}) WHERE n.key IN $keys WITH n MATCH (n)-[:DEFINES*1..4]->(g)<-[:ABOUT]-(x:Fact) WHERE ${seen}
RETURN x.key AS fact, g.ref AS ref, 'member' AS via`,
    ),
    `MATCH (n:Function) WHERE n.key IN $keys WITH n MATCH (n)-[e:CALLS]->(g:Function)<-[:ABOUT]-(x:Fact)
WHERE e.confidence >= ${SURE_CALL} AND ${seen} RETURN x.key AS fact, g.ref AS ref, 'callee' AS via`,
    `MATCH (n:Function) WHERE n.key IN $keys WITH n MATCH (n)<-[e:CALLS]-(g:Function)<-[:ABOUT]-(x:Fact)
WHERE e.confidence >= ${SURE_CALL} AND ${seen} RETURN x.key AS fact, g.ref AS ref, 'caller' AS via`,
  ].join('\nUNION ALL\n'),
})
