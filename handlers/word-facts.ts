/** Facts and what became of them, as Markdown. */
import type { Fact, FactCause } from '../src/memory/fact.ts'
import type { SavedFact } from '../src/memory/save-fact.ts'

const MOST_LISTED = 30

export function wordFacts(facts: readonly Fact[], stale: boolean): string {
  if (facts.length === 0) return stale ? 'No fact is out of date.' : 'Nothing is remembered yet. Try: remember that …'
  const lines = facts.slice(0, MOST_LISTED).map(wordFact)
  const more = facts.length - lines.length
  if (more > 0) lines.push(`… and ${more} more`)
  if (facts.some(needsSettling)) {
    lines.push('', 'Settle what is out of date: `still-true <id>`, `retire <id>`, `ask-again <id>`.')
  }
  return lines.join('\n')
}

const needsSettling = ({ standing, status }: Fact) =>
  standing === 'held' && (status === 'stale' || status === 'gone' || status === 'weakened')

function wordFact(fact: Fact): string {
  const about = fact.about.map(({ name }) => `\`${name}\``).join(', ')
  return `- \`${fact.id}\` ${wordStatus(fact)}“${fact.text}” on ${about} (${wordSources(fact)})`
}

function wordStatus({ standing, status, cause, changedCallees, endedAt }: Fact): string {
  if (standing === 'superseded') return `Superseded${on(endedAt)}: `
  if (standing === 'retired') return `Retired${on(endedAt)}: `
  switch (status) {
    case 'stale':
      return `🟠 **Stale: code changed**${cause ? ` in ${wordCause(cause)}` : ''}: `
    case 'gone':
      return `🟠 **Gone: the code no longer exists**${cause ? `, see ${wordCause(cause)}` : ''}: `
    case 'weakened':
      return `🟡 **Weakened: ${changedCallees.map((name) => `\`${name}\``).join(', ')}, which it calls, changed**: `
    default:
      return ''
  }
}

const wordCause = ({ number, sha, title, at }: FactCause) =>
  `${number === null ? `commit ${(sha ?? '').slice(0, 10)}` : `PR #${number}`}${title === '' ? '' : ` “${title}”`}${on(at)}`

function wordSources({ sources, confirmedBy, confirmedAt }: Fact): string {
  const people = [...new Set(sources.map(({ author, source }) => author ?? source))].join(', ')
  const said = `${people}${sources[0] === undefined ? '' : `, ${sources[0].at.slice(0, 10)}`}`
  return confirmedBy === null ? said : `${said}; confirmed by ${confirmedBy}${on(confirmedAt)}`
}

const on = (at: string | null) => (at === null ? '' : ` on ${at.slice(0, 10)}`)

/** Receipt of `remember`. */
export function wordSaved({ fact, isNew, superseded }: SavedFact): string {
  const about = fact.about.map(({ name }) => `\`${name}\``).join(', ')
  const lines = [
    isNew
      ? `Remembered on ${about} as \`${fact.id}\`: “${fact.text}”.`
      : `Known already as \`${fact.id}\`: “${fact.text}”. It has ${fact.sources.length} sources now (${wordSources(fact)}).`,
  ]
  for (const text of superseded) lines.push(`It takes the place of “${text}”, which is kept as history.`)
  return lines.join('\n')
}

/** Receipt of `forget`: after it, nothing else tells what was there. */
export const wordForgotten = (fact: Fact) =>
  `Forgotten: “${fact.text}” on ${fact.about.map(({ name }) => `\`${name}\``).join(', ')} (\`${fact.id}\`; ${wordSources(fact)}). The questions and answers it was learnt in stay.`
