/** Questions without an exact name: words against the parts of names, and against the titles of the changes that made the code. */

import { storedKey } from '../../graph/entities.ts'
import { textSearch } from '../../graph/full-text.ts'
import { changesWorded } from '../../graph/queries/changes-worded.ts'
import { functionsChangedBy } from '../../graph/queries/functions-changed-by.ts'
import { functionsTaking } from '../../graph/queries/functions-taking.ts'
import type { Graph } from '../../graph/types.ts'
import { groupBy } from '../group-by.ts'
import type { Question } from '../question/read-question.ts'
import { contentStems } from '../question/words.ts'
import type { IndexedDefinition, WordIndex } from './word-index.ts'

export interface WordMatch {
  readonly definition: IndexedDefinition
  readonly score: number
  /** The change whose title speaks most for this definition. */
  readonly change: string | null
  /** Part of the question's words, by rarity, that the names and that title account for; 0..1. */
  readonly coverage: number
}

const IN_NAME = 1
/** What words in the own name count when they are next to nothing of it; they count fully when they are all of it. */
const PART_OF_NAME = 0.3
const IN_CLASS = 0.7
const IN_FILE = 0.3
const CHANGES_LOOKED_AT = 25
/** What people write at length speaks of many things, so it counts less than a title, and two words in it are chance. */
const IN_BODY = 0.3
const WORDS_IN_BODY = 3
const BODIES_LOOKED_AT = 10
const WORDS_ASKED_FOR = 6
/** Tests and examples are rarely what is asked about, and their names are full of other code's words. */
const SIDE_CODE = 0.35
/** Of two words of a question, an identifier written out tells more than a word of English. */
const PARAMETER = 1

/** Best first, gone code left out. Reads three small queries; the index holds the rest. */
export async function matchWords(
  graph: Graph,
  index: WordIndex,
  question: Question,
  identifiers: readonly string[],
): Promise<WordMatch[]> {
  const stems = stemsBesides(question.stems, index.repositoryStems)
  const titles = scoreTitles(index, stems, new Set(question.words))
  for (const [ref, body] of await scoreBodies(graph, index, stems)) {
    if ((titles.get(ref)?.score ?? 0) < body.score) titles.set(ref, body)
  }
  const [changed, taking] = await Promise.all([
    titles.size === 0 ? [] : graph.run(functionsChangedBy, { keys: [...titles.keys()].map(storedKey) }),
    Promise.all(identifiers.map((identifier) => graph.run(functionsTaking, { identifier }))),
  ])
  const byChange = scoreChanged(changed, titles, index)
  const byParameter = scoreParameters(identifiers, taking, index)
  const identifierStems = new Set(identifiers.flatMap(contentStems))
  const rarity = (word: string) => Math.max(index.nameRarity(word), index.titleRarity(word))
  const whole = stems.reduce((sum, word) => sum + rarity(word), 0)
  const matches: WordMatch[] = []
  for (const definition of index.definitions) {
    const names = scoreName(index, definition, stems)
    const change = byChange.get(definition.ref)
    const parameter = byParameter.get(definition.ref) ?? 0
    const covered = stems.filter(
      (word) => names.words.has(word) || change?.words.has(word) || (parameter > 0 && identifierStems.has(word)),
    )
    // One word in common is a coincidence, unless it is the whole name.
    if (covered.length < 2 && !names.isWhole && parameter === 0) continue
    matches.push({
      definition,
      score: (names.score + (change?.score ?? 0) + parameter) * (definition.side ? SIDE_CODE : 1),
      change: change?.ref ?? null,
      coverage: whole === 0 ? 0 : covered.reduce((sum, word) => sum + rarity(word), 0) / whole,
    })
  }
  const holding = matches.filter(
    (match) =>
      byParameter.has(match.definition.ref) || (byParameter.size === 0 && saysVerbatim(index, match, identifiers)),
  )
  // An identifier that was written out is what the question is about: who has nothing to do with it is no match.
  const kept = holding.length > 0 ? holding : matches
  return kept.sort((a, b) => b.score - a.score || a.definition.ref.localeCompare(b.definition.ref))
}

/** In a repository that is called so, "pytest" tells nothing, unless it is all there is. */
function stemsBesides(stems: readonly string[], common: ReadonlySet<string>): readonly string[] {
  const telling = stems.filter((word) => !common.has(word))
  return telling.length > 1 ? telling : stems
}

/** Words in the own name count most, and more the more of the name they make up. */
function scoreName(index: WordIndex, definition: IndexedDefinition, stems: readonly string[]) {
  const words = new Set<string>()
  let own = 0
  let score = 0
  for (const word of stems) {
    const rarity = index.nameRarity(word)
    if (definition.nameStems.has(word)) own += rarity
    else if (definition.classStems.has(word)) score += IN_CLASS * rarity
    else if (definition.fileStems.has(word)) score += IN_FILE * rarity
    else continue
    words.add(word)
  }
  if (own > 0) {
    const all = [...definition.nameStems].reduce((sum, word) => sum + index.nameRarity(word), 0)
    score += IN_NAME * own * (PART_OF_NAME + (1 - PART_OF_NAME) * (own / all))
  }
  const isWhole = words.size > 0 && [...definition.nameStems].every((word) => words.has(word))
  return { score, words, isWhole }
}

interface TitleMatch {
  readonly score: number
  readonly words: ReadonlySet<string>
}

/** Titles that share words with the question, the best few; a title made of little else counts more. */
function scoreTitles(index: WordIndex, stems: readonly string[], words: ReadonlySet<string>): Map<string, TitleMatch> {
  const scored: [string, TitleMatch][] = []
  for (const title of index.titles) {
    const shared = stems.filter((word) => title.stems.has(word))
    if (shared.length === 0) continue
    const sum = shared.reduce((total, word) => total + index.titleRarity(word), 0)
    const all = [...title.stems].reduce((total, word) => total + index.titleRarity(word), 0)
    const verbatim = [...words].some((word) => word.includes('_') && title.words.has(word)) ? 1.5 : 1
    scored.push([title.ref, { score: verbatim * sum * Math.sqrt(sum / all), words: new Set(shared) }])
  }
  scored.sort((a, b) => b[1].score - a[1].score)
  return new Map(scored.slice(0, CHANGES_LOOKED_AT))
}

/** The same for what GitHub's records say at length; empty without records. */
async function scoreBodies(graph: Graph, index: WordIndex, stems: readonly string[]): Promise<Map<string, TitleMatch>> {
  const scores = new Map<string, TitleMatch>()
  const rarest = stems.toSorted((a, b) => index.titleRarity(b) - index.titleRarity(a)).slice(0, WORDS_ASKED_FOR)
  const query = textSearch(rarest.join(' '))?.query
  if (rarest.length < WORDS_IN_BODY || !query) return scores
  for (const { change, text } of await graph.run(changesWorded, { query, limit: BODIES_LOOKED_AT })) {
    const said = new Set(contentStems(text))
    const shared = stems.filter((word) => said.has(word))
    if (shared.length < WORDS_IN_BODY) continue
    const sum = shared.reduce((total, word) => total + index.titleRarity(word), 0)
    const score = IN_BODY * sum * (shared.length / stems.length)
    if ((scores.get(change)?.score ?? 0) < score) scores.set(change, { score, words: new Set(shared) })
  }
  return scores
}

/** A change speaks for the code that it touched, the less the more it touched; tests that came along do not dilute it. */
function scoreChanged(
  changed: readonly { readonly change: string; readonly ref: string; readonly lines: number }[],
  titles: ReadonlyMap<string, TitleMatch>,
  index: WordIndex,
) {
  const best = new Map<string, TitleMatch & { ref: string }>()
  for (const [ref, rows] of groupBy(changed, (row) => row.change)) {
    const title = titles.get(ref)
    if (!title) continue
    const own = rows.filter((row) => index.byRef.get(row.ref)?.side === false).length
    for (const row of rows) {
      const score = title.score / Math.sqrt(Math.max(1, own))
      const known = best.get(row.ref)
      if (!known || known.score < score) best.set(row.ref, { score, words: title.words, ref })
    }
  }
  return best
}

/** Who takes a parameter of that name, rarer ones more. */
function scoreParameters(
  identifiers: readonly string[],
  taking: readonly (readonly { readonly ref: string; readonly signature: string }[])[],
  index: WordIndex,
): Map<string, number> {
  const scores = new Map<string, number>()
  for (const [position, identifier] of identifiers.entries()) {
    const whole = new RegExp(`(?<!\\w)${identifier.replace(/\W/g, '\\$&')}(?!\\w)`)
    const rows = (taking[position] ?? []).filter((row) => whole.test(row.signature))
    const score = PARAMETER * Math.log((index.definitions.length + 1) / Math.max(1, rows.length))
    for (const row of rows) scores.set(row.ref, (scores.get(row.ref) ?? 0) + score)
  }
  return scores
}

/** The title of the match's change holds one of the identifiers as it is written. */
export const saysVerbatim = (index: WordIndex, { change }: WordMatch, identifiers: readonly string[]) => {
  const words = change === null ? undefined : index.titleByRef.get(change)?.words
  return identifiers.some((identifier) => words?.has(identifier))
}

/** The identifier occurs in a title or among the words of a name: it is not a name, but it is something. */
export function isMentionedSomewhere(index: WordIndex, identifier: string): boolean {
  return index.titles.some((title) => title.words.has(identifier))
}
