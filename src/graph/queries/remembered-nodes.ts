import { z } from 'zod'
import { defineQuery } from '../define-query.ts'
import type { NodeLabel } from '../entities.ts'

/** Of the given stored keys of a label, the nodes that memory points at, with their properties. */
export const rememberedNodes = (label: NodeLabel) =>
  defineQuery({
    name: 'remembered-nodes',
    mode: 'read',
    params: z.object({ keys: z.array(z.string()) }),
    row: z.object({ ref: z.string(), props: z.record(z.string(), z.unknown()) }),
    cypher: `UNWIND $keys AS key MATCH (n:${label} {key: key})<-[:ABOUT|USED|TARGETS|REVIEWS]-()
RETURN DISTINCT n.ref AS ref, properties(n) AS props`,
  })
