import { z } from 'zod'
import { defineGitHubQuery } from './define-github-query.ts'
import { RATE_LIMIT, rateLimit } from './shapes.ts'

/** Whether a repository is for the eyes of some only. */
export const visibilityQuery = defineGitHubQuery({
  name: 'visibility',
  document: `query Visibility($owner: String!, $name: String!) {
  ${RATE_LIMIT}
  repository(owner: $owner, name: $name) { isPrivate }
}`,
  data: z.object({ rateLimit, repository: z.object({ isPrivate: z.boolean() }).nullish() }),
})
