import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/** The shortest chain of calls between two functions, as parallel lists from the first to the last. */
export const pathBetween = defineQuery({
  name: 'path-between',
  mode: 'read',
  params: z.object({ from: z.string(), to: z.string() }),
  row: z.object({
    refs: z.array(z.string()),
    paths: z.array(z.string()),
    qualified_names: z.array(z.string()),
    start_lines: z.array(z.number().nullable()),
    end_lines: z.array(z.number().nullable()),
    /** Of each call, one fewer than there are functions. */
    confidences: z.array(z.number()),
  }),
  cypher: `MATCH (a:Function {key: $from}), (b:Function {key: $to})
WITH shortestPath((a)-[:CALLS*1..8]->(b)) AS p WHERE p IS NOT NULL
RETURN [n IN nodes(p) | n.ref] AS refs, [n IN nodes(p) | n.path] AS paths,
  [n IN nodes(p) | n.qualified_name] AS qualified_names, [n IN nodes(p) | n.start_line] AS start_lines,
  [n IN nodes(p) | n.end_line] AS end_lines,
  [c IN relationships(p) | coalesce(c.confidence, 0.0)] AS confidences`,
})
