import { storedKey } from '../../graph/entities.ts'
import { callers } from '../../graph/queries/callers.ts'
import { codesByRef } from '../../graph/queries/codes-by-ref.ts'
import type { CodeRow } from '../../graph/queries/rows.ts'
import type { Graph } from '../../graph/types.ts'
import type { WordMatch } from './by-words.ts'
import { code, type Resolution, type ResolvedCode } from './resolution.ts'

/** A runner-up within this part of the best score is as good a match. */
export const TIE = 0.88
/** The part of the question's words, by rarity, that a match must account for. */
export const LEAST_COVERAGE = 0.5

/**
 * One match, or several that are answered together because the change that speaks for them is the same; then the one that
 * the others call comes first, since a function that only forwards has nothing to explain. Null: it is for the asker to say.
 */
export async function chooseAmong(graph: Graph, matches: readonly WordMatch[]): Promise<readonly WordMatch[] | null> {
  const sorted = [...matches].sort((a, b) => b.score - a.score)
  const [best] = sorted
  if (!best) return null
  const tied = sorted.filter((match) => match.score >= best.score * TIE)
  if (tied.length === 1) return [best]
  if (best.change === null || tied.some((match) => match.change !== best.change)) return null
  const calls = await graph.run(callers, { keys: tied.map((match) => storedKey(match.definition.ref)) })
  const called = (match: WordMatch) =>
    calls.filter(
      (call) => call.called === match.definition.ref && tied.some((other) => other.definition.ref === call.ref),
    ).length
  const methodsFirst = (match: WordMatch) => (match.definition.classStems.size > 0 ? 1 : 0)
  return [...tied].sort((a, b) => called(b) - called(a) || methodsFirst(b) - methodsFirst(a) || b.score - a.score)
}

/** The matches as subjects, in their order. */
export async function codeOf(
  graph: Graph,
  matches: readonly WordMatch[],
  how: ResolvedCode['how'],
  rest: Partial<Pick<ResolvedCode, 'others' | 'unknown' | 'alsoNamed'>>,
): Promise<Resolution> {
  const [first, ...more] = await readCodes(graph, matches)
  return first ? code([first, ...more], how, rest) : { kind: 'nothing-named' }
}

export async function readCodes(graph: Graph, matches: readonly WordMatch[]): Promise<CodeRow[]> {
  const refs = matches.map((match) => match.definition.ref)
  const rows = await graph.run(codesByRef, { keys: refs.map(storedKey) })
  return refs.flatMap((ref) => rows.find((row) => row.ref === ref) ?? [])
}
