/** Remembered facts as the model reads them; what is out of date is a lead, and is called so. */
import type { RecalledFact } from '../../memory/recall-facts.ts'
import { causeRow, citeFacts } from '../findings/cite-facts.ts'
import { idOf, oneLine, type Telling } from './telling.ts'

const LONGEST_FACT = 240

export function tellFacts(telling: Telling, facts: readonly RecalledFact[]): string[] {
  telling.addFacts(facts)
  citeFacts(telling.citing, facts)
  return facts.map((fact) => {
    const { ref } = telling.number(telling.citing.drafts.fact(fact))
    return `${ref} remembered, ${standingOf(telling, fact)}: "${oneLine(fact.text, LONGEST_FACT)}"`
  })
}

function standingOf(telling: Telling, { standing, status, cause, changedCallees }: RecalledFact): string {
  if (standing !== 'held') return `${standing} since`
  if (status === 'current' || status === 'moved') return 'still true of the code'
  if (status === 'weakened') return `a lead: ${oneLine(changedCallees.join(', '))} that it calls changed`
  if (status === 'unknown') return 'a lead: nothing tells whether it holds'
  const row = cause && causeRow(cause)
  const by = row ? ` by ${idOf(row)} ${telling.number(telling.citing.drafts.change(row, 'change')).ref}` : ''
  return status === 'gone' ? `a lead: its code was removed${by}` : `a lead to check again: its code was changed${by}`
}
