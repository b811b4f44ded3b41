import { z } from 'zod'
import { defineGitHubQuery } from './define-github-query.ts'
import { listOf, RATE_LIMIT, rateLimit } from './shapes.ts'

const node = z.object({
  isResolved: z.boolean(),
  comments: listOf(z.object({ databaseId: z.int().nullish() })),
})

/** A page of a pull request's threads on lines: whether somebody resolved them, and the comment that began each. */
export const reviewThreadsQuery = defineGitHubQuery({
  name: 'review-threads',
  document: `query ReviewThreads($owner: String!, $name: String!, $number: Int!, $first: Int!, $after: String) {
  ${RATE_LIMIT}
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviewThreads(first: $first, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes {
          isResolved
          comments(first: 1) { pageInfo { hasNextPage endCursor } nodes { databaseId } }
        }
      }
    }
  }
}`,
  data: z.object({
    rateLimit,
    repository: z.object({ pullRequest: z.object({ reviewThreads: listOf(node) }).nullish() }).nullish(),
  }),
})
