/** The part of GitHub's REST interface that reads pull requests and writes comments, with the rules that its documentation states. */
import { z } from 'zod'
import { diffHunks } from './diff-lines.ts'
import { type FakePullRequest, type FakeRepository, timeOf } from './world.ts'

export interface RestCall {
  /** Counts from 1. */
  readonly index: number
  readonly method: string
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

/** What goes wrong. `done`: it was carried out nevertheless, the answer is lost. */
export interface RestFault {
  readonly status: number
  readonly message?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly done?: boolean
}

export interface RestAnswer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface StoredComment {
  readonly id: number
  readonly author: string
  body: string
  /** How often it was changed since. */
  edits: number
}

export interface StoredLineComment extends StoredComment {
  readonly path: string
  readonly line: number
  readonly startLine: number | null
  readonly side: 'LEFT' | 'RIGHT'
  resolved: boolean
}

interface PullState {
  head: string
  readonly comments: StoredComment[]
  readonly lineComments: StoredLineComment[]
}

export interface RestOptions {
  readonly repositories: Readonly<Record<string, FakeRepository>>
  /** Whose token it is. */
  readonly viewer: string
  readonly mayWrite: boolean
  readonly fault: (call: RestCall) => RestFault | null
}

const LONGEST_BODY = 65_536
const newComment = z.object({ body: z.string() })
const newLineComment = z.object({
  body: z.string().min(1).max(LONGEST_BODY),
  commit_id: z.string(),
  path: z.string(),
  side: z.enum(['LEFT', 'RIGHT']).default('RIGHT'),
  line: z.int(),
  start_line: z.int().optional(),
  start_side: z.enum(['LEFT', 'RIGHT']).optional(),
})

export function createRest({ repositories, viewer, mayWrite, fault }: RestOptions) {
  const calls: RestCall[] = []
  const states = new Map<string, PullState>()
  let nextId = 1000

  const stateOf = (repository: string, pull: FakePullRequest): PullState => {
    const key = `${repository}#${pull.number}`
    const state = states.get(key) ?? { head: pull.head?.commit ?? '', comments: [], lineComments: [] }
    states.set(key, state)
    return state
  }
  const pullOf = (repository: string, number: number) =>
    repositories[repository]?.pullRequests?.find((each) => each.number === number)

  /** Null for a path that is none of the REST interface. */
  function answer(method: string, path: string, query: URLSearchParams, sent: unknown): RestAnswer | null {
    const [, repository = '', rest = ''] = /^(?:\/api\/v3)?\/repos\/([^/]+\/[^/]+)\/(.*)$/.exec(path) ?? []
    if (rest === '') return null
    const call = { index: calls.length + 1, method, path: rest, body: (sent ?? {}) as RestCall['body'] }
    calls.push(call)
    const wrong = fault(call)
    if (wrong !== null && wrong.done !== true) return failed(wrong.status, wrong.message, wrong.headers)
    if (repositories[repository] === undefined) return failed(404, 'Not Found')
    if (method !== 'GET' && !mayWrite) return failed(403, 'Resource not accessible by integration')
    const right = carryOut(repository, call, query)
    return wrong === null ? right : failed(wrong.status, wrong.message, wrong.headers)
  }

  function carryOut(repository: string, { method, path, body }: RestCall, query: URLSearchParams): RestAnswer {
    const [, kind, number, comments] = /^(pulls|issues)\/(\d+)(\/comments)?$/.exec(path) ?? []
    const [, ofKind, id] = /^(pulls|issues)\/comments\/(\d+)$/.exec(path) ?? []
    if (method === 'GET' && path === 'pulls') {
      const open = (repositories[repository]?.pullRequests ?? []).filter(({ state }) => state === 'OPEN')
      return ok(paged(open, query).map((pull) => pullAnswer(repository, pull)))
    }
    if (ofKind !== undefined) return onComment(method, ofKind, Number(id), body)
    const pull = pullOf(repository, Number(number))
    if (pull === undefined) return failed(404, 'Not Found')
    if (kind === 'pulls' && comments === undefined && method === 'GET') return ok(pullAnswer(repository, pull))
    const state = stateOf(repository, pull)
    if (comments === undefined) return failed(404, 'Not Found')
    if (method === 'GET') {
      const all = kind === 'issues' ? state.comments : state.lineComments
      return ok(paged<StoredComment>(all, query).map(commentAnswer))
    }
    return kind === 'issues' ? comment(state, body) : lineComment(repository, pull, state, body)
  }

  function onComment(method: string, kind: string, id: number, body: RestCall['body']): RestAnswer {
    for (const state of states.values()) {
      const list: StoredComment[] = kind === 'issues' ? state.comments : state.lineComments
      const at = list.findIndex((each) => each.id === id)
      const known = list[at]
      if (known === undefined) continue
      if (method === 'DELETE') {
        list.splice(at, 1)
        return { status: 204, body: null }
      }
      const wrong = bodyFault(body)
      if (wrong !== null) return wrong
      known.body = String(body.body)
      known.edits++
      return ok(commentAnswer(known))
    }
    return failed(404, 'Not Found')
  }

  function comment(state: PullState, body: RestCall['body']): RestAnswer {
    const wrong = bodyFault(body)
    if (wrong !== null) return wrong
    const made = { id: nextId++, author: viewer, body: String(body.body), edits: 0 }
    state.comments.push(made)
    return { status: 201, body: commentAnswer(made) }
  }

  function lineComment(
    repository: string,
    pull: FakePullRequest,
    state: PullState,
    sent: RestCall['body'],
  ): RestAnswer {
    const parsed = newLineComment.safeParse(sent)
    if (!parsed.success) return failed(422, 'Invalid request.')
    const { path, side, line, start_line, commit_id, body } = parsed.data
    const directory = repositories[repository]?.directory
    if (directory === undefined || commit_id !== state.head) return failed(422, 'Validation Failed')
    const range = (hunk: ReturnType<typeof diffHunks>[number]) => (side === 'LEFT' ? hunk.left : hunk.right)
    const inside = (hunk: ReturnType<typeof diffHunks>[number], at: number) =>
      hunk.path === path && at >= range(hunk)[0] && at < range(hunk)[1]
    const hunk = diffHunks(directory, pull.base ?? 'main', state.head).find((each) => inside(each, line))
    if (hunk === undefined) return failed(422, 'pull_request_review_thread.line must be part of the diff')
    if (start_line !== undefined && (start_line >= line || !inside(hunk, start_line))) {
      return failed(422, 'pull_request_review_thread.start_line must be part of the same hunk as the line.')
    }
    const made = {
      id: nextId++,
      author: viewer,
      body,
      edits: 0,
      path,
      line,
      startLine: start_line ?? null,
      side,
      resolved: false,
    }
    state.lineComments.push(made)
    return { status: 201, body: commentAnswer(made) }
  }

  const pullAnswer = (repository: string, pull: FakePullRequest) => ({
    number: pull.number,
    title: pull.title ?? `Change ${pull.number}`,
    html_url: `https://github.com/${repository}/pull/${pull.number}`,
    state: pull.state === 'OPEN' ? 'open' : 'closed',
    draft: pull.draft ?? false,
    updated_at: pull.updatedAt ?? timeOf(pull.number),
    user: pull.author === null ? null : { login: pull.author?.login ?? 'ada', type: pull.author?.type ?? 'User' },
    labels: (pull.labels ?? []).map((name) => ({ name })),
    base: { ref: 'main', sha: pull.base ?? '0'.repeat(40) },
    head: {
      ref: pull.head?.branch ?? 'topic',
      sha: stateOf(repository, pull).head,
      repo: pull.head?.repository ? { full_name: pull.head.repository } : null,
    },
  })

  return {
    calls,
    answer,
    /** What is on a pull request now; tests may change it as people do. */
    on(repository: string, number: number): PullState {
      const pull = pullOf(repository, number)
      if (pull === undefined) throw new Error(`There is no pull request ${number} in ${repository}`)
      return stateOf(repository, pull)
    },
  }
}
export type Rest = ReturnType<typeof createRest>

const paged = <Item>(items: readonly Item[], query: URLSearchParams): Item[] => {
  const size = Math.min(100, Number(query.get('per_page') ?? 30))
  const at = Number(query.get('page') ?? 1) - 1
  return items.slice(at * size, (at + 1) * size)
}

const commentAnswer = ({ id, author, body }: StoredComment) => ({
  id,
  user: { login: author, type: author.endsWith('[bot]') ? 'Bot' : 'User' },
  body,
  html_url: `https://github.com/comment/${id}`,
})

function bodyFault(sent: RestCall['body']): RestAnswer | null {
  const parsed = newComment.safeParse(sent)
  if (!parsed.success || parsed.data.body.trim() === '') return failed(422, 'Body cannot be blank')
  return parsed.data.body.length > LONGEST_BODY ? failed(422, 'Body is too long (maximum is 65536 characters)') : null
}

const ok = (body: unknown): RestAnswer => ({ status: 200, body })
const failed = (status: number, message = 'Server Error', headers?: RestFault['headers']): RestAnswer => ({
  status,
  body: { message },
  ...(headers === undefined ? {} : { headers }),
})
