/** What the fake GitHub knows, as tests tell it, and as its GraphQL resolves it. */

export type FakeAccount = {
  readonly login: string
  readonly id?: number
  readonly name?: string
  readonly type?: 'User' | 'Bot' | 'Mannequin'
} | null

export interface FakeComment {
  readonly author?: FakeAccount
  readonly at?: string
  readonly body?: string
  readonly path: string
  readonly line?: number
  readonly startLine?: number
  readonly commit?: string
  /** The diff down to the line that it is on. */
  readonly diffHunk?: string
}

export interface FakeReview {
  readonly author?: FakeAccount
  readonly state?: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED'
  readonly at?: string
  readonly body?: string
  readonly comments?: readonly FakeComment[]
}

export interface FakeIssue {
  readonly number: number
  readonly title?: string
  readonly body?: string
  readonly author?: FakeAccount
  readonly labels?: readonly string[]
  readonly state?: 'OPEN' | 'CLOSED'
  readonly stateReason?: 'COMPLETED' | 'NOT_PLANNED'
  readonly updatedAt?: string
}

export interface FakePullRequest extends Omit<FakeIssue, 'state' | 'stateReason'> {
  readonly state?: 'OPEN' | 'CLOSED' | 'MERGED'
  readonly mergedBy?: FakeAccount
  readonly mergeCommit?: string
  readonly head?: { readonly branch: string; readonly commit: string; readonly repository: string | null }
  /** Commit of the base branch. */
  readonly base?: string
  readonly draft?: boolean
  readonly commits?: number
  readonly closes?: readonly number[]
  readonly reviews?: readonly FakeReview[]
}

export interface FakeRepository {
  readonly pullRequests?: readonly FakePullRequest[]
  readonly issues?: readonly FakeIssue[]
  /** A bare repository, served over HTTP. */
  readonly directory?: string
  /** What it was called before. */
  readonly formerNames?: readonly string[]
  readonly private?: boolean
  /** Lists that the token may not read. */
  readonly forbidden?: readonly ('issues' | 'pullRequests')[]
}

type Args = { first?: number; after?: string | null }

const ADA: FakeAccount = { login: 'ada', id: 1, name: 'Ada Lovelace' }

/** An hour for each number since the start of 2024. */
export const timeOf = (number: number) => new Date(Date.UTC(2024, 0, 1, number)).toISOString().replace('.000', '')

export function repositoryNode(url: string, name: string, repository: FakeRepository, threadsOf: ThreadsOf = () => []) {
  const address = `${url}/${name}`
  const guard = <T>(list: 'issues' | 'pullRequests', resolve: (args: Args) => T) => {
    if (!repository.forbidden?.includes(list)) return resolve
    return () => {
      throw Object.assign(new Error('Resource not accessible by personal access token'), { type: 'FORBIDDEN' })
    }
  }
  const newestFirst = <Item extends { number: number; updatedAt?: string }>(items: readonly Item[] = []) =>
    [...items].sort((a, b) => cursorOf(b).localeCompare(cursorOf(a)))
  return {
    __typename: 'Repository',
    nameWithOwner: name,
    url: address,
    isPrivate: repository.private ?? false,
    defaultBranchRef: { name: 'main' },
    pullRequest: ({ number }: { number: number }) => ({
      reviewThreads: (args: Args) => connection(threadsOf(number), args, ({ id }) => String(id), threadNode),
    }),
    pullRequests: guard('pullRequests', (args) =>
      connection(newestFirst(repository.pullRequests), args, cursorOf, (pull) => pullRequestNode(address, name, pull)),
    ),
    issues: guard('issues', (args) =>
      connection(newestFirst(repository.issues), args, cursorOf, (issue) => issueNode(address, issue)),
    ),
  }
}

/** Comments on lines of a pull request that began a thread. */
export type ThreadsOf = (number: number) => readonly { readonly id: number; readonly resolved: boolean }[]

const threadNode = ({ id, resolved }: ReturnType<ThreadsOf>[number]) => ({
  isResolved: resolved,
  comments: (args: Args) => connection([id], args, String, (databaseId) => ({ databaseId })),
})

const cursorOf = ({ number, updatedAt = timeOf(number) }: { number: number; updatedAt?: string }) =>
  `${updatedAt} ${String(number).padStart(9, '0')}`

/** Nodes that are looked up by id: `pull:NUMBER`, `review:NUMBER:INDEX`. */
export function nodeById(url: string, name: string, repository: FakeRepository, id: string): object | null {
  const [kind, number, index] = id.split('|').slice(1)
  const pull = repository.pullRequests?.find((each) => String(each.number) === number)
  if (!pull) return null
  const node = pullRequestNode(`${url}/${name}`, name, pull)
  return kind === 'pull' ? node : reviewNode(node.id, node.url, pull.reviews?.[Number(index)] ?? {}, Number(index))
}

function issueNode(address: string, issue: FakeIssue) {
  const { number, title = `Issue ${number}`, body = '', author = ADA, labels = [], state = 'OPEN' } = issue
  return {
    __typename: 'Issue',
    number,
    title,
    body,
    url: `${address}/issues/${number}`,
    state,
    stateReason: issue.stateReason ?? null,
    createdAt: timeOf(number),
    updatedAt: issue.updatedAt ?? timeOf(number),
    closedAt: state === 'OPEN' ? null : timeOf(number + 1),
    author: accountNode(author),
    labels: named(labels),
  }
}

function pullRequestNode(address: string, name: string, pull: FakePullRequest) {
  const { number, title = `Change ${number}`, body = '', author = ADA, labels = [], state = 'MERGED' } = pull
  const id = `${name}|pull|${number}`
  const url = `${address}/pull/${number}`
  return {
    __typename: 'PullRequest',
    id,
    number,
    title,
    body,
    url,
    state,
    isDraft: pull.draft ?? false,
    createdAt: timeOf(number),
    updatedAt: pull.updatedAt ?? timeOf(number),
    mergedAt: state === 'MERGED' ? timeOf(number) : null,
    closedAt: state === 'OPEN' ? null : timeOf(number),
    author: accountNode(author),
    mergedBy: state === 'MERGED' ? accountNode(pull.mergedBy === undefined ? ADA : pull.mergedBy) : null,
    mergeCommit: pull.mergeCommit === undefined ? null : { oid: pull.mergeCommit },
    baseRefName: 'main',
    baseRefOid: pull.base ?? '0'.repeat(40),
    headRefName: pull.head?.branch ?? `patch-${number}`,
    headRefOid: pull.head?.commit ?? '0'.repeat(40),
    headRepository: pull.head?.repository ? { nameWithOwner: pull.head.repository } : null,
    commits: { totalCount: pull.commits ?? 1 },
    labels: named(labels),
    closingIssuesReferences: (args: Args) =>
      connection(pull.closes ?? [], args, String, (issue) => ({ number: issue, repository: { nameWithOwner: name } })),
    reviews: (args: Args) =>
      connection(pull.reviews ?? [], args, null, (review, index) => reviewNode(id, url, review, index)),
  }
}

function reviewNode(pullId: string, url: string, review: FakeReview, index: number) {
  const { author = ADA, state = 'APPROVED', at = timeOf(index), body = '', comments = [] } = review
  return {
    __typename: 'PullRequestReview',
    id: `${pullId.replace('|pull|', '|review|')}|${index}`,
    author: accountNode(author),
    state,
    submittedAt: at,
    body,
    url: `${url}#pullrequestreview-${index}`,
    comments: (args: Args) =>
      connection(comments, args, null, (comment, at) => commentNode(`${url}#discussion_r${index}-${at}`, comment)),
  }
}

const commentNode = (url: string, comment: FakeComment) => ({
  author: accountNode(comment.author === undefined ? ADA : comment.author),
  createdAt: comment.at ?? timeOf(0),
  body: comment.body ?? '',
  url,
  path: comment.path,
  line: comment.line ?? null,
  startLine: comment.startLine ?? null,
  originalLine: comment.line ?? null,
  originalStartLine: comment.startLine ?? null,
  originalCommit: comment.commit === undefined ? null : { oid: comment.commit },
  diffHunk: comment.diffHunk ?? '@@ -1 +1 @@\n+whatever',
})

const accountNode = (account: FakeAccount) =>
  account && {
    __typename: account.type ?? 'User',
    login: account.login,
    databaseId: account.id ?? null,
    name: account.name ?? null,
  }

const named = (names: readonly string[]) => (args: Args) => connection(names, args, String, (name) => ({ name }))

/** Cursors name the last item, or its place where items have no name of their own. */
function connection<Item, Node>(
  items: readonly Item[],
  { first = 30, after = null }: Args,
  cursor: ((item: Item) => string) | null,
  toNode: (item: Item, index: number) => Node,
) {
  const place = (item: Item, index: number) => (cursor ? cursor(item) : String(index))
  const known = after === null ? null : Buffer.from(after, 'base64').toString()
  const begin = known === null ? 0 : beginAfter(items.map(place), known)
  const page = items.slice(begin, begin + first)
  const end = begin + page.length
  const last = page.at(-1)
  return {
    totalCount: items.length,
    pageInfo: {
      hasNextPage: end < items.length,
      endCursor: last === undefined ? null : Buffer.from(place(last, end - 1)).toString('base64'),
    },
    nodes: page.map((item, index) => toNode(item, begin + index)),
  }
}

/** As GitHub does: the item of the cursor may be gone by now; what follows it in the order goes on. */
function beginAfter(places: readonly string[], known: string): number {
  const at = places.indexOf(known)
  if (at !== -1) return at + 1
  const next = places.findIndex((place) => place < known)
  return next === -1 ? places.length : next
}
