import type { RecalledFact } from '../../memory/recall-facts.ts'
import type { Question } from '../question/read-question.ts'
import { splitIdentifier } from '../question/words.ts'
import { nameOf } from '../resolve/candidate.ts'
import { type Resolution, recordKeys } from '../resolve/resolution.ts'
import type { Tools } from '../tools/create-tools.ts'

const PAST =
  /\b(before|previous|previously|used to|formerly|originally|in the past|history)\b|之前|以前|原来|过去|曾经/i

/** What is remembered on the subject of a question; on its words, where it has no subject. */
export async function gatherFacts(
  tools: Pick<Tools, 'recall'>,
  question: Question,
  resolution: Resolution,
): Promise<readonly RecalledFact[]> {
  const refs = subjectsOf(resolution)
  const past = PAST.test(question.text)
  const words = wordsBesides(question, resolution)
  const rows = await Promise.all(
    (refs.length === 0 ? [undefined] : refs).map((ref) => tools.recall.execute({ ref, words, past })),
  )
  return distinct(rows.flat())
}

function subjectsOf(resolution: Resolution): string[] {
  switch (resolution.kind) {
    case 'code':
      return resolution.subjects.map(({ ref }) => ref)
    case 'pull_request':
    case 'issue':
    case 'either':
      return recordKeys(resolution)
    default:
      return []
  }
}

/** The question without the names of its subjects: every fact about them has those. */
function wordsBesides(question: Question, resolution: Resolution): string {
  const subjects = resolution.kind === 'code' ? resolution.subjects : []
  const own = new Set(
    subjects.flatMap((row) => [...splitIdentifier(nameOf(row)), ...nameOf(row).toLowerCase().split('.')]),
  )
  const chinese = question.text.match(/\p{Script=Han}+/gu) ?? []
  return [...question.words.filter((word) => !own.has(word.toLowerCase())), ...chinese].join(' ')
}

function distinct(facts: readonly RecalledFact[]): RecalledFact[] {
  const seen = new Set<string>()
  return facts.filter(({ id }) => !seen.has(id) && seen.add(id))
}
