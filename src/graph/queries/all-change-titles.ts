import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/** Title of every pull request, with the titles of the issues it fixes: what words in a question are matched against. */
export const allChangeTitles = defineQuery({
  name: 'all-change-titles',
  mode: 'read',
  params: z.object({}),
  row: z.object({ ref: z.string(), title: z.string(), issues: z.array(z.string()) }),
  cypher: `MATCH (p:PullRequest) OPTIONAL MATCH (p)-[:FIXES]->(i:Issue)
RETURN p.ref AS ref, coalesce(p.title, '') AS title, collect(coalesce(i.title, '')) AS issues`,
})
