/**
 * Who should look at a change. Knowing the code is not enough: whoever wrote it may be gone for years. So most of the rank is
 * who works on the repository nowadays, the rest who knows these functions and the files around them.
 *
 * The numbers were chosen on the middle third of the pull requests of click, pytest and flask, and are measured on the last
 * 30 % of click's and pytest's: `npm run eval -- reviewers`.
 */
import type { HistoryRow } from '../graph/queries/history.ts'
import type { PersonRow } from '../graph/queries/rows.ts'
import { isOwnChange } from './is-own-change.ts'

/** What somebody did in the repository on one day. */
export interface Activity {
  readonly person: PersonRow
  readonly how: 'authored' | 'reviewed' | 'merged'
  /** ISO date. */
  readonly day: string
  readonly changes: number
}

export interface TouchedCode {
  /** Earlier changes of each function that the pull request touches. */
  readonly functions: readonly (readonly HistoryRow[])[]
  /** The same of each file around them. */
  readonly files: readonly (readonly HistoryRow[])[]
  /** In the whole repository, a year or more of it. */
  readonly activity: readonly Activity[]
  /** Milliseconds since 1970; ages count from here. */
  readonly now: number
}

export interface RankedReviewer {
  readonly person: PersonRow
  /** Parts of a whole that all people share, the author included: 0 to 1. */
  readonly score: number
  readonly functions: number
  readonly files: number
  readonly activity: number
  /** Had so little to do with the code and the repository that it would be odd to ask. Comes after all others. */
  readonly visitor: boolean
}

const WEIGHTS = { functions: 0.15, files: 0.15, activity: 0.7 }
const KNOWLEDGE_HALF_LIFE_DAYS = 180
const ACTIVITY_HALF_LIFE_DAYS = 30
/** Beside having written a change. Whoever reviews is who will review; merging is all of it that git alone records. */
const ROLES = { authored: 1, reviewed: 1, merged: 0.5 }
/** Whoever had a hand in so many of the repository's changes of late, or in this part of those of the files or functions, is no visitor. */
const REGULAR = 5
const PART_OF_FILES = 0.02
const PART_OF_FUNCTIONS = 0.1
/** Changes of up to this many functions are ordinary; of this many more, they say half as much about each. */
const COMMON_BREADTH = 10
const BULK = 40
const DAY_MS = 24 * 60 * 60 * 1000

type Shares = ReadonlyMap<string, number>

/** Best first; bots and deleted accounts are among them, whoever asks leaves out whom it does not want. */
export function rankReviewers({ functions, files, activity, now }: TouchedCode): RankedReviewer[] {
  const people = new Map<string, PersonRow>()
  const sharesOf = (fill: (credit: (person: PersonRow, amount: number) => void) => void): Shares => {
    const credits = new Map<string, number>()
    let whole = 0
    fill((person, amount) => {
      people.set(person.ref, person)
      credits.set(person.ref, (credits.get(person.ref) ?? 0) + amount)
      whole += amount
    })
    return new Map([...credits].map(([ref, amount]) => [ref, whole === 0 ? 0 : amount / whole]))
  }
  const known = (histories: TouchedCode['files']) =>
    sharesOf((credit) => {
      for (const row of histories.flat()) if (isOwnChange(row)) creditChange(row, now, credit)
    })
  const shares = {
    functions: known(functions),
    files: known(files),
    activity: sharesOf((credit) => {
      for (const { person, how, day, changes } of activity) {
        credit(person, ROLES[how] * changes * decayed(day, now, ACTIVITY_HALF_LIFE_DAYS))
      }
    }),
  }
  const inFiles = partsIn(files.flat())
  const inFunctions = partsIn(functions.flat())
  const lately = new Map<string, number>()
  for (const { person, changes } of activity) lately.set(person.ref, (lately.get(person.ref) ?? 0) + changes)
  const isVisitor = (ref: string) =>
    (lately.get(ref) ?? 0) < REGULAR &&
    (inFiles.get(ref) ?? 0) < PART_OF_FILES &&
    (inFunctions.get(ref) ?? 0) < PART_OF_FUNCTIONS
  return [...people.values()]
    .map((person) => {
      const part = (level: keyof typeof shares) => shares[level].get(person.ref) ?? 0
      const parts = { functions: part('functions'), files: part('files'), activity: part('activity') }
      const score =
        WEIGHTS.functions * parts.functions + WEIGHTS.files * parts.files + WEIGHTS.activity * parts.activity
      return { person, score, ...parts, visitor: isVisitor(person.ref) }
    })
    .sort(byRank)
}

/** Best first. */
export const byRank = (a: RankedReviewer, b: RankedReviewer) =>
  Number(a.visitor) - Number(b.visitor) || b.score - a.score || a.person.ref.localeCompare(b.person.ref)

/** Of the changes, the part that each person had a hand in. */
function partsIn(rows: readonly HistoryRow[]): ReadonlyMap<string, number> {
  const changes = new Map(rows.filter(isOwnChange).map((row) => [row.ref, row]))
  const counts = new Map<string, number>()
  for (const { authors, reviewers, mergers } of changes.values()) {
    const people = new Set([...authors, ...reviewers, ...mergers].map(({ ref }) => ref))
    for (const ref of people) counts.set(ref, (counts.get(ref) ?? 0) + 1)
  }
  return new Map([...counts].map(([ref, count]) => [ref, count / changes.size]))
}

function creditChange(row: HistoryRow, now: number, credit: (person: PersonRow, amount: number) => void): void {
  const age = decayed(row.at, now, KNOWLEDGE_HALF_LIFE_DAYS)
  const weight = age / (1 + Math.max(0, row.breadth - COMMON_BREADTH) / BULK)
  const seen = new Set(row.authors.map(({ ref }) => ref))
  for (const author of row.authors) credit(author, (weight * ROLES.authored) / row.authors.length)
  for (const [people, role] of [[row.reviewers, ROLES.reviewed] as const, [row.mergers, ROLES.merged] as const]) {
    for (const person of people) {
      if (seen.has(person.ref)) continue
      seen.add(person.ref)
      credit(person, weight * role)
    }
  }
}

const decayed = (at: string | null, now: number, halfLifeDays: number) =>
  at === null ? 0 : 0.5 ** (Math.max(0, now - Date.parse(at)) / DAY_MS / halfLifeDays)
