/** A repository's pull requests as they are at this moment, and comments on them, in our own terms. */
import { UpstreamError } from '../errors.ts'
import type { GitHubClient } from './create-github-client.ts'
import { reviewThreadsQuery } from './queries/review-threads.ts'
import { viewerQuery } from './queries/viewer.ts'
import { type CommentAnswer, type LineComment, PAGE_SIZE, type PullRequestAnswer, requestsOf } from './requests.ts'

export interface LivePullRequest {
  readonly number: number
  readonly title: string
  readonly url: string
  readonly open: boolean
  readonly draft: boolean
  /** Null for an account that was deleted. */
  readonly author: { readonly login: string; readonly bot: boolean } | null
  readonly labels: readonly string[]
  /** ISO 8601: the last push, comment or change of any kind. */
  readonly updatedAt: string
  readonly base: string
  readonly head: string
  /** From another repository, or from one that is gone. */
  readonly fork: boolean
}

export interface LiveComment {
  readonly id: number
  /** Without `[bot]`; null for an account that was deleted. */
  readonly author: string | null
  readonly body: string
  readonly url: string
}

/** All throw UserError (what the token may not do), NotFoundError, RefusedError (422) and UpstreamError. */
export interface PullRequests {
  /** Who we are, without `[bot]`. */
  me(): Promise<string>
  read(number: number): Promise<LivePullRequest>
  /** Last updated first. */
  listOpen(): Promise<readonly LivePullRequest[]>
  comments(number: number): Promise<readonly LiveComment[]>
  /** Never repeats itself: when it fails, look whether the comment is there. */
  createComment(number: number, body: string): Promise<LiveComment>
  updateComment(id: number, body: string): Promise<LiveComment>
  deleteComment(id: number): Promise<void>
  lineComments(number: number): Promise<readonly LiveComment[]>
  /** As `createComment`. */
  createLineComment(number: number, remark: LineComment): Promise<LiveComment>
  updateLineComment(id: number, body: string): Promise<LiveComment>
  deleteLineComment(id: number): Promise<void>
  /** Ids of the line comments whose threads somebody resolved. */
  resolved(number: number): Promise<ReadonlySet<number>>
}

const MOST_PAGES = 50

/** `repository`: `owner/name`. */
export function openPullRequests(client: GitHubClient, repository: string): PullRequests {
  const requests = requestsOf(repository)
  const [owner = '', name = ''] = repository.split('/')
  const once = { retries: 0 }
  const threadsAfter = async (number: number, after: string | null) =>
    (await client.ask(reviewThreadsQuery, { owner, name, number, first: PAGE_SIZE, after })).data.repository
      ?.pullRequest?.reviewThreads

  return {
    me: async () => accountName((await client.ask(viewerQuery, {})).data.viewer.login),
    read: async (number) => toPullRequest(await client.send(requests.pullRequest(number)), repository),
    listOpen: async () =>
      (await everyPage((at) => client.send(requests.openPullRequests(at)))).map((each) =>
        toPullRequest(each, repository),
      ),
    comments: async (number) => (await everyPage((at) => client.send(requests.comments(number, at)))).map(toComment),
    createComment: async (number, body) => toComment(await client.send(requests.createComment(number, body), once)),
    updateComment: async (id, body) => toComment(await client.send(requests.updateComment(id, body))),
    deleteComment: async (id) => void (await client.send(requests.deleteComment(id))),
    lineComments: async (number) =>
      (await everyPage((at) => client.send(requests.lineComments(number, at)))).map(toComment),
    createLineComment: async (number, remark) =>
      toComment(await client.send(requests.createLineComment(number, remark), once)),
    deleteLineComment: async (id) => void (await client.send(requests.deleteLineComment(id))),
    updateLineComment: async (id, body) => toComment(await client.send(requests.updateLineComment(id, body))),
    async resolved(number) {
      const ids = new Set<number>()
      let after: string | null = null
      for (let page = 0; page < MOST_PAGES; page++) {
        const threads = await threadsAfter(number, after)
        for (const thread of threads?.nodes ?? []) {
          const id = thread?.comments?.nodes?.[0]?.databaseId
          if (thread?.isResolved && id != null) ids.add(id)
        }
        if (!threads?.pageInfo.hasNextPage) break
        const next = threads.pageInfo.endCursor ?? null
        if (next === null || next === after) throw new UpstreamError('GitHub', 'its pages of threads do not end')
        after = next
      }
      return ids
    },
  }
}

async function everyPage<Item>(read: (page: number) => Promise<Item[]>): Promise<Item[]> {
  const all: Item[] = []
  for (let at = 1; at <= MOST_PAGES; at++) {
    const items = await read(at)
    all.push(...items)
    if (items.length < PAGE_SIZE) break
  }
  return all
}

const accountName = (login: string) => login.replace(/\[bot\]$/, '')

const toComment = ({ id, user, body, html_url }: CommentAnswer): LiveComment => ({
  id,
  author: user === null ? null : accountName(user.login),
  body: body ?? '',
  url: html_url,
})

const toPullRequest = (answer: PullRequestAnswer, repository: string): LivePullRequest => ({
  number: answer.number,
  title: answer.title,
  url: answer.html_url,
  open: answer.state === 'open',
  draft: answer.draft ?? false,
  author: answer.user && {
    login: accountName(answer.user.login),
    bot: answer.user.type === 'Bot' || answer.user.login.endsWith('[bot]'),
  },
  updatedAt: answer.updated_at,
  labels: answer.labels.map((label) => label.name),
  base: answer.base.sha,
  head: answer.head.sha,
  fork: answer.head.repo?.full_name.toLowerCase() !== repository.toLowerCase(),
})
