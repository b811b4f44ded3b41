import type { Finding, ReviewEvidence } from '../review-document.ts'
import { placeOf } from './carry-findings.ts'
import { escapeText, inlineCode, renderProse } from './escape-text.ts'
import { link, numberLink } from './link.ts'

const SIGNS: Readonly<Record<Finding['gravity'], string>> = { high: '🔴', medium: '🟡', low: '⚪' }
const LONGEST_TITLE = 200
const LONGEST_TEXT = 900
const MOST_EVIDENCE = 6

/** `🔴 **Title**`. */
export const renderTitle = ({ gravity, title, evidence }: Finding) =>
  `${SIGNS[gravity]} **${renderProse(title, LONGEST_TITLE, referTo(evidence))}**`

/** An item of an ordered list. */
export function renderFinding(finding: Finding, number: number): string {
  const place = placeOf(finding)
  const where = place === null ? '' : ` – ${link(inlineCode(place, 300), finding.url)}`
  return [
    `${number}. ${renderTitle(finding)}${where}`,
    `   ${renderText(finding)}`,
    `   <br><sub>${renderEvidence(finding.evidence)}</sub>`,
  ].join('\n')
}

export const renderText = ({ text, evidence }: Finding) => renderProse(text, LONGEST_TEXT, referTo(evidence))

export function renderEvidence(evidence: readonly ReviewEvidence[]): string {
  const more = evidence.length - MOST_EVIDENCE
  const shown = evidence.slice(0, MOST_EVIDENCE).map(renderReference)
  return `Evidence: ${shown.join(' · ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** `[#5917](…) title`, or the thing's own name as the link. */
export function renderReference({ kind, number, title, url }: ReviewEvidence): string {
  if (number !== null) return `${numberLink(number, url)} ${escapeText(title, 90)}`.trim()
  const isCode = kind === 'function' || kind === 'file'
  return link(isCode ? inlineCode(title) : escapeText(title), url)
}

/** Only numbers that are evidence become links. */
const referTo = (evidence: readonly ReviewEvidence[]) => (number: number) => {
  const known = evidence.find((each) => each.number === number)
  return known === undefined ? null : numberLink(number, known.url)
}
