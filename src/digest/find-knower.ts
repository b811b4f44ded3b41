import { type Expert, rankExperts } from '../experts/rank-experts.ts'
import { textSearch } from '../graph/full-text.ts'
import { functionsByKey, functionsWorded } from '../graph/queries/functions-worded.ts'
import { type HistoryRow, history } from '../graph/queries/history.ts'
import type { Graph } from '../graph/types.ts'
import type { Urls } from '../urls.ts'
import type { DigestQuestion } from './digest.ts'
import type { Unanswered } from './gather-questions.ts'

const MOST_FUNCTIONS = 3

/** Who has had most to do with the functions that a question is about; null when none is near it, or nobody is known. */
export async function findKnower(graph: Graph, question: Unanswered, urls: Urls): Promise<DigestQuestion['knower']> {
  for (const { key, qualified_name, start_line, end_line } of await functionsOf(graph, question)) {
    const rows = await graph.run(history, { key })
    const [expert] = rankExperts(rows, (end_line ?? 0) - (start_line ?? 0) + 1, question.asker)
    if (expert === undefined) continue
    const { ref, name, login } = expert.person
    const person = { name: name ?? `@${login ?? '?'}`, url: urls.person(login) }
    return { ref, person, reason: `${wordPart(expert, rows)} of \`${qualified_name}\`` }
  }
  return null
}

/** What it was understood to be about; else those whose names are nearest to its words. */
async function functionsOf(graph: Graph, { question, functions }: Unanswered) {
  if (functions.length > 0) return graph.run(functionsByKey, { keys: functions.slice(0, MOST_FUNCTIONS) })
  const query = textSearch(question)?.query ?? null
  return query === null ? [] : graph.run(functionsWorded, { query, limit: MOST_FUNCTIONS })
}

function wordPart({ authored, reviewed, merged }: Expert, rows: readonly HistoryRow[]): string {
  const parts = [
    ...(authored > 0 ? [`wrote ${authored}`] : []),
    ...(reviewed > 0 ? [`reviewed ${reviewed}`] : []),
    ...(merged > 0 && authored + reviewed === 0 ? [`merged ${merged}`] : []),
  ]
  return `${parts.join(' and ')} of the ${rows.length} ${rows.length === 1 ? 'change' : 'changes'}`
}
