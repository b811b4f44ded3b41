import type { ReviewContext } from '../review-context.ts'
import type { ReviewEvidence } from '../review-document.ts'
import type { ChangeRow } from './earlier-changes.ts'

type Links = Pick<ReviewContext, 'links'>

export function changeEvidence(change: ChangeRow, { links }: Links): ReviewEvidence {
  const { kind, number, sha, title, url } = change
  const page = number === null ? (sha === null ? null : links.head.commit(sha)) : links.head.pullRequest(number)
  return { kind, ref: change.change, title, number, url: page ?? url }
}

export function fixEvidence({ number, title }: ChangeRow['issues'][number], { links }: Links): ReviewEvidence {
  return { kind: 'issue', ref: `issue:${number}`, title: title ?? '', number, url: links.head.issue(number) }
}

/** `#9`, or `commit 1a2b3c4`. */
export const wordChange = ({ number, sha }: Pick<ChangeRow, 'number' | 'sha'>) =>
  number === null ? `commit ${sha?.slice(0, 7) ?? '?'}` : `#${number}`
