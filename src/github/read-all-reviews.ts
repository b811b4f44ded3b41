import { UpstreamError } from '../errors.ts'
import { askSmaller } from './ask-smaller.ts'
import type { GitHubClient } from './create-github-client.ts'
import type { GitHubQuery } from './queries/define-github-query.ts'
import { moreCommentsQuery } from './queries/more-comments.ts'
import { moreReviewsQuery } from './queries/more-reviews.ts'
import type { PullRequestNode } from './queries/pull-requests.ts'
import type { Comment, Review } from './queries/shapes.ts'
import type { List } from './read-page.ts'
import { present } from './to-record.ts'

const MORE_REVIEWS = 20
const MORE_COMMENTS = 100

type ListQuery<Node> = GitHubQuery<{
  node?: { list?: List<Node> | null | undefined } | null | undefined
  rateLimit?: unknown
}>

/** Reviews of a pull request with their comments, those that its page had no room for too. `missing`: GitHub refused some. */
export async function readAllReviews(
  client: GitHubClient,
  { id, reviews }: Pick<PullRequestNode, 'id' | 'reviews'>,
): Promise<{ readonly reviews: readonly Review[]; readonly missing: boolean }> {
  let missing = false

  async function rest<Node>(query: ListQuery<Node>, of: string, begin: List<Node> | null | undefined, first: number) {
    const nodes = present(begin)
    for (let page = begin?.pageInfo; page?.hasNextPage; ) {
      const after = page.endCursor ?? null
      const { answer } = await askSmaller(first, ({ first, last }) =>
        client.ask(query, { id: of, first, after }, last ? { retries: 3, lenient: true } : {}),
      )
      const list = answer.data.node?.list
      missing ||= answer.refused.length > 0 || !list
      nodes.push(...present(list))
      page = list?.pageInfo
      if (page?.hasNextPage && (page.endCursor ?? null) === after) {
        throw new UpstreamError('GitHub', 'its list does not go on: the cursor stays the same', { retryable: true })
      }
    }
    return nodes
  }

  const all: Review[] = []
  for (const review of await rest<Review>(moreReviewsQuery, id, reviews, MORE_REVIEWS)) {
    const comments = await rest<Comment>(moreCommentsQuery, review.id, review.comments, MORE_COMMENTS)
    all.push({ ...review, comments: { pageInfo: { hasNextPage: false }, nodes: comments } })
  }
  return { reviews: all, missing }
}
