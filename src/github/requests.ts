/** What is asked of GitHub's REST interface: reading a pull request, and all that is written. Each with the shape of its answer. */
import { z } from 'zod'

export interface GitHubRequest<Data> {
  /** In logs: `create-comment`. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** From the address of the API on: `/repos/owner/name/pulls/5`. */
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
  readonly data: z.ZodType<Data>
}

const account = z.object({ login: z.string(), type: z.string().optional() }).nullable()

const pullRequest = z.object({
  number: z.int(),
  title: z.string(),
  html_url: z.string(),
  state: z.enum(['open', 'closed']),
  draft: z.boolean().optional(),
  updated_at: z.string(),
  user: account,
  labels: z.array(z.object({ name: z.string() })),
  base: z.object({ ref: z.string(), sha: z.string() }),
  /** `repo` is null once a fork is deleted. */
  head: z.object({ ref: z.string(), sha: z.string(), repo: z.object({ full_name: z.string() }).nullable() }),
})
export type PullRequestAnswer = z.infer<typeof pullRequest>

const comment = z.object({ id: z.int(), user: account, body: z.string().nullable(), html_url: z.string() })
export type CommentAnswer = z.infer<typeof comment>

/** A remark on lines. `RIGHT` counts lines at the head, `LEFT` at the base. Both ends lie in one hunk of the pull request's diff. */
export interface LineComment {
  readonly commit: string
  readonly path: string
  readonly side: 'LEFT' | 'RIGHT'
  readonly line: number
  /** Less than `line`; null for a remark on one line. */
  readonly startLine: number | null
  readonly body: string
}

export const PAGE_SIZE = 100
const page = (number: number) => `per_page=${PAGE_SIZE}&page=${number}`
const done = z.unknown()

/** `repository`: `owner/name`. */
export function requestsOf(repository: string) {
  const root = `/repos/${repository}`
  return {
    pullRequest: (number: number): GitHubRequest<PullRequestAnswer> => ({
      name: 'pull-request',
      method: 'GET',
      path: `${root}/pulls/${number}`,
      data: pullRequest,
    }),
    openPullRequests: (at: number): GitHubRequest<PullRequestAnswer[]> => ({
      name: 'open-pull-requests',
      method: 'GET',
      path: `${root}/pulls?state=open&sort=updated&direction=desc&${page(at)}`,
      data: z.array(pullRequest),
    }),
    comments: (number: number, at: number): GitHubRequest<CommentAnswer[]> => ({
      name: 'comments',
      method: 'GET',
      path: `${root}/issues/${number}/comments?${page(at)}`,
      data: z.array(comment),
    }),
    createComment: (number: number, body: string): GitHubRequest<CommentAnswer> => ({
      name: 'create-comment',
      method: 'POST',
      path: `${root}/issues/${number}/comments`,
      body: { body },
      data: comment,
    }),
    updateComment: (id: number, body: string): GitHubRequest<CommentAnswer> => ({
      name: 'update-comment',
      method: 'PATCH',
      path: `${root}/issues/comments/${id}`,
      body: { body },
      data: comment,
    }),
    deleteComment: (id: number): GitHubRequest<unknown> => ({
      name: 'delete-comment',
      method: 'DELETE',
      path: `${root}/issues/comments/${id}`,
      data: done,
    }),
    lineComments: (number: number, at: number): GitHubRequest<CommentAnswer[]> => ({
      name: 'line-comments',
      method: 'GET',
      path: `${root}/pulls/${number}/comments?${page(at)}`,
      data: z.array(comment),
    }),
    createLineComment: (number: number, remark: LineComment): GitHubRequest<CommentAnswer> => ({
      name: 'create-line-comment',
      method: 'POST',
      path: `${root}/pulls/${number}/comments`,
      body: {
        commit_id: remark.commit,
        path: remark.path,
        side: remark.side,
        line: remark.line,
        ...(remark.startLine === null ? {} : { start_side: remark.side, start_line: remark.startLine }),
        body: remark.body,
      },
      data: comment,
    }),
    deleteLineComment: (id: number): GitHubRequest<unknown> => ({
      name: 'delete-line-comment',
      method: 'DELETE',
      path: `${root}/pulls/comments/${id}`,
      data: done,
    }),
    updateLineComment: (id: number, body: string): GitHubRequest<CommentAnswer> => ({
      name: 'update-line-comment',
      method: 'PATCH',
      path: `${root}/pulls/comments/${id}`,
      body: { body },
      data: comment,
    }),
  }
}
