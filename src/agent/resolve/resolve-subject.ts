/** What "this" is: links, tracebacks, code, names, numbers, words, and last what the thread spoke of. */
import { storedKey } from '../../graph/entities.ts'
import { codesByRef } from '../../graph/queries/codes-by-ref.ts'
import { formerNames } from '../../graph/queries/former-names.ts'
import type { Graph } from '../../graph/types.ts'
import type { Question } from '../question/read-question.ts'
import { matchNames, preferCurrent, segmentsOf } from './by-name.ts'
import { code, type Resolution } from './resolution.ts'
import type { ResolveContext } from './resolve-context.ts'
import { resolveNames } from './resolve-names.ts'
import { resolvePlace } from './resolve-place.ts'
import { resolveWords } from './resolve-words.ts'

/** "And who wrote the retry part of it?" still speaks of what came before. */
const FEW_WORDS = 2

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
  const rows = await graph.run(formerNames, { name: segmentsOf(name).join('.') })
  const [row] = preferCurrent(rows)
  return row ? code([row], 'name', { formerName: name }) : null
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
