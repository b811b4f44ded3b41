/** Which recorded sentences explain the changes: of the issue closed, else of the pull request, else of a review. */
import type { RecordedText } from '../../graph/queries/recorded-texts.ts'
import type { PersonRow } from '../../graph/queries/rows.ts'
import { STATES_REASON, type Statement, statingSentence } from './stating-sentence.ts'

export interface Reason {
  readonly text: RecordedText
  readonly sentence: string
  /** Who wrote it. */
  readonly by: PersonRow | null
}

const MOST_REASONS = 4

/** At most one or two for each change, in the order of the changes; `names` are those of the code in question. */
export function chooseReasons(
  texts: readonly RecordedText[],
  changes: readonly string[],
  names: ReadonlySet<string>,
): Reason[] {
  const said = texts.flatMap((text) => {
    const statement = text.body === null || text.kind === 'mentioned' ? null : statingSentence(text.body, names)
    return statement === null ? [] : [{ text, statement }]
  })
  const chosen = changes.flatMap((change) => reasonsOf(said.filter(({ text }) => text.change === change)))
  const elsewhere = said.filter(({ text }) => !changes.includes(text.change)).filter(isOutright)
  const sentences = new Set<string>()
  return [...chosen, ...elsewhere]
    .filter(({ statement: { sentence } }) => !sentences.has(sentence) && sentences.add(sentence))
    .slice(0, MOST_REASONS)
    .map(({ text, statement }) => ({ text, sentence: statement.sentence, by: text.people[0] ?? null }))
}

interface Said {
  readonly text: RecordedText
  readonly statement: Statement
}

const isOutright = ({ statement }: Said) => statement.strength >= STATES_REASON

function reasonsOf(said: readonly Said[]): Said[] {
  const of = (kind: RecordedText['kind']) =>
    said.filter(({ text }) => text.kind === kind).sort((a, b) => b.statement.strength - a.statement.strength)
  const [issue] = of('issue')
  const [pull] = of('pull_request')
  // Remarks are about details: only one that gives a reason outright explains something.
  const [remark] = of('comment').filter(isOutright)
  if (issue && issue.statement.strength > 0) return remark ? [issue, remark] : [issue]
  if (pull && pull.statement.strength > 0) return issue ? [issue, pull] : [pull]
  return [issue, remark].filter((each) => each !== undefined)
}
