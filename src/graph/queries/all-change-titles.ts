import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/** Titles of all pull requests, and of the issues that they fix, as two pairs of parallel lists: key and title. */
export const allChangeTitles = defineQuery({
  name: 'all-change-titles',
  mode: 'read',
  params: z.object({}),
  row: z.object({ refs: z.array(z.string()), titles: z.array(z.string()) }),
  cypher: `MATCH (p:PullRequest) RETURN collect(p.ref) AS refs, collect(coalesce(p.title, '')) AS titles
UNION ALL
MATCH (p:PullRequest)-[:FIXES]->(i:Issue) WHERE i.title IS NOT NULL
RETURN collect(p.ref) AS refs, collect(i.title) AS titles`,
})
