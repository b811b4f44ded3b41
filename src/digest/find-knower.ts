import { type Expert, rankExperts } from '../experts/rank-experts.ts'
import { textSearch } from '../graph/full-text.ts'
import { functionsWorded } from '../graph/queries/functions-worded.ts'
import { type HistoryRow, history } from '../graph/queries/history.ts'
import type { Graph } from '../graph/types.ts'
import type { Urls } from '../urls.ts'
import type { DigestQuestion } from './digest.ts'

const MOST_FUNCTIONS = 3

/** Who has had most to do with the functions whose names the question is nearest to; null when none is near, or nobody is known. */
export async function findKnower(
  graph: Graph,
  { question, asker }: { readonly question: string; readonly asker: string | null },
  urls: Urls,
): Promise<DigestQuestion['knower']> {
  const query = textSearch(question)?.query ?? null
  if (query === null) return null
  for (const { key, qualified_name, start_line, end_line } of await graph.run(functionsWorded, {
    query,
    limit: MOST_FUNCTIONS,
  })) {
    const rows = await graph.run(history, { key })
    const [expert] = rankExperts(rows, (end_line ?? 0) - (start_line ?? 0) + 1, asker)
    if (expert !== undefined) {
      const { name, login } = expert.person
      const person = { name: name ?? `@${login ?? '?'}`, url: urls.person(login) }
      return { person, reason: `${wordPart(expert, rows)} of \`${qualified_name}\`` }
    }
  }
  return null
}

function wordPart({ authored, reviewed, merged }: Expert, rows: readonly HistoryRow[]): string {
  const parts = [
    ...(authored > 0 ? [`wrote ${authored}`] : []),
    ...(reviewed > 0 ? [`reviewed ${reviewed}`] : []),
    ...(merged > 0 && authored + reviewed === 0 ? [`merged ${merged}`] : []),
  ]
  return `${parts.join(' and ')} of the ${rows.length} ${rows.length === 1 ? 'change' : 'changes'}`
}
