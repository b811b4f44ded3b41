/** Who knows a piece of code: those who wrote and reviewed its changes, the newer and the more particular to it the more. */

import type { HistoryRow } from '../graph/queries/history.ts'
import type { PersonRow } from '../graph/queries/rows.ts'
import { isOwnChange } from './is-own-change.ts'

export interface Expert {
  readonly person: PersonRow
  readonly score: number
  /** Changes written, reviewed and merged, out of those looked at. */
  readonly authored: number
  readonly reviewed: number
  readonly merged: number
  /** ISO date of the newest change written or reviewed; of the newest merged where there is none. */
  readonly latest: string | null
}

type Part = 'authored' | 'reviewed' | 'merged'
/** Dates of the changes that somebody had a part in. */
type Credits = { readonly person: PersonRow; readonly score: number } & Readonly<Record<Part, readonly string[]>>

const HALF_LIFE_YEARS = 4
const REVIEW = 0.5
/** Merging is a look at the change, if a shorter one; it is all of review that git alone records. */
const MERGE = 0.15
/** Changes of up to this many functions are ordinary; of this many more, they say half as much about each. */
const COMMON_BREADTH = 10
const BULK = 40
/** What a change of one line in a long function counts, beside one that wrote it all. */
const TOUCH = 0.1
/** Knowing what could go counts half of knowing what had to be written. */
const REMOVED = 0.5
const YEAR_MS = 365.25 * 24 * 60 * 60 * 1000

/**
 * Best first. `lines`: length of the code today. Bots, deleted accounts and the asker are left out. Ages count from the newest change, so that the order does not
 * depend on the day of asking.
 */
export function rankExperts(rows: readonly HistoryRow[], lines: number, asker: string | null): Expert[] {
  const newest = Math.max(0, ...rows.map((row) => timeOf(row.at)))
  const experts = new Map<string, Credits>()
  const leaveOut = asker === null ? [] : [asker]
  const credit = (person: PersonRow, score: number, at: string | null, what: Part) => {
    if (!canBeAsked(person, leaveOut)) return
    const known = experts.get(person.ref) ?? { person, score: 0, authored: [], reviewed: [], merged: [] }
    experts.set(person.ref, { ...known, score: known.score + score, [what]: [...known[what], at ?? ''] })
  }
  for (const row of rows) {
    if (!isOwnChange(row)) continue
    const weight = weightOf(row, newest, Math.max(1, lines))
    const authors = new Set(row.authors.map(({ ref }) => ref))
    for (const author of row.authors) credit(author, weight / row.authors.length, row.at, 'authored')
    const reviewers = new Map(row.reviewers.map((reviewer) => [reviewer.ref, reviewer]))
    for (const reviewer of reviewers.values()) {
      if (!authors.has(reviewer.ref)) credit(reviewer, weight * REVIEW, row.at, 'reviewed')
    }
    for (const merger of row.mergers) {
      if (!authors.has(merger.ref) && !reviewers.has(merger.ref)) credit(merger, weight * MERGE, row.at, 'merged')
    }
  }
  return [...experts.values()]
    .map(toExpert)
    .sort((a, b) => b.score - a.score || a.person.ref.localeCompare(b.person.ref))
}

function toExpert({ person, score, authored, reviewed, merged }: Credits): Expert {
  const own = [...authored, ...reviewed]
  const dates = (own.length > 0 ? own : merged).filter((at) => at !== '').sort()
  const counts = { authored: authored.length, reviewed: reviewed.length, merged: merged.length }
  return { person, score, ...counts, latest: dates.at(-1) ?? null }
}

/** The part of the code that a change wrote, whoever wrote it into being all of it; a touch of a line still tells something. */
function weightOf(row: HistoryRow, newest: number, lines: number): number {
  const years = row.at === null ? HALF_LIFE_YEARS : (newest - timeOf(row.at)) / YEAR_MS
  const part = Math.min(1, (row.added + REMOVED * row.removed) / lines)
  const size = TOUCH + (1 - TOUCH) * part
  return (size * 0.5 ** (years / HALF_LIFE_YEARS)) / (1 + Math.max(0, row.breadth - COMMON_BREADTH) / BULK)
}

const timeOf = (at: string | null) => (at === null ? 0 : Date.parse(at) || 0)

/** GitHub shows the work of deleted accounts under this one. */
export const isDeleted = ({ login }: Pick<PersonRow, 'login'>) => login?.toLowerCase() === 'ghost'

/** Neither a bot nor a deleted account nor one of `leaveOut`, which are logins (`@` in front or not) or names. */
export function canBeAsked(person: PersonRow, leaveOut: readonly string[]): boolean {
  if (person.bot || isDeleted(person)) return false
  const names = [person.login, person.name].map((name) => name?.toLowerCase())
  return !leaveOut.some((each) => names.includes(each.replace(/^@/, '').toLowerCase()))
}
