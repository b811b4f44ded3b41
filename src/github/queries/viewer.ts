import { z } from 'zod'
import { defineGitHubQuery } from './define-github-query.ts'
import { RATE_LIMIT, rateLimit } from './shapes.ts'

/** Whose token it is, and what is left of its limit. */
export const viewerQuery = defineGitHubQuery({
  name: 'viewer',
  document: `query Viewer {
  ${RATE_LIMIT}
  viewer { login }
}`,
  data: z.object({ rateLimit, viewer: z.object({ login: z.string() }) }),
})
