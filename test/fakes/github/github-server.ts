/**
 * GitHub on loopback: GraphQL against the published schema, charged and limited as documented, comments over REST, and git over
 * smart HTTP. It fails on purpose where a test says so.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { createGitBackend } from '../../fixtures/git-backend.ts'
import { executeQuery, parseQuery, type QueryResult } from './execute-query.ts'
import { NODE_LIMIT, queryCost } from './query-cost.ts'
import { createRest, type Rest, type RestCall, type RestFault } from './rest.ts'
import { type FakeRepository, nodeById, repositoryNode } from './world.ts'

export interface SentQuery {
  /** Counts from 1. */
  readonly index: number
  /** Of the query: `PullRequests`. */
  readonly operation: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly at: number
}

/** What goes wrong with a request. `alter` changes an answer that was right. */
export type Fault =
  | { readonly status: number; readonly body?: object; readonly headers?: Readonly<Record<string, string>> }
  | { readonly drop: true }
  | { readonly alter: (result: QueryResult) => void }

export interface GitHubServerOptions {
  readonly repositories: Readonly<Record<string, FakeRepository>>
  /** The one that is accepted; `ghp_…` by default. */
  readonly token?: string
  /** Points an hour. */
  readonly points?: number
  /** How long the "hour" lasts. */
  readonly hourMs?: number
  readonly fault?: (query: SentQuery) => Fault | null
  readonly restFault?: (call: RestCall) => RestFault | null
  /** Whose token it is; `ada` by default. */
  readonly viewer?: string
  /** Whether the token may comment; true by default. */
  readonly mayWrite?: boolean
}

export interface GitHubServer {
  /** For GITHUB_API_URL; repositories are at `URL/owner/name.git`. */
  readonly url: string
  readonly queries: readonly SentQuery[]
  /** Charged so far. */
  readonly points: number
  readonly rest: Rest
  close(): Promise<void>
}

export const TOKEN = 'ghp_thisTokenMustNeverAppear0123456789'

export async function openGitHubServer(options: GitHubServerOptions): Promise<GitHubServer> {
  const { repositories, token = TOKEN, points = 5_000, hourMs = 3_600_000, fault, viewer = 'ada' } = options
  const rest = createRest({
    repositories,
    viewer,
    mayWrite: options.mayWrite ?? true,
    fault: options.restFault ?? (() => null),
  })
  const backend = await createGitBackend()
  const queries: SentQuery[] = []
  let charged = 0
  let used = 0
  let resetAt = Date.now() + hourMs
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => send(response, 500, { message: error.message }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', url)
    const git = /^\/([^/]+\/[^/]+?)\.git(\/.*)$/.exec(address.pathname)
    if (git) return answerGit(git[1] ?? '', git[2] ?? '', address.search.slice(1), request, response)
    const authorised = /^(?:token|bearer) (.*)$/i.exec(request.headers.authorization ?? '')?.[1] === token
    if (!/^(\/api)?\/graphql$/.test(address.pathname)) {
      const text = await readText(request)
      if (!authorised) return send(response, 401, { message: 'Bad credentials' })
      const body: unknown = text === '' ? null : JSON.parse(text)
      const answered = rest.answer(request.method ?? 'GET', address.pathname, address.searchParams, body)
      const { status, body: told, headers } = answered ?? { status: 404, body: { message: 'Not Found' } }
      return send(response, status, told as object, headers)
    }
    const sent = JSON.parse(await readText(request)) as { query: string; variables?: Record<string, unknown> }
    if (!authorised) return send(response, 401, { message: 'Bad credentials' })
    const { query: text, variables = {} } = sent
    const operation = /^query (\w+)/.exec(text)?.[1] ?? ''
    const query = { index: queries.length + 1, operation, variables, at: Date.now() }
    queries.push(query)
    const wrong = fault?.(query) ?? null
    if (wrong && 'drop' in wrong) return void request.socket.destroy()
    if (wrong && 'status' in wrong) return send(response, wrong.status, wrong.body ?? { data: null }, wrong.headers)
    const result = await run(text, variables)
    if (wrong) wrong.alter(result)
    const headers = {
      'x-ratelimit-remaining': String(Math.max(0, points - used)),
      'x-ratelimit-reset': String(Math.ceil(resetAt / 1000)),
    }
    return send(response, 200, result, headers)
  }

  async function run(text: string, variables: Record<string, unknown>): Promise<QueryResult> {
    const document = parseQuery(text)
    const cost = queryCost(document, variables)
    if (cost.nodes > NODE_LIMIT) return failed('MAX_NODE_LIMIT_EXCEEDED', `${cost.nodes} nodes are too many`)
    if (Date.now() >= resetAt) {
      used = 0
      resetAt = Date.now() + hourMs
    }
    if (used + cost.points > points) return failed('RATE_LIMITED', 'API rate limit exceeded')
    used += cost.points
    charged += cost.points
    return executeQuery(document, variables, {
      rateLimit: { cost: cost.points, remaining: points - used, resetAt: new Date(resetAt).toISOString() },
      repository: ({ owner, name }: { owner: string; name: string }) => {
        const found = find(`${owner}/${name}`)
        if (found) return repositoryNode(url, ...found, (number) => rest.on(found[0], number).lineComments)
        throw Object.assign(new Error('Could not resolve to a Repository'), { type: 'NOT_FOUND' })
      },
      viewer: { login: viewer },
      node: ({ id }: { id: string }) => {
        const found = find(id.split('|')[0] ?? '')
        return found ? nodeById(url, ...found, id) : null
      },
    })
  }

  function find(name: string): [string, FakeRepository] | null {
    const is = (other: string) => other.toLowerCase() === name.toLowerCase()
    return (
      Object.entries(repositories).find(([today, { formerNames }]) => [today, ...(formerNames ?? [])].some(is)) ?? null
    )
  }

  function answerGit(name: string, path: string, query: string, request: IncomingMessage, response: ServerResponse) {
    const [, repository] = find(name) ?? []
    const sent = Buffer.from(request.headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString()
    const refused =
      sent === '' ? repository?.private !== false && repository?.private : sent !== `x-access-token:${token}`
    if (refused || !repository?.directory) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="GitHub"' }).end()
    } else {
      backend(request, response, { directory: repository.directory, path, query })
    }
  }

  return {
    url,
    queries,
    rest,
    get points() {
      return charged
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const failed = (type: string, message: string): QueryResult => ({ data: null, errors: [{ type, message }] })

function send(response: ServerResponse, status: number, body: object, headers: Readonly<Record<string, string>> = {}) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
  response.end(status === 204 ? undefined : JSON.stringify(body))
}
