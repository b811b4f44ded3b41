import { NotFoundError, UpstreamError } from '../../errors.ts'
import type { FileChange } from '../../git/types.ts'
import type { LiveComment, PullRequests } from '../../github/open-pull-requests.ts'
import { RefusedError } from '../../github/read-fault.ts'
import type { Logger } from '../../logger.ts'
import type { Finding } from '../review-document.ts'
import type { CarriedFinding } from './comment-state.ts'
import { type DiffPlace, placeInDiff } from './place-in-diff.ts'
import { findingOf, renderLineComment, renderSolved } from './render-line-comment.ts'

export interface LineCommentRequest {
  readonly pulls: PullRequests
  readonly number: number
  /** Who we are. */
  readonly me: string
  readonly head: string
  /** The pull request's difference, without context. */
  readonly files: readonly FileChange[]
  readonly open: readonly Finding[]
  readonly all: readonly CarriedFinding[]
  /** Remarks of ours that are there already. */
  readonly remarks: readonly LiveComment[]
  readonly logger?: Logger | undefined
  pause(): Promise<void>
}

/** More than a person wants to be told at once; the others are in the summary. */
const MOST_REMARKS = 5

/**
 * One remark for each open finding over the pull request's whole life, where its lines are in the diff. Remarks of solved findings
 * say so. A remark that cannot be posted is left out: the summary has every finding. Returns how many findings have one.
 */
export async function postLineComments(request: LineCommentRequest): Promise<number> {
  const { pulls, files, open, all, logger, pause } = request
  const known = new Map(request.remarks.map((remark) => [findingOf(remark.body), remark]))
  for (const finding of all) {
    const remark = known.get(finding.id)
    if (remark === undefined || finding.status === 'dismissed') continue
    const now = open.find(({ id }) => id === finding.id)
    const body = now === undefined ? renderSolved(finding) : renderLineComment(now)
    if (body.trim() === remark.body.replaceAll('\r\n', '\n').trim()) continue
    await pulls.updateLineComment(remark.id, body).catch(ignoreAbsence)
  }
  const before = open.filter(({ id }) => known.has(id)).length
  let posted = 0
  const fresh = open.flatMap((finding) => {
    const { id, path, lines } = finding
    const place = known.has(id) || path === null || lines === null ? null : placeInDiff(files, path, lines)
    return place === null ? [] : [{ finding, place }]
  })
  for (const { finding, place } of fresh.slice(0, MOST_REMARKS)) {
    try {
      await postOnce(request, finding, place)
      posted++
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      logger?.warn({ finding: finding.id, error: error.message }, 'a finding has no remark of its own')
    }
    await pause()
  }
  if (posted > 0) await removeTwins(request)
  return before + posted
}

/** Another run may have posted the same remark at the same moment: the first one stays. */
async function removeTwins({ pulls, number, me }: LineCommentRequest): Promise<void> {
  const seen = new Set<string>()
  const all = [...(await pulls.lineComments(number))].sort((a, b) => a.id - b.id)
  for (const { id, author, body } of all) {
    const finding = findingOf(body)
    if (author !== me || finding === null) continue
    if (seen.has(finding)) await pulls.deleteLineComment(id).catch(ignoreAbsence)
    seen.add(finding)
  }
}

function ignoreAbsence(error: unknown): void {
  if (!(error instanceof NotFoundError)) throw error
}

/** After a failure the remark is looked for before it is posted again, so that there is never a second. */
async function postOnce(request: LineCommentRequest, finding: Finding, place: DiffPlace): Promise<void> {
  const { pulls, number, me, head, pause } = request
  const remark = { ...place, commit: head, body: renderLineComment(finding) }
  try {
    await pulls.createLineComment(number, remark)
  } catch (error) {
    if (error instanceof RefusedError || !(error instanceof UpstreamError) || !error.retryable) throw error
    await pause()
    const isThere = (await pulls.lineComments(number)).some(
      ({ author, body }) => author === me && findingOf(body) === finding.id,
    )
    if (!isThere) await pulls.createLineComment(number, remark)
  }
}
