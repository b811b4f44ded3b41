import { storedKey } from '../graph/entities.ts'
import { fileHistory, type HistoryRow, history } from '../graph/queries/history.ts'
import { newestChange } from '../graph/queries/newest-change.ts'
import { openWork } from '../graph/queries/open-work.ts'
import { recentActivity } from '../graph/queries/recent-activity.ts'
import type { PersonRow } from '../graph/queries/rows.ts'
import type { Graph } from '../graph/types.ts'
import { isOwnChange } from './is-own-change.ts'
import { canBeAsked } from './rank-experts.ts'
import { byRank, type RankedReviewer, rankReviewers } from './rank-reviewers.ts'

export interface ReviewerRequest {
  /** Readable keys of the functions that the pull request touches, those that matter most first. */
  readonly functions: readonly string[]
  /** Paths of the files it touches. */
  readonly files: readonly string[]
  /** Logins or names, of the author above all. */
  readonly leaveOut: readonly string[]
  readonly most?: number
}

export interface ReviewerSuggestion {
  readonly person: PersonRow
  /** Knows the surroundings and not this code: would learn something. */
  readonly learner: boolean
  /** Earlier changes of the touched functions, and those of them that this person had a part in. */
  readonly of: number
  readonly authored: number
  readonly reviewed: number
  readonly merged: number
  /** Earlier changes of the files around that this person wrote or reviewed. */
  readonly inFiles: number
  /** Changes of the repository that this person wrote, reviewed or merged over its last year. */
  readonly lately: number
  /** Open pull requests that this person has reviewed. */
  readonly openReviews: number
  /** ISO 8601: of the newest change in the functions, else in the files, that this person had a part in. */
  readonly latest: string | null
  /** What says so, newest first. */
  readonly changes: readonly HistoryRow[]
}

const MOST_REVIEWERS = 3
const MOST_FUNCTIONS = 100
const MOST_FILES = 20
const CHANGES_OF_FILE = 200
const EVIDENCE = 3
const YEAR_MS = 365 * 24 * 60 * 60 * 1000
/** With so many open reviews at hand, somebody counts half. */
const FULL_HANDS = 10
/** Whoever did less in a year is a visitor, not a learner. */
const REGULAR = 5

/**
 * People for a review, best first, at last one who could learn. Empty where history tells nobody. Bots, deleted accounts and
 * `leaveOut` are not among them.
 */
export async function suggestReviewers(graph: Graph, request: ReviewerRequest): Promise<ReviewerSuggestion[]> {
  const { leaveOut, most = MOST_REVIEWERS } = request
  const [newest] = await graph.run(newestChange, {})
  if (!newest?.at) return []
  const now = Date.parse(newest.at)
  const since = new Date(now - YEAR_MS).toISOString()
  const [functions, files, activity, work] = await Promise.all([
    Promise.all(request.functions.slice(0, MOST_FUNCTIONS).map((key) => graph.run(history, { key: storedKey(key) }))),
    Promise.all(
      request.files.slice(0, MOST_FILES).map((path) => graph.run(fileHistory, { path, limit: CHANGES_OF_FILE })),
    ),
    graph.run(recentActivity, { since }),
    graph.run(openWork, {}),
  ])
  const openReviews = new Map(work.map(({ ref, reviews }) => [ref, reviews]))
  const loadOf = ({ person }: RankedReviewer) => 1 + (openReviews.get(person.ref) ?? 0) / FULL_HANDS
  const ranked = rankReviewers({ functions, files, activity, now })
    .filter(({ person, score, visitor }) => score > 0 && !visitor && canBeAsked(person, leaveOut))
    .map((each) => ({ ...each, score: each.score / loadOf(each) }))
    .sort(byRank)

  const touched = distinct(functions.flat())
  const around = distinct(files.flat())
  const describe = ({ person }: RankedReviewer, learner: boolean): ReviewerSuggestion => {
    const has = (people: readonly PersonRow[]) => people.some(({ ref }) => ref === person.ref)
    const authored = touched.filter(({ authors }) => has(authors))
    const reviewed = touched.filter(({ authors, reviewers }) => !has(authors) && has(reviewers))
    const merged = touched.filter((row) => !has(row.authors) && !has(row.reviewers) && has(row.mergers))
    const inFiles = around.filter(({ authors, reviewers }) => has(authors) || has(reviewers))
    const own = [authored, reviewed, merged].find((rows) => rows.length > 0) ?? inFiles
    const lately = activity.filter((each) => each.person.ref === person.ref)
    return {
      person,
      learner,
      of: touched.length,
      authored: authored.length,
      reviewed: reviewed.length,
      merged: merged.length,
      inFiles: inFiles.length,
      lately: lately.reduce((sum, { changes }) => sum + changes, 0),
      openReviews: openReviews.get(person.ref) ?? 0,
      latest:
        [...authored, ...reviewed, ...merged]
          .map(({ at }) => at ?? '')
          .sort()
          .at(-1) ??
        inFiles[0]?.at ??
        null,
      changes: own.slice(0, EVIDENCE),
    }
  }
  const chosen = ranked.slice(0, most).map((each) => describe(each, false))
  const learner = ranked
    .slice(most)
    .filter(({ functions, files }) => functions === 0 && files > 0)
    .map((each) => describe(each, true))
    .find(({ lately }) => lately >= REGULAR)
  return learner === undefined ? chosen : [...chosen, learner]
}

/** Each change once, newest first. */
function distinct(rows: readonly HistoryRow[]): HistoryRow[] {
  const byRef = new Map(rows.filter(isOwnChange).map((row) => [row.ref, row]))
  return [...byRef.values()].sort((a, b) => (b.at ?? '').localeCompare(a.at ?? ''))
}
