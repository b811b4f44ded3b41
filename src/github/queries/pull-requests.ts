import { z } from 'zod'
import { defineGitHubQuery } from './define-github-query.ts'
import {
  ACTOR,
  about,
  actor,
  COMMENT,
  labels,
  listOf,
  RATE_LIMIT,
  REPOSITORY,
  REVIEW,
  REVIEWS_A_PAGE,
  rateLimit,
  review,
} from './shapes.ts'

const node = z.object({
  id: z.string(),
  number: z.int(),
  title: z.string(),
  body: z.string(),
  url: z.string(),
  state: z.enum(['OPEN', 'CLOSED', 'MERGED']),
  isDraft: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  mergedAt: z.string().nullish(),
  closedAt: z.string().nullish(),
  author: actor,
  mergedBy: actor,
  mergeCommit: z.object({ oid: z.string() }).nullish(),
  baseRefName: z.string(),
  baseRefOid: z.string().nullish(),
  headRefName: z.string(),
  headRefOid: z.string().nullish(),
  headRepository: z.object({ nameWithOwner: z.string() }).nullish(),
  commits: z.object({ totalCount: z.int() }).nullish(),
  labels,
  closingIssuesReferences: listOf(
    z.object({ number: z.int(), repository: z.object({ nameWithOwner: z.string() }).nullish() }),
  ),
  reviews: listOf(review),
})

export type PullRequestNode = z.infer<typeof node>

/**
 * A page of pull requests in any state, last updated first; `files` is left out because it has neither patches nor former
 * names: git has both.
 */
export const pullRequestsQuery = defineGitHubQuery({
  name: 'pull-requests',
  document: `query PullRequests($owner: String!, $name: String!, $first: Int!, $after: String) {
  ${RATE_LIMIT}
  repository(owner: $owner, name: $name) {
    ...About
    list: pullRequests(first: $first, after: $after, orderBy: { field: UPDATED_AT, direction: DESC }) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes {
        id number title body url state isDraft createdAt updatedAt mergedAt closedAt
        author { ...Actor }
        mergedBy { ...Actor }
        mergeCommit { oid }
        baseRefName baseRefOid headRefName headRefOid
        headRepository { nameWithOwner }
        commits { totalCount }
        labels(first: 100) { pageInfo { hasNextPage endCursor } nodes { name } }
        closingIssuesReferences(first: 100) {
          pageInfo { hasNextPage endCursor }
          nodes { number repository { nameWithOwner } }
        }
        reviews(first: ${REVIEWS_A_PAGE}) { pageInfo { hasNextPage endCursor } nodes { ...Review } }
      }
    }
  }
}
${REPOSITORY}
${REVIEW}
${COMMENT}
${ACTOR}`,
  data: z.object({ rateLimit, repository: about.extend({ list: listOf(node) }).nullish() }),
})
