/** GraphQL nodes as records. Pure. */
import type { IssueNode } from './queries/issues.ts'
import type { PullRequestNode } from './queries/pull-requests.ts'
import type { Actor, Comment, Review } from './queries/shapes.ts'
import type { Account, IssueRecord, PullRequestRecord, ReviewCommentRecord, ReviewRecord } from './records.ts'

/** `missing`: fields of the node, in GraphQL's spelling, that GitHub refused. */
export function toPullRequest(
  node: PullRequestNode,
  reviews: readonly Review[],
  repository: string,
  missing: readonly string[],
): PullRequestRecord {
  return {
    kind: 'pull_request',
    number: node.number,
    title: node.title,
    body: node.body,
    url: node.url,
    state: lower(node.state),
    draft: node.isDraft,
    author: toAccount(node.author),
    merged_by: toAccount(node.mergedBy),
    created_at: node.createdAt,
    updated_at: node.updatedAt,
    merged_at: node.mergedAt ?? null,
    closed_at: node.closedAt ?? null,
    labels: present(node.labels).map(({ name }) => name),
    merge_commit: node.mergeCommit?.oid ?? null,
    base: { branch: node.baseRefName, commit: node.baseRefOid ?? null },
    head: {
      branch: node.headRefName,
      commit: node.headRefOid ?? null,
      repository: node.headRepository?.nameWithOwner ?? null,
    },
    commits: node.commits?.totalCount ?? 0,
    reviews: reviews.map(toReview),
    closes: present(node.closingIssuesReferences)
      .filter((issue) => issue.repository?.nameWithOwner.toLowerCase() === repository.toLowerCase())
      .map(({ number }) => number)
      .sort((a, b) => a - b),
    missing: namesOf(missing),
  }
}

export function toIssue(node: IssueNode, missing: readonly string[]): IssueRecord {
  return {
    kind: 'issue',
    number: node.number,
    title: node.title,
    body: node.body,
    url: node.url,
    state: lower(node.state),
    state_reason: node.stateReason?.toLowerCase() ?? null,
    author: toAccount(node.author),
    created_at: node.createdAt,
    updated_at: node.updatedAt,
    closed_at: node.closedAt ?? null,
    labels: present(node.labels).map(({ name }) => name),
    missing: namesOf(missing),
  }
}

const toReview = (review: Review): ReviewRecord => ({
  author: toAccount(review.author),
  state: lower(review.state),
  at: review.submittedAt ?? null,
  body: review.body,
  url: review.url,
  comments: present(review.comments).map(toComment),
})

const toComment = (comment: Comment): ReviewCommentRecord => ({
  author: toAccount(comment.author),
  at: comment.createdAt,
  body: comment.body,
  url: comment.url,
  path: comment.path,
  line: comment.originalLine ?? comment.line ?? null,
  start_line: comment.originalStartLine ?? comment.startLine ?? null,
  commit: comment.originalCommit?.oid ?? null,
  side: sideOf(comment),
})

/** GitHub tells the side of a thread, not of a comment; but the diff that is shown above it ends with its line. */
const sideOf = ({ diffHunk }: Comment) => (/(?:^|\n)-[^\n]*$/.test(diffHunk ?? '') ? 'old' : 'new')

/** GitHub shows deleted accounts as `ghost`, an account that never did anything itself. */
const toAccount = (actor: Actor): Account =>
  actor == null || (actor.login === 'ghost' && actor.databaseId === 10137)
    ? null
    : {
        login: actor.login,
        id: actor.databaseId ?? null,
        name: actor.name || null,
        bot: actor.__typename === 'Bot',
      }

export const present = <Node>(list: { nodes?: (Node | null)[] | null | undefined } | null | undefined): Node[] =>
  (list?.nodes ?? []).filter((node) => node !== null)

const lower = <Text extends string>(text: Text) => text.toLowerCase() as Lowercase<Text>

const NAMES: Readonly<Record<string, string>> = {
  closingIssuesReferences: 'closes',
  mergedBy: 'merged_by',
  mergeCommit: 'merge_commit',
  headRepository: 'head',
}

const namesOf = (fields: readonly string[]) => [...new Set(fields.map((field) => NAMES[field] ?? field))].sort()
