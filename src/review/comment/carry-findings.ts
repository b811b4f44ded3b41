import type { Finding } from '../review-document.ts'
import type { CarriedFinding } from './comment-state.ts'
import { plainLine } from './escape-text.ts'

const LONGEST = 200

export interface CarriedFindings {
  /** To be raised, gravest first. */
  readonly open: readonly Finding[]
  /** All that there ever was: open ones, then what was solved or dismissed, newest first. */
  readonly all: readonly CarriedFinding[]
}

/**
 * Findings of this push joined to those of earlier ones. What was raised and is found no longer is solved, by this head when it
 * was open until now. What a person dismissed stays so, whether it is still found or not.
 */
export function carryFindings(
  found: readonly Finding[],
  earlier: readonly CarriedFinding[],
  head: string,
): CarriedFindings {
  const dismissed = new Map(earlier.flatMap((each) => (each.status === 'dismissed' ? [[each.id, each]] : [])))
  const open = found.filter(({ id }) => !dismissed.has(id))
  const now = new Set(open.map(({ id }) => id))
  const gone = earlier
    .filter(({ id }) => !now.has(id))
    .map((each): CarriedFinding => (each.status === 'open' ? { ...each, status: 'solved', solved_by: head } : each))
  return { open, all: [...open.map(toCarried), ...gone] }
}

function toCarried(finding: Finding): CarriedFinding {
  const place = placeOf(finding)
  return {
    id: finding.id,
    title: plainLine(finding.title, LONGEST),
    place: place === null ? null : plainLine(place, LONGEST),
    status: 'open',
    solved_by: null,
  }
}

/** `src/app.py:10`; null for a finding that points at nothing. */
export const placeOf = ({ path, lines }: Pick<Finding, 'path' | 'lines'>) =>
  path === null ? null : lines === null ? path : `${path}:${lines.start}`
