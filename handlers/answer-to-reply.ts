/** The answer document as the reply that every platform renders. */

import type { Answer, Coverage, Evidence } from '../src/agent/answer.ts'
import type { Reply, ReplySource } from '../src/chat.ts'

export function answerToReply(answer: Answer): Reply {
  return {
    text: answer.text,
    path: answer.path,
    sources: answer.evidence.map(toSource),
    note: noteOf(answer.repository, answer.coverage),
  }
}

const toSource = (evidence: Evidence): ReplySource => ({
  ref: evidence.ref,
  label: labelOf(evidence),
  url: evidence.url,
})

function labelOf(evidence: Evidence): string {
  switch (evidence.kind) {
    case 'pull_request':
      return `PR #${evidence.number}${titled(evidence.title)}${dated('merged', evidence.merged_at)}`
    case 'commit':
      return `${evidence.sha.slice(0, 7)}${titled(evidence.title)}${dated('', evidence.authored_at)}`
    case 'issue':
      return `#${evidence.number}${titled(evidence.title)}`
    case 'person':
      return [evidence.name, evidence.login === null ? null : `@${evidence.login}`].filter(Boolean).join(' ')
    case 'fact':
      return `${evidence.text} (${evidence.status})`
    default: {
      const lines =
        evidence.start_line === null ? '' : `:${evidence.start_line}–${evidence.end_line ?? evidence.start_line}`
      const place = `${evidence.path}${lines}`
      return evidence.qualified_name === null ? place : `${evidence.qualified_name} · ${place}`
    }
  }
}

const titled = (title: string | null) => (title ? `: ${title}` : '')

function dated(verb: string, at: string | null): string {
  return at === null ? '' : ` (${[verb, at.slice(0, 10)].filter(Boolean).join(' ')})`
}

function noteOf(repository: string, coverage: Coverage): string | null {
  if (coverage.commit === null) return null
  const behind = coverage.behind ? `, ${coverage.behind} commits behind` : ''
  const parts = [`${repository} at ${coverage.commit.slice(0, 7)}${behind}`, ...coverage.missing]
  return `${parts.join(' · ')}.`
}
