import { z } from 'zod'
import { defineGitHubQuery } from './define-github-query.ts'
import { ACTOR, COMMENT, listOf, RATE_LIMIT, REVIEW, rateLimit, review } from './shapes.ts'

/** Reviews of one pull request (`id`: its node) that a page of pull requests had no room for. */
export const moreReviewsQuery = defineGitHubQuery({
  name: 'more-reviews',
  document: `query MoreReviews($id: ID!, $first: Int!, $after: String) {
  ${RATE_LIMIT}
  node(id: $id) {
    ... on PullRequest {
      list: reviews(first: $first, after: $after) { pageInfo { hasNextPage endCursor } nodes { ...Review } }
    }
  }
}
${REVIEW}
${COMMENT}
${ACTOR}`,
  data: z.object({ rateLimit, node: z.object({ list: listOf(review) }).nullish() }),
})
