import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

export type RepositoryState = z.infer<typeof repositoryState.row>

/** What the graph says of itself: the indexed commit, where its pages are, and what is missing. */
export const repositoryState = defineQuery({
  name: 'repository-state',
  mode: 'read',
  params: z.object({}),
  row: z.object({
    name: z.string(),
    web_url: z.string().nullable(),
    commit: z.string().nullable(),
    status: z.string().nullable(),
    /** `all`, `none`, or how many of the newest changes were read. */
    history: z.string(),
    missing: z.array(z.string()),
    calls_failed_files: z.number(),
    files_parsed: z.number(),
    pull_requests: z.number(),
  }),
  cypher: `MATCH (r:Repository)
RETURN r.name AS name, r.web_url AS web_url, r.commit AS commit, r.status AS status,
  coalesce(r.history, 'all') AS history, coalesce(r.missing, []) AS missing,
  coalesce(r.calls_failed_files, 0) AS calls_failed_files, coalesce(r.files_parsed, 0) AS files_parsed,
  coalesce(r.pull_requests, 0) AS pull_requests`,
})
