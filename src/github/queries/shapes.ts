/** Pieces that several queries share: GraphQL fragments, and the shapes of what comes back. */
import { z } from 'zod'

/** Asked with every query: what it cost, and what is left until when. */
export const RATE_LIMIT = 'rateLimit { cost remaining resetAt }'
export const rateLimit = z.object({ cost: z.int(), remaining: z.int(), resetAt: z.string() }).nullish()

export const ACTOR = `fragment Actor on Actor {
  __typename
  login
  ... on User { databaseId name }
  ... on Bot { databaseId }
  ... on Mannequin { databaseId }
  ... on Organization { databaseId name }
}`
export const actor = z
  .object({
    __typename: z.string(),
    login: z.string(),
    databaseId: z.int().nullish(),
    name: z.string().nullish(),
  })
  .nullish()

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() })

/** A connection; null where the token may not read it. Nodes may be null as well. */
export const listOf = <Node extends z.ZodType>(node: Node) =>
  z.object({ totalCount: z.int().optional(), pageInfo, nodes: z.array(node.nullable()).nullish() }).nullish()

export const REPOSITORY = `fragment About on Repository {
  nameWithOwner url isPrivate
  defaultBranchRef { name }
}`
export const about = z.object({
  nameWithOwner: z.string(),
  url: z.string(),
  isPrivate: z.boolean(),
  defaultBranchRef: z.object({ name: z.string() }).nullish(),
})

/** Of one page; what is over comes with `more-reviews` and `more-comments`. */
export const REVIEWS_A_PAGE = 20
const COMMENTS_A_PAGE = 20

export const COMMENT = `fragment Comment on PullRequestReviewComment {
  author { ...Actor }
  createdAt body url path line startLine originalLine originalStartLine
  originalCommit { oid }
  diffHunk
}`
export const comment = z.object({
  author: actor,
  createdAt: z.string(),
  body: z.string(),
  url: z.string(),
  path: z.string(),
  line: z.int().nullish(),
  startLine: z.int().nullish(),
  originalLine: z.int().nullish(),
  originalStartLine: z.int().nullish(),
  originalCommit: z.object({ oid: z.string() }).nullish(),
  /** The diff from the begin of its hunk to the line that the comment is on. */
  diffHunk: z.string().nullish(),
})

export const REVIEW = `fragment Review on PullRequestReview {
  id author { ...Actor }
  state submittedAt body url
  comments(first: ${COMMENTS_A_PAGE}) { pageInfo { hasNextPage endCursor } nodes { ...Comment } }
}`
export const review = z.object({
  id: z.string(),
  author: actor,
  state: z.enum(['APPROVED', 'CHANGES_REQUESTED', 'COMMENTED', 'DISMISSED', 'PENDING']),
  submittedAt: z.string().nullish(),
  body: z.string(),
  url: z.string(),
  comments: listOf(comment),
})

export const labels = listOf(z.object({ name: z.string() }))

export type Actor = z.infer<typeof actor>
export type Comment = z.infer<typeof comment>
export type Review = z.infer<typeof review>
