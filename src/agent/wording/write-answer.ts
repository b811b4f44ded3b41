import type { CitedFindings } from '../findings/cite-findings.ts'
import type { Findings } from '../findings/findings.ts'
import type { Intent } from '../question/intents.ts'
import { chinese } from './chinese.ts'
import { english } from './english.ts'
import { createLabels } from './labels.ts'
import { writeCode } from './write-code.ts'
import { writeFacts } from './write-facts.ts'
import { writeRecords } from './write-records.ts'

/** Markdown in the language of the question; every claim carries the number of its evidence. */
export function writeAnswer(findings: Findings, { book, shown }: CitedFindings): string {
  const say = findings.question.language === 'zh' ? chinese : english
  const labels = createLabels(book)
  const { found, repository, facts } = findings
  if (repository === null || repository.commit === null) return say.emptyRepository(repository?.name ?? '?')
  const paragraphs =
    found.kind === 'code' && shown
      ? writeCode({ findings, found, shown, labels, say })
      : writeRecords(findings, labels, say)
  const remembered = writeFacts(facts, labels, say)
  const all = factsAnswer(findings) ? [remembered, ...paragraphs] : [...paragraphs, remembered]
  return all.filter((paragraph) => paragraph !== '').join('\n\n')
}

/** Questions that what people concluded may answer better than history does. */
const OPEN: readonly Intent[] = ['why', 'when', 'where']

const factsAnswer = ({ question, facts, found }: Findings) =>
  facts[0] !== undefined &&
  (!['code', 'pull_request', 'issue'].includes(found.kind) ||
    (facts[0].shared > 0 && question.intents.every((intent) => OPEN.includes(intent))))
