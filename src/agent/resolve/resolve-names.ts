import { storedKey } from '../../graph/entities.ts'
import { callers } from '../../graph/queries/callers.ts'
import type { CodeRow } from '../../graph/queries/rows.ts'
import type { Graph } from '../../graph/types.ts'
import type { Question } from '../question/read-question.ts'
import { contentStems } from '../question/words.ts'
import { type NameMatch, type NameMatches, segmentsOf } from './by-name.ts'
import { matchWords, saysVerbatim, type WordMatch } from './by-words.ts'
import { chooseAmong, codeOf, LEAST_COVERAGE, TIE } from './choose-among.ts'
import { code, type Resolution, type ResolvedCode, several } from './resolution.ts'
import type { ResolveContext } from './resolve-context.ts'
import { type IndexedDefinition, loadWordIndex } from './word-index.ts'

const MOST_FORWARDERS = 4
/** So many words that name another place outweigh a bare name. */
const OUTWEIGHS = 2

/** Names that exist: the best of them, unless the rest of the question says otherwise. */
export async function resolveNames(
  context: ResolveContext,
  question: Question,
  first: NameMatch,
  names: NameMatches,
): Promise<Resolution> {
  const { rows, mention } = first
  const others = names.matches.slice(1).flatMap((match) => match.rows)
  const unknown = names.unknown.filter(({ quoted, text }) => quoted || text.includes('_')).map(({ text }) => text)
  const [row] = rows
  if (!row) return { kind: 'nothing-named' }
  if (rows.length === 1) {
    const elsewhere = await findElsewhere(context, question, first, row)
    if (elsewhere) return codeOf(context.graph, [elsewhere], 'words', { alsoNamed: [row], others, unknown })
    const resolved = code([row], 'name', { others, unknown, inheritedAs: first.inherited ? mention.text : null })
    return row.kind === 'class' ? narrowToMethod(context, question, resolved) : resolved
  }
  const called = await calledByTheRest(context.graph, rows)
  if (called) return code([called], 'name', { others, unknown, forwarders: rows.filter((each) => each !== called) })
  // The name alone does not decide; the rest of the question may.
  const index = await loadWordIndex(context.graph, context.commit)
  const words = await matchWords(context.graph, index, question, [])
  const scores = new Map(words.map((match) => [match.definition.ref, match]))
  const matched = rows.flatMap((candidate) => scores.get(candidate.ref) ?? [])
  const chosen = await chooseAmong(context.graph, matched)
  return chosen ? codeOf(context.graph, chosen, 'name', { others, unknown }) : several(mention.text, rows)
}

/** Of several of one name, the one that all others call: they forward to it, and have nothing to explain themselves. */
async function calledByTheRest(graph: Graph, rows: readonly CodeRow[]): Promise<CodeRow | null> {
  if (rows.length > MOST_FORWARDERS || rows.some((row) => row.kind !== 'function')) return null
  const calls = await graph.run(callers, { keys: rows.map((row) => storedKey(row.ref)) })
  const callsIt = (other: CodeRow, row: CodeRow) =>
    calls.some((call) => call.called === row.ref && call.ref === other.ref)
  return rows.find((row) => rows.every((other) => other === row || callsIt(other, row))) ?? null
}

/**
 * "Why is raw_path cut off in the ASGI transport": the bare name exists, but the other words name another place, whose change
 * speaks of the very identifier. Null: the name stands.
 */
async function findElsewhere(context: ResolveContext, question: Question, { mention }: NameMatch, row: CodeRow) {
  const named = new Set(contentStems(mention.text))
  const rest = question.stems.filter((word) => !named.has(word))
  if (mention.quoted || mention.kind === 'path' || segmentsOf(mention.text).length > 1 || rest.length < OUTWEIGHS)
    return null
  const index = await loadWordIndex(context.graph, context.commit)
  const matches = await matchWords(context.graph, index, question, [])
  const own = matches.find((match) => match.definition.ref === row.ref)
  const [best] = matches
  if (!best || best === own || best.change === own?.change || !saysVerbatim(index, best, [mention.text])) return null
  const placed = (match: WordMatch | undefined) =>
    rest.filter((word) => match && isPlacedBy(match.definition, word)).length
  return placed(best) - placed(own) >= OUTWEIGHS ? best : null
}

const isPlacedBy = ({ nameStems, classStems, fileStems }: IndexedDefinition, word: string) =>
  nameStems.has(word) || classStems.has(word) || fileStems.has(word)

/** "Why does JSONProvider refuse bytes": the class is named, the words may single out one of its methods. */
async function narrowToMethod(
  context: ResolveContext,
  question: Question,
  resolved: ResolvedCode,
): Promise<Resolution> {
  const [owner] = resolved.subjects
  const index = await loadWordIndex(context.graph, context.commit)
  const own = index.byRef.get(owner.ref)?.nameStems
  if (question.stems.every((word) => own?.has(word))) return resolved
  const matches = await matchWords(context.graph, index, question, [])
  const inside = matches.filter(
    ({ definition, change }) =>
      definition.path === owner.path &&
      definition.qualifiedName.startsWith(`${owner.qualified_name}.`) &&
      change !== null,
  )
  const [best, next] = inside
  if (!best || best.coverage < LEAST_COVERAGE || (next && next.score > best.score * TIE)) return resolved
  return codeOf(context.graph, [best], 'words', { others: resolved.others, unknown: resolved.unknown })
}
