/** Which change answers the question: the newest, unless the question's words speak of another one. */
import { isOwnChange, isPureMove } from '../../experts/is-own-change.ts'
import type { HistoryRow } from '../../graph/queries/history.ts'
import { contentStems } from '../question/words.ts'

export interface RankedChanges {
  /** The one that leads, then the rest by how much they answer. */
  readonly changes: readonly HistoryRow[]
  /** The question's words chose the lead, and it is not the newest. */
  readonly leadByWords: boolean
  /** Moves of an unchanged function: they explain nothing, and only count where there is nothing else. */
  readonly moves: readonly HistoryRow[]
}

/** A title must account for this part of the question's words to be what the question is about. */
const LEAST_RELEVANCE = 0.3
/** Changes nearly as relevant as the best lead with it, newest first. */
const NEARLY = 0.75

const SHORTEST_SHORT_FORM = 4
const SHORT_FORM = 0.8

/**
 * `rows` newest first. `stems` are the question's words without those of the subject's own name, which every title may have;
 * empty when the question asks for the newest.
 */
export function rankChanges(rows: readonly HistoryRow[], stems: readonly string[]): RankedChanges {
  const moves = rows.filter(isPureMove)
  const real = rows.filter(isOwnChange)
  const listed = real.length > 0 ? real : rows
  const relevance = relevanceOf(listed, stems)
  const best = Math.max(0, ...relevance.values())
  if (best < LEAST_RELEVANCE) return { changes: listed, leadByWords: false, moves: real.length > 0 ? moves : [] }
  const isRelevant = (row: HistoryRow) => (relevance.get(row) ?? 0) >= best * NEARLY
  const changes = [...listed.filter(isRelevant), ...listed.filter((row) => !isRelevant(row))]
  return { changes, leadByWords: changes[0] !== listed[0], moves: real.length > 0 ? moves : [] }
}

/** Part of the question's words, by rarity among these changes, that title, issues, numbers and year of each account for. */
function relevanceOf(rows: readonly HistoryRow[], stems: readonly string[]): Map<HistoryRow, number> {
  const said = rows.map(wordsOf)
  const found = said.map((words) => stems.map((stem) => likenessIn(words, stem)))
  const rarity = stems.map((_, at) => {
    const having = found.filter((row) => (row[at] ?? 0) > 0).length
    return Math.log(1 + rows.length / Math.max(1, having))
  })
  const whole = rarity.reduce((sum, each) => sum + each, 0)
  return new Map(
    rows.map((row, index) => {
      const told = rarity.reduce((sum, each, at) => sum + each * (found[index]?.[at] ?? 0), 0)
      return [row, whole === 0 ? 0 : told / whole]
    }),
  )
}

/** 1 for the word itself, less for one that it shortens or that shortens it: `parens` for `parentheses`. */
function likenessIn(words: ReadonlySet<string>, stem: string): number {
  if (words.has(stem)) return 1
  for (const word of words) {
    const [short, long] = word.length < stem.length ? [word, stem] : [stem, word]
    if (short.length >= SHORTEST_SHORT_FORM && long.startsWith(short)) return SHORT_FORM
  }
  return 0
}

function wordsOf(row: HistoryRow): ReadonlySet<string> {
  const text = [row.title, ...row.issues.map((issue) => issue.title ?? '')].join(' ')
  const numbers = [row.number, ...row.issues.map((issue) => issue.number)].map(String)
  return new Set([...contentStems(text), ...numbers, row.at?.slice(0, 4) ?? ''])
}
