import { createHash } from 'node:crypto'
import type { Finding } from './review-document.ts'

/** The id stays from push to push: it is made of what a finding is about, not of where it stands or how it is worded. */
export function makeFinding(finding: Omit<Finding, 'id'>): Finding {
  return withId(
    finding,
    finding.evidence.map(({ ref }) => ref),
  )
}

/** Of a finding that speaks of many things at once, of which there may be others at the next push. */
export const makeCommonFinding = (finding: Omit<Finding, 'id'>): Finding => withId(finding, [])

function withId(finding: Omit<Finding, 'id'>, refs: readonly string[]): Finding {
  const about = [finding.kind, finding.function, ...[...refs].sort()].join('\n')
  return { id: createHash('sha256').update(about).digest('hex').slice(0, 12), ...finding }
}

const GRAVITIES: readonly Finding['gravity'][] = ['high', 'medium', 'low']

/** Gravest first; ties in the order of their places, so that the order does not depend on how they were found. */
export function byGravity(a: Finding, b: Finding): number {
  return (
    GRAVITIES.indexOf(a.gravity) - GRAVITIES.indexOf(b.gravity) ||
    (a.path ?? '').localeCompare(b.path ?? '') ||
    (a.lines?.start ?? 0) - (b.lines?.start ?? 0) ||
    a.id.localeCompare(b.id)
  )
}
