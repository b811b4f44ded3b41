import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

const change = {
  change: z.string(),
  kind: z.enum(['pull_request', 'commit']),
  number: z.number().nullable(),
  sha: z.string().nullable(),
  title: z.string(),
  at: z.string().nullable(),
  url: z.string().nullable(),
  /** How many functions it changed in all. */
  breadth: z.number(),
  issues: z.array(z.object({ number: z.number(), title: z.string().nullable() })),
}

const returnChange = `c.ref AS change, CASE WHEN c.number IS NULL THEN 'commit' ELSE 'pull_request' END AS kind, c.number AS number,
  c.sha AS sha, coalesce(c.title, '') AS title, coalesce(c.merged_at, c.authored_at) AS at, c.url AS url,
  outdegree(c, 'MODIFIES') AS breadth, [(c)-[:FIXES]->(i) | {number: i.number, title: i.title}] AS issues`

/** What changed several functions, and what they were called then; one row for each function and change. */
export const changesOfFunctions = defineQuery({
  name: 'changes-of-functions',
  mode: 'read',
  params: z.object({ keys: z.array(z.string()) }),
  row: z.object({
    ...change,
    function: z.string(),
    did: z.enum(['added', 'changed', 'signature', 'moved', 'deleted']),
    added: z.number(),
    removed: z.number(),
    carried: z.boolean(),
    path: z.string(),
    qualified_name: z.string(),
  }),
  cypher: `MATCH (f:Function) WHERE f.key IN $keys MATCH (f)<-[m:MODIFIES]-(c)
RETURN ${returnChange}, f.ref AS function, m.kind AS did, coalesce(m.added, 0) AS added, coalesce(m.removed, 0) AS removed,
  coalesce(m.carried, false) AS carried, m.path AS path, m.qualified_name AS qualified_name`,
})

/** Pull requests that touched files and fix issues, whatever part of the files it was. */
export const fixesInFiles = defineQuery({
  name: 'fixes-in-files',
  mode: 'read',
  params: z.object({ keys: z.array(z.string()) }),
  row: z.object({ ...change, path: z.string() }),
  cypher: `MATCH (f:File) WHERE f.key IN $keys MATCH (f)<-[:TOUCHES]-(c)-[:FIXES]->(:Issue)
WITH DISTINCT f, c RETURN ${returnChange}, f.path AS path`,
})

/** Changes by their readable keys. */
export const changesByRef = defineQuery({
  name: 'changes-by-ref',
  mode: 'read',
  params: z.object({ keys: z.array(z.string()) }),
  row: z.object(change),
  cypher: `MATCH (c:PullRequest) WHERE c.key IN $keys RETURN ${returnChange}
UNION ALL
MATCH (c:Commit) WHERE c.key IN $keys RETURN ${returnChange}`,
})

/** The commit that stands for every recorded change: the merge of a pull request, or a direct commit. */
export const commitsOfChanges = defineQuery({
  name: 'commits-of-changes',
  mode: 'read',
  params: z.object({}),
  row: z.object({ change: z.string(), sha: z.string() }),
  cypher: `MATCH (c:PullRequest) WHERE c.sha IS NOT NULL RETURN c.ref AS change, c.sha AS sha
UNION ALL
MATCH (c:Commit) WHERE c.sha IS NOT NULL RETURN c.ref AS change, c.sha AS sha`,
})
