/** Remembered facts as evidence, each with the change that made it stale and the way from the subject to it. */
import type { FactCause } from '../../memory/fact.ts'
import type { RecalledFact } from '../../memory/recall-facts.ts'
import type { ChangeRow } from '../evidence.ts'
import { type Citing, pathNode } from './citing.ts'

export function citeFacts({ book, cite, drafts, hop }: Citing, facts: readonly RecalledFact[]): void {
  for (const fact of facts) {
    const anchors = fact.about.flatMap(({ ref }) => book.entries().find(({ key }) => key === ref) ?? [])
    const node = cite(drafts.fact(fact))
    for (const anchor of anchors) hop(pathNode(anchor), 'ABOUT', 'in', node)
    const [anchor] = anchors
    if (fact.cause === null) continue
    const draft = drafts.change(causeRow(fact.cause), 'change')
    const isNew = book.refOf(draft.key) === null
    const cause = cite(draft)
    if (anchor && isNew) hop(pathNode(anchor), 'MODIFIES', 'in', cause)
  }
}

export const causeRow = (cause: FactCause): Pick<ChangeRow, 'ref' | 'kind' | 'number' | 'sha' | 'title' | 'at'> => ({
  ...cause,
  kind: cause.number === null ? 'commit' : 'pull_request',
})
