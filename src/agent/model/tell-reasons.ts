/** Sentences of GitHub's records as the model reads them: what somebody wrote, not what is so. */
import type { Reason } from '../findings/choose-reasons.ts'
import { citeReasons } from '../findings/cite-reasons.ts'
import { nameOfPerson, oneLine, type Telling } from './telling.ts'

const LONGEST_SENTENCE = 240

export function tellReasons(telling: Telling, reasons: readonly Reason[]): string[] {
  const { citing } = telling
  citeReasons(citing, reasons)
  return reasons.map(({ text, sentence, by }) => {
    const ref = citing.book.refOf(text.ref)
    const who = by === null ? '' : ` by ${nameOfPerson(by)} [${citing.book.refOf(by.ref)}]`
    return `written in [${ref}]${who}: "${oneLine(sentence, LONGEST_SENTENCE)}"`
  })
}
