import { z } from 'zod'
import { defineGitHubQuery } from './define-github-query.ts'
import { ACTOR, COMMENT, comment, listOf, RATE_LIMIT, rateLimit } from './shapes.ts'

/** Comments of one review (`id`: its node) that the page of reviews had no room for. */
export const moreCommentsQuery = defineGitHubQuery({
  name: 'more-comments',
  document: `query MoreComments($id: ID!, $first: Int!, $after: String) {
  ${RATE_LIMIT}
  node(id: $id) {
    ... on PullRequestReview {
      list: comments(first: $first, after: $after) { pageInfo { hasNextPage endCursor } nodes { ...Comment } }
    }
  }
}
${COMMENT}
${ACTOR}`,
  data: z.object({ rateLimit, node: z.object({ list: listOf(comment) }).nullish() }),
})
