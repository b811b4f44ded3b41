import type { Answer, Evidence } from '../../agent/answer.ts'

export interface AnswerChange {
  readonly what: 'new' | 'gone' | 'moved'
  readonly text: string
}

/** What the second answer to the same question has that the first had not, and the other way round. */
export function compareAnswers(before: Answer, after: Answer): AnswerChange[] {
  const [old, now] = [namesOf(before.evidence), namesOf(after.evidence)]
  const changes: AnswerChange[] = []
  const [from, to] = [before.subjects[0], after.subjects[0]]
  if (from && to && placeOf(from) !== placeOf(to)) {
    changes.push({ what: 'moved', text: `${to.qualified_name ?? to.path}: ${placeOf(from)} is now ${placeOf(to)}` })
  }
  for (const [key, text] of now) if (!old.has(key)) changes.push({ what: 'new', text })
  for (const [key, text] of old)
    if (!now.has(key)) changes.push({ what: 'gone', text: `${text} (no longer among those shown)` })
  const [expertBefore, expertNow] = [before, after].map(firstPerson)
  if (expertNow && expertBefore && expertNow !== expertBefore) {
    changes.push({ what: 'moved', text: `the first to ask was ${expertBefore}, is now ${expertNow}` })
  }
  return changes
}

const placeOf = ({
  path,
  start_line,
  end_line,
}: {
  path: string
  start_line: number | null
  end_line: number | null
}) => (start_line === null ? path : `${path}:${start_line}–${end_line ?? start_line}`)

function firstPerson(answer: Answer): string | null {
  const person = answer.evidence.find((evidence) => evidence.kind === 'person')
  return person?.kind === 'person' ? (person.name ?? person.login) : null
}

/** Changes and issues by identity; code moves, so its lines are compared apart. */
function namesOf(evidence: readonly Evidence[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const item of evidence) {
    if (item.kind === 'pull_request') names.set(`pr:${item.number}`, `PR #${item.number} ${item.title ?? ''}`.trim())
    if (item.kind === 'issue') names.set(`issue:${item.number}`, `issue #${item.number} ${item.title ?? ''}`.trim())
    if (item.kind === 'commit') names.set(item.sha, `commit ${item.sha.slice(0, 7)} ${item.title}`)
  }
  return names
}
