import { z } from 'zod'
import { defineQuery } from '../define-query.ts'
import type { EdgeLabel, NodeLabel } from '../entities.ts'

const TIMEOUT_MS = 120_000

/** Every node of a label with all its properties, as `export` and a sync without a manifest need them. */
export const nodesLabelled = (label: NodeLabel) =>
  defineQuery({
    name: 'nodes-labelled',
    mode: 'read',
    params: z.object({}),
    row: z.object({ ref: z.string(), props: z.record(z.string(), z.unknown()) }),
    timeoutMs: TIMEOUT_MS,
    cypher: `MATCH (n:${label}) RETURN n.ref AS ref, properties(n) AS props`,
  })

/** Every edge of a label with its ends and properties. */
export const edgesLabelled = (label: EdgeLabel) =>
  defineQuery({
    name: 'edges-labelled',
    mode: 'read',
    params: z.object({}),
    row: z.object({ from: z.string(), to: z.string(), props: z.record(z.string(), z.unknown()) }),
    timeoutMs: TIMEOUT_MS,
    cypher: `MATCH (a)-[e:${label}]->(b) RETURN a.ref AS from, b.ref AS to, properties(e) AS props`,
  })
