import { functionsTaking } from '../../graph/queries/functions-taking.ts'
import type { Graph } from '../../graph/types.ts'
import type { Question } from '../question/read-question.ts'
import { type NameMatches, segmentsOf } from './by-name.ts'
import { isMentionedSomewhere, matchWords, type WordMatch } from './by-words.ts'
import { chooseAmong, codeOf, LEAST_COVERAGE, readCodes, TIE } from './choose-among.ts'
import { nearNames } from './near-names.ts'
import { type Resolution, several } from './resolution.ts'
import type { ResolveContext } from './resolve-context.ts'
import { loadWordIndex, type WordIndex } from './word-index.ts'

const OFFERED = 3

/** No name in the question exists: a name that is none is refused, words are matched. */
export async function resolveWords(
  context: ResolveContext,
  question: Question,
  names: NameMatches,
): Promise<Resolution> {
  const index = await loadWordIndex(context.graph, context.commit)
  const identifiers = names.unknown.filter(({ kind }) => kind === 'code').map(({ text }) => text)
  const matches = await matchWords(
    context.graph,
    index,
    question,
    identifiers.map((name) => segmentsOf(name).at(-1) ?? name),
  )
  const [strange] = names.unknown
  if (strange && !(await isKnownOtherwise(context.graph, index, strange.text, matches))) {
    const near = nearNames(index, strange.text)
    return { kind: 'unknown-name', asked: strange.text, near: near.map((definition) => definition.qualifiedName) }
  }
  const sure = matches.filter((match) => match.coverage >= LEAST_COVERAGE)
  const [best] = sure
  if (!best) return { kind: 'no-match', near: distinctNames(matches).slice(0, OFFERED) }
  const tied = sure.filter((match) => match.score >= best.score * TIE)
  const chosen = await chooseAmong(context.graph, tied)
  if (chosen) return codeOf(context.graph, chosen, 'words', {})
  return several(question.words.join(' '), await readCodes(context.graph, tied))
}

async function isKnownOtherwise(
  graph: Graph,
  index: WordIndex,
  name: string,
  matches: readonly WordMatch[],
): Promise<boolean> {
  const last = segmentsOf(name).at(-1) ?? name
  if (isMentionedSomewhere(index, last)) return true
  return matches.length > 0 && (await graph.run(functionsTaking, { identifier: last })).length > 0
}

const distinctNames = (matches: readonly WordMatch[]) => [
  ...new Set(matches.slice(0, 20).map((match) => match.definition.qualifiedName)),
]
