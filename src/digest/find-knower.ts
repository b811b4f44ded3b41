import type { Expert } from '../experts/rank-experts.ts'
import { textSearch } from '../graph/full-text.ts'
import { functionsByKey, functionsWorded } from '../graph/queries/functions-worded.ts'
import type { Graph } from '../graph/types.ts'
import type { Urls } from '../urls.ts'
import type { DigestQuestion } from './digest.ts'
import { expertsOf } from './experts-of.ts'
import type { Unanswered } from './gather-questions.ts'

const MOST_FUNCTIONS = 8

interface Part {
  readonly expert: Expert
  readonly name: string
  readonly changes: number
  /** Of all that is known of the function, weighed by how near the function is to the question. */
  readonly share: number
}

/**
 * Who has had most to do with the functions that a question is about, taken together, and in which of them most; null when none
 * is near it, or nobody is known.
 */
export async function findKnower(graph: Graph, question: Unanswered, urls: Urls): Promise<DigestQuestion['knower']> {
  const byPerson = new Map<string, Part[]>()
  for (const part of await partsIn(graph, question)) {
    const { ref } = part.expert.person
    byPerson.set(ref, [...(byPerson.get(ref) ?? []), part])
  }
  const total = (parts: readonly Part[]) => parts.reduce((sum, { share }) => sum + share, 0)
  const [best] = [...byPerson.values()].sort((a, b) => total(b) - total(a))
  const most = best?.reduce((a, b) => (b.share > a.share ? b : a))
  if (most === undefined) return null
  const { ref, name, login } = most.expert.person
  return { ref, person: { name: name ?? `@${login ?? '?'}`, url: urls.person(login) }, reason: wordPart(most) }
}

async function partsIn(graph: Graph, question: Unanswered): Promise<Part[]> {
  const functions = await functionsOf(graph, question)
  const parts = await Promise.all(
    functions.map(async (each, rank) => {
      const { experts, changes } = await expertsOf(graph, each, question.asker)
      const known = experts.reduce((sum, { score }) => sum + score, 0)
      return experts.map((expert) => ({
        expert,
        name: each.qualified_name,
        changes,
        share: expert.score / known / (rank + 1),
      }))
    }),
  )
  return parts.flat()
}

/** What it was understood to be about; else those whose names are nearest to its words. */
async function functionsOf(graph: Graph, { question, functions }: Unanswered) {
  if (functions.length > 0) return graph.run(functionsByKey, { keys: functions.slice(0, MOST_FUNCTIONS) })
  const query = textSearch(question)?.query ?? null
  return query === null ? [] : graph.run(functionsWorded, { query, limit: MOST_FUNCTIONS })
}

function wordPart({ expert: { authored, reviewed, merged }, name, changes }: Part): string {
  const parts = [
    ...(authored > 0 ? [`wrote ${authored}`] : []),
    ...(reviewed > 0 ? [`reviewed ${reviewed}`] : []),
    ...(merged > 0 && authored + reviewed === 0 ? [`merged ${merged}`] : []),
  ]
  return `${parts.join(' and ')} of the ${changes} ${changes === 1 ? 'change' : 'changes'} of \`${name}\``
}
