import { z } from 'zod'
import { defineQuery } from '../define-query.ts'
import type { NodeLabel } from '../entities.ts'

const MOST_EDGES = 1_000
const params = z.object({ key: z.string() })
const returnOther =
  'coalesce(o.title, o.qualified_name, o.name, o.path) AS title, coalesce(o.merged_at, o.authored_at) AS at'

/** One node with all its properties. */
export const nodeByKey = (label: NodeLabel) =>
  defineQuery({
    name: 'node-by-key',
    mode: 'read',
    params,
    row: z.object({ ref: z.string(), props: z.record(z.string(), z.unknown()) }),
    cypher: `MATCH (n:${label} {key: $key}) RETURN n.ref AS ref, properties(n) AS props`,
  })

/** The edges of one node, at most a thousand of each direction, with the key and the name of the other end. */
export const edgesOfNode = (label: NodeLabel) =>
  defineQuery({
    name: 'edges-of-node',
    mode: 'read',
    params,
    row: z.object({
      edge: z.string(),
      direction: z.enum(['out', 'in']),
      other: z.string(),
      title: z.string().nullable(),
      at: z.string().nullable(),
      props: z.record(z.string(), z.unknown()),
    }),
    cypher: `MATCH (n:${label} {key: $key})-[e]->(o) WITH e, o LIMIT ${MOST_EDGES}
RETURN type(e) AS edge, 'out' AS direction, o.ref AS other, ${returnOther}, properties(e) AS props
UNION ALL
MATCH (n:${label} {key: $key})<-[e]-(o) WITH e, o LIMIT ${MOST_EDGES}
RETURN type(e) AS edge, 'in' AS direction, o.ref AS other, ${returnOther}, properties(e) AS props`,
  })

/** People by login or name, in any case. */
export const peopleNamed = defineQuery({
  name: 'people-named',
  mode: 'read',
  params: z.object({ name: z.string() }),
  row: z.object({ ref: z.string() }),
  cypher: 'MATCH (p:Person) WHERE toLower(p.login) = $name OR toLower(p.name) = $name RETURN p.ref AS ref ORDER BY ref',
})
