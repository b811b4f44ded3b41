import type { CitedFindings } from '../findings/cite-findings.ts'
import type { Findings } from '../findings/findings.ts'
import { chinese } from './chinese.ts'
import { english } from './english.ts'
import { createLabels } from './labels.ts'
import { writeCode } from './write-code.ts'
import { writeRecords } from './write-records.ts'

/** Markdown in the language of the question; every claim carries the number of its evidence. */
export function writeAnswer(findings: Findings, { book, shown }: CitedFindings): string {
  const say = findings.question.language === 'zh' ? chinese : english
  const labels = createLabels(book)
  const { found, repository } = findings
  if (repository === null || repository.commit === null) return say.emptyRepository(repository?.name ?? '?')
  const paragraphs =
    found.kind === 'code' && shown
      ? writeCode({ findings, found, shown, labels, say })
      : writeRecords(findings, labels, say)
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')
}
