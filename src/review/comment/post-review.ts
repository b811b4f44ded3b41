/** Brings a review to its pull request: one comment, edited from push to push, and a remark on the lines of each finding. */
import { setTimeout as sleep } from 'node:timers/promises'
import { NotFoundError, UpstreamError } from '../../errors.ts'
import type { GitRepository } from '../../git/types.ts'
import type { LiveComment, PullRequests } from '../../github/open-pull-requests.ts'
import type { Logger } from '../../logger.ts'
import type { ReviewDocument } from '../review-document.ts'
import { carryFindings } from './carry-findings.ts'
import { type CommentState, MARKER, readState } from './comment-state.ts'
import { postLineComments } from './post-line-comments.ts'
import { addProgress, removeProgress, showsProgress } from './progress-line.ts'
import { renderComment } from './render-comment.ts'
import { findingOf } from './render-line-comment.ts'

export interface PostOptions {
  readonly pulls: PullRequests
  readonly git: GitRepository
  readonly number: number
  /** What is to be reviewed; when it is no longer the pull request's head, nothing is written. */
  readonly head: string
  /** Of this run: of two on the same head, the one that began later has the last word. */
  readonly run: CommentState['run']
  readonly logger?: Logger | undefined
  readonly signal?: AbortSignal | undefined
  /** Pause after each new comment, as GitHub asks for; a second. */
  readonly paceMs?: number | undefined
}

export type PostOutcome =
  | { readonly kind: 'posted'; readonly url: string; readonly remarks: number }
  /** A newer head, or a later run, has the pull request now. */
  | { readonly kind: 'outdated' }
  /** There is nothing to say, and no earlier comment to bring up to date. */
  | { readonly kind: 'silent' }

const MOST_ATTEMPTS = 4
const UNSTABLE = 'the comment of the review does not stay as it was written'

/**
 * Runs `review` and posts what it finds. A comment that is there already says meanwhile that a newer head is looked at; it is set
 * back when the review fails. Throws what `review` throws, and what GitHub refuses for good.
 */
export async function postReview(options: PostOptions, review: () => Promise<ReviewDocument>): Promise<PostOutcome> {
  const { pulls, number, head } = options
  if ((await pulls.read(number)).head !== head) return { kind: 'outdated' }
  const me = await pulls.me()
  const before = (await ownComments(pulls, number, me))[0]
  if (before !== undefined) await pulls.updateComment(before.id, addProgress(before.body, head))
  let outcome: PostOutcome | null = null
  try {
    const document = await review()
    outcome = await write(options, me, document)
    return outcome
  } finally {
    if (before !== undefined && outcome?.kind !== 'posted') await setBack(options, before.id, me)
  }
}

async function write(options: PostOptions, me: string, document: ReviewDocument): Promise<PostOutcome> {
  const { pulls, git, number, run, logger } = options
  const { head, merge_base } = document.subject
  const remarks = (await pulls.lineComments(number)).filter(({ author, body }) => author === me && findingOf(body))
  const resolved = await resolvedFindings(options, remarks)
  for (let attempt = 1; ; attempt++) {
    if ((await pulls.read(number)).head !== head) return { kind: 'outdated' }
    const [own, ...twins] = await ownComments(pulls, number, me)
    const known = own === undefined ? null : readState(own.body)
    if (known !== null && known.head === head && known.run.began > run.began) return { kind: 'outdated' }
    if (own === undefined && document.nothing !== null) return { kind: 'silent' }
    const previous = dismiss(known, resolved)
    const body = renderComment(document, previous, run)
    try {
      if (own === undefined) await pulls.createComment(number, body)
      else await pulls.updateComment(own.id, body)
      for (const twin of twins) await pulls.deleteComment(twin.id)
    } catch (error) {
      if (!(error instanceof NotFoundError) && !(error instanceof UpstreamError && error.retryable)) throw error
      if (attempt === MOST_ATTEMPTS) throw error
      logger?.warn({ attempt, error: error.message }, 'the comment may be there or not, looking again')
    }
    const [posted, ...others] = await ownComments(pulls, number, me)
    const isOurs = posted !== undefined && readState(posted.body)?.run.id === run.id
    // Another run may have created its comment at the same moment: the first one stays.
    if (!isOurs || others.length > 0) {
      if (attempt === MOST_ATTEMPTS) throw new UpstreamError('GitHub', UNSTABLE, { retryable: true })
      await pause(options)
      continue
    }
    const { open, all } = carryFindings(document.findings, previous?.findings ?? [], head)
    const files = await changedFiles(git, head, merge_base)
    const count = await postLineComments({ ...options, me, files, open, all, remarks, pause: () => pause(options) })
    return { kind: 'posted', url: posted.url, remarks: count }
  }
}

/** Comments that begin with our marker and that we wrote, oldest first: whoever copies the marker is somebody else. */
async function ownComments(pulls: PullRequests, number: number, me: string): Promise<LiveComment[]> {
  const all = await pulls.comments(number)
  return all.filter(({ author, body }) => author === me && body.startsWith(MARKER)).sort((a, b) => a.id - b.id)
}

/** Findings whose conversation somebody resolved. */
async function resolvedFindings(
  { pulls, number, logger }: PostOptions,
  remarks: readonly LiveComment[],
): Promise<ReadonlySet<string>> {
  if (remarks.length === 0) return new Set()
  try {
    const ids = await pulls.resolved(number)
    return new Set(remarks.flatMap(({ id, body }) => (ids.has(id) ? (findingOf(body) ?? []) : [])))
  } catch (error) {
    logger?.warn({ error: (error as Error).message }, 'which conversations are resolved is not known')
    return new Set()
  }
}

/** Resolving the conversation of an open finding dismisses it, as ticking its box does. */
const dismiss = (state: CommentState | null, resolved: ReadonlySet<string>): CommentState | null =>
  state && {
    ...state,
    findings: state.findings.map((each) =>
      each.status === 'open' && resolved.has(each.id) ? { ...each, status: 'dismissed' } : each,
    ),
  }

/** Takes the progress line away again. The review's own fate matters more than that of this. */
async function setBack({ pulls, number, head, logger }: PostOptions, id: number, me: string): Promise<void> {
  try {
    const comment = (await ownComments(pulls, number, me)).find((each) => each.id === id)
    if (comment !== undefined && showsProgress(comment.body, head)) {
      await pulls.updateComment(id, removeProgress(comment.body))
    }
  } catch (error) {
    logger?.warn({ error: (error as Error).message }, 'the comment still says that a review is under way')
  }
}

async function changedFiles(git: GitRepository, commit: string, parent: string) {
  for await (const { files } of git.diffs([{ commit, parent }])) return files
  return []
}

const pause = ({ paceMs = 1_000, signal }: PostOptions) => sleep(paceMs, undefined, { signal })
