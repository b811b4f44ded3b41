import type { Expert } from '../../experts/rank-experts.ts'
import type { HistoryRow } from '../../graph/queries/history.ts'
import type { CodeRow } from '../../graph/queries/rows.ts'
import type { ChangeRow } from '../evidence.ts'
import { shownAuthors, withoutBots } from '../findings/show-code.ts'
import type { Labels } from './labels.ts'
import type { ChangeFacts, Deed, ExpertFacts } from './phrases.ts'

/** A change that touched this part of a function's lines, both sides counted, made it anew. */
const REWRITTEN = 0.6

export function changeFacts(change: ChangeRow, labels: Labels, deed: Deed = 'changed', newest = false): ChangeFacts {
  return {
    change: labels.change(change),
    isCommit: change.kind === 'commit',
    deed,
    newest,
    authors: shownAuthors(change).map(labels.person),
    moreAuthors: withoutBots(change.authors).length - shownAuthors(change).length,
    issues: change.issues.map(labels.issue),
    date: dateOf(change.at),
  }
}

export function deedOf(row: HistoryRow, subject: CodeRow): Deed {
  if (row.did !== 'changed' && row.did !== 'signature') return row.did
  const lines = subject.start_line === null || subject.end_line === null ? 0 : subject.end_line - subject.start_line + 1
  if (subject.kind === 'function' && lines > 0 && Math.max(row.added, row.removed) >= REWRITTEN * lines)
    return 'rewritten'
  return row.did
}

export const expertFacts = (expert: Expert, labels: Labels, total: number): ExpertFacts => ({
  person: labels.person(expert.person),
  authored: expert.authored,
  reviewed: expert.reviewed,
  merged: expert.merged,
  total,
  latest: dateOf(expert.latest),
})

/** `YYYY-MM-DD` in the author's own time zone. */
export const dateOf = (at: string | null) => (at === null || at === '' ? null : at.slice(0, 10))
