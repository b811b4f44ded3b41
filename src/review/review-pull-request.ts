/** A pull request of GitHub, from its number to the comment on it. */
import { randomUUID } from 'node:crypto'
import { findMergeBase } from '../git/find-merge-base.ts'
import type { GitRepository } from '../git/types.ts'
import type { LivePullRequest, PullRequests } from '../github/open-pull-requests.ts'
import { storedKey } from '../graph/entities.ts'
import { saveNote } from '../graph/queries/review-task.ts'
import type { Graph } from '../graph/types.ts'
import type { Logger } from '../logger.ts'
import { beginReview } from './begin-review.ts'
import { type PostOutcome, postReview } from './comment/post-review.ts'
import { POSTER } from './posted-reviews.ts'
import type { ReviewDocument } from './review-document.ts'
import { changesOnlySkipped, type ReviewRules, whyNotReview } from './review-rules.ts'
import type { Rewording } from './reviewer/reviewer.ts'
import { runReview } from './run-review.ts'

export interface PullRequestReview {
  readonly graph: Graph
  readonly git: GitRepository
  readonly pulls: PullRequests
  readonly number: number
  /** Null: a person asked, so it is reviewed whatever it is. */
  readonly rules: ReviewRules | null
  readonly rewording?: Rewording | undefined
  readonly logger?: Logger | undefined
  readonly signal?: AbortSignal | undefined
  /** See `postReview`. */
  readonly paceMs?: number | undefined
}

export type ReviewOutcome =
  | { readonly kind: 'skipped'; readonly reason: string }
  | (PostOutcome & { readonly document: ReviewDocument | null })

/**
 * Reviews the pull request at the head that it has now, posts the comment and keeps in the graph that this head is done. Throws
 * NotFoundError when the clone does not have the head yet, and what `postReview` throws.
 */
export async function reviewPullRequest(request: PullRequestReview): Promise<ReviewOutcome> {
  const { graph, git, pulls, number, rules, rewording } = request
  const pull = await pulls.read(number)
  const reason = rules === null ? null : await whyNot(git, pull, rules)
  if (reason !== null) return { kind: 'skipped', reason }
  let document: ReviewDocument | null = null
  const run = { id: randomUUID(), began: new Date().toISOString() }
  const outcome = await postReview({ ...request, head: pull.head, run }, async () => {
    const { task } = await beginReview(graph, git, { pr: number }, pull)
    document = await runReview(graph, git, task, rewording)
    return document
  })
  if (document !== null && outcome.kind !== 'outdated') await keepPosted(graph, document, pull, outcome)
  return { ...outcome, document }
}

async function whyNot(git: GitRepository, pull: LivePullRequest, rules: ReviewRules): Promise<string | null> {
  const reason = whyNotReview(pull, rules)
  if (reason !== null || rules.skipPaths.length === 0) return reason
  const parent = await findMergeBase(git.gitDir, pull.base, pull.head).catch(() => null)
  if (parent === null) return null
  for await (const { files } of git.diffs([{ commit: pull.head, parent }])) {
    const paths = files.flatMap(({ oldPath, newPath }) => [oldPath, newPath].filter((path) => path !== null))
    if (changesOnlySkipped(paths, rules)) return 'it changes only paths that are left alone'
  }
  return null
}

async function keepPosted(
  graph: Graph,
  document: ReviewDocument,
  { number, head }: LivePullRequest,
  outcome: PostOutcome,
): Promise<void> {
  const ref = `note:${document.task}:${POSTER}`
  const text = outcome.kind === 'posted' ? `Posted: ${outcome.url}` : 'There was nothing to post.'
  const note = { key: storedKey(ref), ref, agent: POSTER, text, body: JSON.stringify({ number, head }) }
  await graph.run(saveNote, { task: storedKey(`task:${document.task}`), note })
}
