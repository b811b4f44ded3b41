/** Evidence of what records say: the sources of quoted sentences, and who wrote them. */
import type { RecordedText } from '../../graph/queries/recorded-texts.ts'
import type { PathNode } from '../answer.ts'
import type { Reason } from './choose-reasons.ts'
import { type Citing, pathNode } from './citing.ts'

const WRITER = { issue: ['opener', 'OPENED'], comment: ['reviewer', 'WROTE'] } as const

export function citeReasons(citing: Citing, reasons: readonly Reason[]): void {
  for (const { text, by } of reasons) {
    const node = citeText(citing, text)
    const [role, edge] =
      text.kind === 'issue' || text.kind === 'comment' ? WRITER[text.kind] : (['author', 'AUTHORED'] as const)
    if (by !== null) citing.hop(node, edge, 'in', citing.cite(citing.drafts.person(by, role)))
  }
}

export function citeOrigins(citing: Citing, origins: readonly RecordedText[]): void {
  for (const text of origins) {
    const node = citeText(citing, text)
    const [by] = text.people
    if (by)
      citing.hop(node, isIssue(text) ? 'OPENED' : 'AUTHORED', 'in', citing.cite(citing.drafts.person(by, 'opener')))
  }
}

function citeText({ cite, drafts, hop }: Citing, text: RecordedText): PathNode {
  const { number, title } = text
  if (isIssue(text) && number !== null) return cite(drafts.issue({ number, title }, 'fixed'))
  const pull = pullOf(text)
  if (text.kind !== 'comment') return cite(drafts.change(pull, 'mentioned'))
  const node = cite(drafts.comment(text))
  hop(pathNode(drafts.change(pull, 'mentioned')), 'PART_OF', 'in', node)
  return node
}

/** What is mentioned may be either; its key tells. */
export const isIssue = ({ ref }: Pick<RecordedText, 'ref'>) => ref.startsWith('issue:')

/** The pull request that a text is of. */
export const pullOf = ({ change, kind, ref, number, title }: RecordedText) => ({
  ref: kind === 'comment' ? change : ref,
  kind: 'pull_request' as const,
  number,
  sha: null,
  title: title ?? '',
  at: null,
})
