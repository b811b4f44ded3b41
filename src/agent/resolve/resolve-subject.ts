/** What "this" is: links, tracebacks, code, names, numbers, words, and last what the thread spoke of. */
import { storedKey } from '../../graph/entities.ts'
import { callers } from '../../graph/queries/callers.ts'
import { codesByRef } from '../../graph/queries/codes-by-ref.ts'
import { formerNames } from '../../graph/queries/former-names.ts'
import { functionsTaking } from '../../graph/queries/functions-taking.ts'
import type { CodeRow } from '../../graph/queries/rows.ts'
import type { Graph } from '../../graph/types.ts'
import type { Question } from '../question/read-question.ts'
import { contentStems } from '../question/words.ts'
import { matchNames, type NameMatch, type NameMatches, preferCurrent, segmentsOf } from './by-name.ts'
import { definitionAt, definitionOfFrames, definitionsOfCode, type ReadSource } from './by-place.ts'
import { isMentionedSomewhere, matchWords, saysVerbatim, type WordMatch } from './by-words.ts'
import { nearNames } from './near-names.ts'
import type { Resolution, ResolvedCode } from './resolution.ts'
import { type IndexedDefinition, loadWordIndex, type WordIndex } from './word-index.ts'

/** What the thread was about, newest first: the readable key of each main subject. */
export type ThreadSubjects = readonly string[]

export interface ResolveContext {
  readonly graph: Graph
  readonly commit: string | null
  /** `owner/name` of the graph, to tell links into other repositories. */
  readonly repository: string | null
  readonly readSource: ReadSource
  readonly thread: ThreadSubjects
}

const MAX_CANDIDATES = 6
/** A runner-up within this part of the best score is as good a match. */
const TIE = 0.88
/** "And who wrote the retry part of it?" still speaks of what came before. */
const FEW_WORDS = 2
/** The part of the question's words, by rarity, that a match must account for. */
const LEAST_COVERAGE = 0.5

export async function resolveSubject(context: ResolveContext, question: Question): Promise<Resolution> {
  const placed = await resolvePlace(context, question)
  if (placed) return placed
  const names = await matchNames(context.graph, question)
  const first = names.matches[0]
  if (first) return resolveNames(context, question, first, names)
  const numbered = resolveNumber(question)
  if (numbered) return numbered
  const [strong] = names.unknown
  const former = strong ? await resolveFormerName(context.graph, strong.text) : null
  if (former) return former
  if (!strong && isFollowUp(context, question)) return resolveThread(context)
  if (isAboutRepository(question)) return { kind: 'repository' }
  if (question.stems.length === 0 && !strong)
    return context.thread.length > 0 ? resolveThread(context) : { kind: 'nothing-named' }
  const resolved = await resolveWords(context, question, names)
  const unsure = resolved.kind === 'no-match' || resolved.kind === 'several'
  return unsure && question.refersBack && context.thread.length > 0 ? resolveThread(context) : resolved
}

/** Renamed or moved since: the same function under the name that it has today. */
async function resolveFormerName(graph: Graph, name: string): Promise<Resolution | null> {
  const qualified = segmentsOf(name).join('.')
  const rows = await graph.run(formerNames, { name: qualified, suffix: `.${qualified}` })
  const [row] = preferCurrent(rows)
  return row ? code([row], 'name', { formerName: name }) : null
}

async function resolvePlace(context: ResolveContext, question: Question): Promise<Resolution | null> {
  const { graph, commit, readSource, repository } = context
  for (const { link, repository: linked } of question.links) {
    if (repository?.includes('/') && linked.toLowerCase() !== repository.toLowerCase()) {
      return { kind: 'other-repository', repository: linked }
    }
    if (link.kind === 'commit') return { kind: 'commit', sha: link.sha }
    if (link.kind !== 'blob') return { kind: link.kind, number: link.number, how: 'link' }
    const row = await definitionAt(graph, link.path, link.startLine, link.endLine)
    return row ? code([row], 'link') : { kind: 'unknown-place', asked: link.path }
  }
  if (question.frames.length > 0) {
    const row = await definitionOfFrames(graph, question.frames)
    const last = question.frames.at(-1)
    return row ? code([row], 'traceback') : { kind: 'unknown-place', asked: last ? `${last.path}:${last.line}` : '' }
  }
  for (const block of question.codeBlocks) {
    const hints = question.mentions
      .filter(({ kind }) => kind === 'code')
      .map(({ text }) => segmentsOf(text).at(-1) ?? text)
    const rows = await definitionsOfCode(graph, commit, readSource, block, hints)
    if (rows.length === 1 && rows[0]) return code([rows[0]], 'code block')
    if (rows.length > 1) return several(rows[0]?.name ?? '', rows)
  }
  return null
}

async function resolveNames(
  context: ResolveContext,
  question: Question,
  first: NameMatch,
  names: NameMatches,
): Promise<Resolution> {
  const { rows, mention } = first
  const others = names.matches.slice(1).flatMap((match) => (match.rows.length === 1 ? match.rows : []))
  const unknown = names.unknown.filter(({ quoted, text }) => quoted || text.includes('_')).map(({ text }) => text)
  const [row] = rows
  if (!row) return { kind: 'nothing-named' }
  if (rows.length === 1) {
    const elsewhere = await findElsewhere(context, question, first, row)
    if (elsewhere) return codeOf(context.graph, [elsewhere], 'words', { alsoNamed: [row], others, unknown })
    const resolved = code([row], 'name', { others, unknown, inheritedAs: first.inherited ? mention.text : null })
    return row.kind === 'class' ? narrowToMethod(context, question, resolved) : resolved
  }
  // The name alone does not decide; the rest of the question may.
  const index = await loadWordIndex(context.graph, context.commit)
  const words = await matchWords(context.graph, index, question, [])
  const scores = new Map(words.map((match) => [match.definition.ref, match]))
  const matched = rows.flatMap((candidate) => scores.get(candidate.ref) ?? [])
  const chosen = await chooseAmong(context.graph, matched)
  return chosen ? codeOf(context.graph, chosen, 'name', { others, unknown }) : several(mention.text, rows)
}

/**
 * "Why is raw_path cut off in the ASGI transport": the bare name exists, but the other words name another place, whose change
 * speaks of the very identifier. Null: the name stands.
 */
async function findElsewhere(context: ResolveContext, question: Question, { mention }: NameMatch, row: CodeRow) {
  const named = new Set(contentStems(mention.text))
  const rest = question.stems.filter((word) => !named.has(word))
  if (mention.quoted || mention.kind === 'path' || segmentsOf(mention.text).length > 1 || rest.length < FEW_WORDS)
    return null
  const index = await loadWordIndex(context.graph, context.commit)
  const matches = await matchWords(context.graph, index, question, [])
  const own = matches.find((match) => match.definition.ref === row.ref)
  const [best] = matches
  if (!best || best === own || best.change === own?.change || !saysVerbatim(index, best, [mention.text])) return null
  const placed = (match: WordMatch | undefined) =>
    rest.filter((word) => match && isPlacedBy(match.definition, word)).length
  return placed(best) - placed(own) >= FEW_WORDS ? best : null
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

async function resolveWords(context: ResolveContext, question: Question, names: NameMatches): Promise<Resolution> {
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
  if (!best) return { kind: 'no-match', near: distinctNames(matches).slice(0, 3) }
  const chosen = await chooseAmong(
    context.graph,
    sure.filter((match) => match.score >= best.score * TIE),
  )
  if (chosen) return codeOf(context.graph, chosen, 'words', { unknown: [] })
  const tied = sure.filter((match) => match.score >= best.score * TIE)
  return several(question.words.join(' '), await readCodes(context.graph, tied.slice(0, MAX_CANDIDATES)))
}

/**
 * One match, or several that are answered together because the change that speaks for them is the same; then the one that
 * the others call comes first, since a function that only forwards has nothing to explain. Null: it is for the asker to say.
 */
async function chooseAmong(graph: Graph, matches: readonly WordMatch[]): Promise<readonly WordMatch[] | null> {
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

function resolveNumber(question: Question): Resolution | null {
  const [first] = question.numbers
  if (first) return { kind: first.kind, number: first.number, how: 'name' }
  const [sha] = question.commits
  return sha ? { kind: 'commit', sha } : null
}

const isFollowUp = (context: ResolveContext, question: Question) =>
  context.thread.length > 0 &&
  (question.stems.length === 0 || (question.refersBack && question.stems.length <= FEW_WORDS))

async function resolveThread(context: ResolveContext): Promise<Resolution> {
  for (const ref of context.thread) {
    const number = /^(pr|issue):(\d+)$/.exec(ref)
    if (number) return { kind: number[1] === 'pr' ? 'pull_request' : 'issue', number: Number(number[2]), how: 'thread' }
    if (ref.startsWith('commit:')) return { kind: 'commit', sha: ref.slice('commit:'.length) }
    const [row] = await context.graph.run(codesByRef, { keys: [storedKey(ref)] })
    if (row) return code([row], 'thread')
  }
  return { kind: 'nothing-named' }
}

const isAboutRepository = (question: Question) =>
  question.stems.length === 0 && question.intents.some((intent) => intent === 'recent' || intent === 'last-change')

function code(
  subjects: readonly [CodeRow, ...CodeRow[]],
  how: ResolvedCode['how'],
  rest: Partial<Pick<ResolvedCode, 'others' | 'unknown' | 'inheritedAs' | 'formerName' | 'alsoNamed'>> = {},
): ResolvedCode {
  return {
    kind: 'code',
    subjects,
    how,
    inheritedAs: null,
    formerName: null,
    alsoNamed: [],
    others: [],
    unknown: [],
    ...rest,
  }
}

async function codeOf(
  graph: Graph,
  matches: readonly WordMatch[],
  how: ResolvedCode['how'],
  rest: Partial<Pick<ResolvedCode, 'others' | 'unknown' | 'alsoNamed'>>,
): Promise<Resolution> {
  const [first, ...more] = await readCodes(graph, matches)
  return first ? code([first, ...more], how, rest) : { kind: 'nothing-named' }
}

async function readCodes(graph: Graph, matches: readonly WordMatch[]): Promise<CodeRow[]> {
  const refs = matches.map((match) => match.definition.ref)
  const rows = await graph.run(codesByRef, { keys: refs.map(storedKey) })
  return refs.flatMap((ref) => rows.find((row) => row.ref === ref) ?? [])
}

const several = (asked: string, candidates: readonly CodeRow[]): Resolution => ({
  kind: 'several',
  asked,
  candidates: candidates.slice(0, MAX_CANDIDATES),
})

const distinctNames = (matches: readonly WordMatch[]) => [
  ...new Set(matches.slice(0, 20).map((match) => match.definition.qualifiedName)),
]
