import { z } from 'zod'
import { defineGitHubQuery } from './define-github-query.ts'
import { ACTOR, about, actor, labels, listOf, RATE_LIMIT, REPOSITORY, rateLimit } from './shapes.ts'

const node = z.object({
  number: z.int(),
  title: z.string(),
  body: z.string(),
  url: z.string(),
  state: z.enum(['OPEN', 'CLOSED']),
  stateReason: z.string().nullish(),
  createdAt: z.string(),
  updatedAt: z.string(),
  closedAt: z.string().nullish(),
  author: actor,
  labels,
})

export type IssueNode = z.infer<typeof node>

/** A page of issues, last updated first. All of them, because pull requests and commits mention any. */
export const issuesQuery = defineGitHubQuery({
  name: 'issues',
  document: `query Issues($owner: String!, $name: String!, $first: Int!, $after: String) {
  ${RATE_LIMIT}
  repository(owner: $owner, name: $name) {
    ...About
    list: issues(first: $first, after: $after, orderBy: { field: UPDATED_AT, direction: DESC }) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes {
        number title body url state stateReason(enableDuplicate: true) createdAt updatedAt closedAt
        author { ...Actor }
        labels(first: 100) { pageInfo { hasNextPage endCursor } nodes { name } }
      }
    }
  }
}
${REPOSITORY}
${ACTOR}`,
  data: z.object({ rateLimit, repository: about.extend({ list: listOf(node) }).nullish() }),
})
