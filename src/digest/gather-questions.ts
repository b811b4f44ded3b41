import { unansweredQuestions } from '../graph/queries/unanswered-questions.ts'
import type { Graph } from '../graph/types.ts'
import type { News } from './news.ts'

export interface Unanswered {
  readonly question: string
  readonly asker: string | null
  /** Stored keys of the functions it was about, where it was understood. */
  readonly functions: readonly string[]
}

/** Without any of these, or shorter, it is a greeting or thanks rather than a question. */
const ASKS =
  /[?？]|\b(?:why|what|who|whom|whose|how|when|where|which|does|do|did|is|are|was|can|could|should|explain|show|tell|find)\b|为什么|怎么|谁|哪|什么|吗|如何/
const FEWEST_WORDS = 3
const FEWEST_CHARACTERS = 6

/** Questions that found no answer, oldest first; the same words once. */
export async function questionNews(
  graph: Graph,
  { since, scopes }: { readonly since: Date; readonly scopes: readonly string[] },
): Promise<News<Unanswered>[]> {
  const rows = await graph.run(unansweredQuestions, { since: since.toISOString(), scopes: [...scopes] })
  const asked = new Set<string>()
  return rows.flatMap(({ ref, question, asker, at, functions }) => {
    const words = question.toLowerCase().replace(/\s+/g, ' ').trim()
    if (!isQuestion(words) || asked.has(words)) return []
    asked.add(words)
    return { key: ref, at, item: { question, asker, functions } }
  })
}

const isQuestion = (words: string) =>
  ASKS.test(words) &&
  (/\p{Script=Han}/u.test(words) ? words.length >= FEWEST_CHARACTERS : words.split(' ').length >= FEWEST_WORDS)
