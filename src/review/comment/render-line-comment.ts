/** A finding as a remark on its lines: raised once, and struck through when it is solved. */
import type { Finding } from '../review-document.ts'
import type { CarriedFinding } from './comment-state.ts'
import { escapeText, inlineCode } from './escape-text.ts'
import { renderEvidence, renderText, renderTitle } from './render-finding.ts'

const MARKER = /^<!-- repobrain:finding ([\w-]{1,64}) -->/
const markerOf = (id: string) => `<!-- repobrain:finding ${id} -->`
const HINT = '<sub>Resolve this conversation if it is no problem: it is not raised again.</sub>'

/** The finding that a line comment of ours is about; null for any other. */
export const findingOf = (body: string): string | null => MARKER.exec(body)?.[1] ?? null

export const renderLineComment = (finding: Finding): string =>
  [
    markerOf(finding.id),
    renderTitle(finding),
    renderText(finding),
    `<sub>${renderEvidence(finding.evidence)}</sub>`,
    HINT,
  ].join('\n\n')

export function renderSolved({ id, title, solved_by }: CarriedFinding): string {
  const by = solved_by === null ? '' : ` in ${inlineCode(solved_by.slice(0, 7))}`
  return `${markerOf(id)}\n\n~~${escapeText(title.replaceAll('`', ''))}~~\n\nSolved${by}.`
}
