import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/** The book-keeping of a sync: which repository at which commit, and which generation of the graph this is. */
export const repositoryRecord = defineQuery({
  name: 'repository-record',
  mode: 'read',
  params: z.object({}),
  row: z.object({
    name: z.string(),
    git_dir: z.string(),
    commit: z.string().nullable(),
    branch: z.string().nullable(),
    status: z.string(),
    history: z.string(),
    missing: z.array(z.string()),
    generation: z.string(),
    indexed_at: z.string(),
  }),
  cypher: `MATCH (r:Repository) RETURN r.name AS name, r.git_dir AS git_dir, r.commit AS commit, r.branch AS branch,
  r.status AS status, r.history AS history, coalesce(r.missing, []) AS missing, r.generation AS generation,
  r.indexed_at AS indexed_at`,
})
