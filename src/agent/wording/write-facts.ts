/** What is remembered, as lines of a list: whoever reads it sees who said it, when, and whether the code still is the same. */
import type { RecalledFact } from '../../memory/recall-facts.ts'
import { causeRow } from '../findings/cite-facts.ts'
import { dateOf } from './change-facts.ts'
import type { Labels } from './labels.ts'
import type { FactSaying, Phrases } from './phrases.ts'

export function writeFacts(facts: readonly RecalledFact[], labels: Labels, say: Phrases): string {
  if (facts.length === 0) return ''
  return [say.remembered(), ...facts.map((fact) => `- ${say.fact(factSaying(fact, labels))}`)].join('\n')
}

function factSaying(fact: RecalledFact, labels: Labels): FactSaying {
  const { standing, status, cause, sources } = fact
  const people = [...new Set(sources.map(({ author }) => author).filter((author) => author !== null))].map(
    labels.speaker,
  )
  const isNear = fact.by !== 'self'
  return {
    text: labels.fact(fact),
    status: standing === 'held' ? status : standing,
    people,
    date: dateOf(fact.confirmedAt ?? sources.at(-1)?.at ?? null),
    confirmedBy: fact.confirmedBy === null ? null : labels.speaker(fact.confirmedBy),
    endedOn: dateOf(fact.endedAt),
    about: isNear ? fact.about.map(({ name }) => `\`${name}\``) : [],
    cause: cause === null ? null : labels.change(causeRow(cause)),
    causeDate: dateOf(cause?.at ?? null),
    changedCallees: fact.changedCallees.map((name) => `\`${name}\``),
  }
}
