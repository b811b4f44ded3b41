/** Brings the records of a repository up to date. */
import { UpstreamError, UserError } from '../errors.ts'
import type { PageSize } from './ask-smaller.ts'
import { createGitHubClient, type GitHubClientOptions } from './create-github-client.ts'
import { listUpdated } from './list-updated.ts'
import { issuesQuery } from './queries/issues.ts'
import { pullRequestsQuery } from './queries/pull-requests.ts'
import { readAllReviews } from './read-all-reviews.ts'
import { type RecordPage, readPage } from './read-page.ts'
import { type FetchProgress, openRecordStore } from './record-store.ts'
import { type IssueRecord, type PullRequestRecord, RECORDS_VERSION, type RepositoryRecord } from './records.ts'
import { toIssue, toPullRequest } from './to-record.ts'

export interface FetchOptions extends GitHubClientOptions {
  /** Where the records are kept from one time to the next. */
  readonly path: string
  /** Records so far, of all there are in a first fetch. */
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number | null }) => void) | undefined
  /** Items in one page, at first. Pull requests come with their reviews. */
  readonly pageSizes?: Readonly<Record<Kind, number>> | undefined
}

type Kind = 'pull_requests' | 'issues'

export interface FetchReport {
  /** `owner/name` as GitHub calls it today; null when it did not say. */
  readonly name: string | null
  /** What was asked for, where GitHub has another name for it since. */
  readonly renamed_from: string | null
  readonly pull_requests: number
  readonly issues: number
  readonly complete: boolean
  /** Why it is not complete; the next fetch goes on where this one stopped. */
  readonly problem: string | null
  /** What the token may not read. */
  readonly missing: readonly string[]
  readonly requests: number
  /** Charged by GitHub. */
  readonly points: number
}

const PAGE_SIZES = { pull_requests: 25, issues: 100 }
const KINDS = ['pull_requests', 'issues'] as const
const WORDS = { pull_requests: 'pull requests', issues: 'issues' } as const

/**
 * Fetches what was updated since the last time and stores it page by page; a run that is killed loses at most a page. Trouble
 * of GitHub's that does not pass ends in a report that says so; what a person can mend (token, name) throws UserError.
 */
export async function fetchRecords(options: FetchOptions): Promise<FetchReport> {
  const { repository, path, onProgress, pageSizes = PAGE_SIZES } = options
  const client = createGitHubClient(options)
  const store = await openRecordStore(path)
  let progress: FetchProgress = store.progress ?? {
    pull_requests: { until: null, pass: null, page: pageSizes.pull_requests },
    issues: { until: null, pass: null, page: pageSizes.issues },
  }
  let about: RepositoryRecord | null = null
  const missing: string[] = []
  let unreadable = 0
  let done = 0

  const ask = {
    pull_requests: (request: PageSize & { after: string | null }): Promise<RecordPage<PullRequestRecord>> =>
      readPage({
        ...request,
        client,
        repository,
        query: pullRequestsQuery,
        async toRecord(node, refused, { nameWithOwner }) {
          const { reviews, missing } = await readAllReviews(client, node)
          return toPullRequest(node, reviews, nameWithOwner, missing ? [...refused, 'reviews'] : refused)
        },
      }),
    issues: (request: PageSize & { after: string | null }): Promise<RecordPage<IssueRecord>> =>
      readPage({ ...request, client, repository, query: issuesQuery, toRecord: toIssue }),
  }

  async function fetchKind(kind: Kind): Promise<void> {
    let total: number | null = null
    const { until } = progress[kind]
    const isFirst = until === null
    const unreadableBefore = unreadable
    const listing = listUpdated<PullRequestRecord | IssueRecord>(progress[kind], async (request) => {
      const page = await ask[kind](request)
      if (page.refused && !missing.includes(WORDS[kind])) missing.push(WORDS[kind])
      unreadable += page.unreadable
      total = isFirst ? page.total : null
      if (page.about) about = aboutRecord(page.about)
      return page
    })
    for await (const { items, progress: reached } of listing) {
      progress = { ...progress, [kind]: reached }
      const broken = reached.pass === null || about === null ? [] : [about]
      await store.commit([...broken, ...items], progress)
      done += items.length
      onProgress?.({ done, total })
    }
    // What did not come is asked for again the next time.
    if (unreadable > unreadableBefore) progress = { ...progress, [kind]: { ...progress[kind], until } }
  }

  try {
    const problem = await fetchAll().then(
      () => (unreadable > 0 ? `${unreadable} pull requests or issues could not be read` : null),
      (error: unknown) => {
        if (error instanceof UpstreamError) return error.message
        throw error
      },
    )
    if (about !== null)
      await store.commit([{ ...(about as RepositoryRecord), complete: problem === null, missing }], progress)
    await store.tidy()
    const name = (about as RepositoryRecord | null)?.name ?? null
    return {
      name,
      renamed_from: name === null || name.toLowerCase() === repository.toLowerCase() ? null : repository,
      pull_requests: store.count('pull_request'),
      issues: store.count('issue'),
      complete: problem === null && missing.length === 0,
      problem,
      missing,
      ...client.spent(),
    }
  } finally {
    await store.close()
  }

  async function fetchAll() {
    for (const kind of KINDS) await fetchKind(kind)
    if (missing.length < KINDS.length) return
    throw new UserError(
      `GITHUB_TOKEN may read neither pull requests nor issues of ${repository}.`,
      'Give it “Pull requests: read” and “Issues: read” (fine-grained), or the scope `repo` (classic).',
    )
  }
}

const aboutRecord = (about: NonNullable<RecordPage<unknown>['about']>): RepositoryRecord => ({
  kind: 'repository',
  version: RECORDS_VERSION,
  name: about.nameWithOwner,
  url: about.url,
  default_branch: about.defaultBranchRef?.name ?? null,
  private: about.isPrivate,
  complete: false,
  missing: [],
})
