/** Changes, issues and people as the model reads them. */

import { isOwnChange } from '../../experts/is-own-change.ts'
import type { Expert } from '../../experts/rank-experts.ts'
import type { HistoryRow } from '../../graph/queries/history.ts'
import type { PersonRow } from '../../graph/queries/rows.ts'
import type { EvidenceRole, PathNode } from '../answer.ts'
import type { ChangeRow } from '../evidence.ts'
import { shownAuthors } from '../findings/show-code.ts'
import { statingSentence } from '../findings/stating-sentence.ts'
import type { IssueDetails } from '../tools/issue.ts'
import type { PullRequestDetails } from '../tools/pull-request.ts'
import { dayOf, idOf, nameOfPerson, oneLine, placeOf, quoted, type Telling } from './telling.ts'

const MOST_CHANGES = 6
const MOST_PEOPLE = 3
const MOST_EXPERTS = 4
const MOST_FUNCTIONS = 8
const LONGEST_SENTENCE = 240

/** `[2] PR #5818 2025-11-01 "pass context" by David Lord [3], fixes #5815 [4] "…"`. */
function tellChange(telling: Telling, change: ChangeRow): { line: string; node: PathNode } {
  const { citing } = telling
  const { ref, node } = telling.number(citing.drafts.change(change, 'change'))
  const people = (some: readonly PersonRow[], role: EvidenceRole, edge: string) =>
    some.slice(0, MOST_PEOPLE).map((person) => {
      const told = telling.number(citing.drafts.person(person, role))
      citing.hop(node, edge, 'in', told.node)
      return `${nameOfPerson(person)} ${told.ref}`
    })
  const issues = change.issues.map((issue) => {
    const told = telling.number(citing.drafts.issue(issue, 'fixed'))
    citing.hop(node, 'FIXES', 'out', told.node)
    return `issue #${issue.number} ${told.ref}${quoted(issue.title)}`
  })
  const by = people(shownAuthors(change), 'author', 'AUTHORED')
  const reviewers = people(change.reviewers, 'reviewer', 'REVIEWED')
  const parts = [
    `${ref} ${idOf(change)}${dayOf(change.at)}${quoted(change.title)}`,
    by.length > 0 ? `by ${by.join(', ')}` : '',
    reviewers.length > 0 ? `reviewed by ${reviewers.join(', ')}` : '',
    issues.length > 0 ? `fixes ${issues.join(', ')}` : '',
  ]
  return { line: parts.filter((part) => part !== '').join('; '), node }
}

export function tellHistory(telling: Telling, rows: readonly HistoryRow[], key: string): string[] {
  const subject = telling.asked(key)
  const own = rows.filter(isOwnChange)
  const told = own.length > 0 ? own : rows
  const lines = told.slice(0, MOST_CHANGES).map((row) => {
    const { line, node } = tellChange(telling, row)
    if (subject) telling.citing.hop(subject, 'MODIFIES', 'in', node)
    return `${line}; ${row.did}, +${row.added} -${row.removed}`
  })
  const more = told.length - lines.length
  return more > 0 ? [...lines, `and ${more} older, the first${dayOf(told.at(-1)?.at ?? null)}`] : lines
}

export const tellChanges = (telling: Telling, rows: readonly ChangeRow[]): string[] =>
  rows.slice(0, MOST_CHANGES + 2).map((row) => tellChange(telling, row).line)

export function tellPullRequest(telling: Telling, rows: readonly PullRequestDetails[]): string[] {
  return rows.flatMap((row) => {
    const { line, node } = tellChange(telling, row)
    const mergers = row.mergers.slice(0, 1).map((person) => {
      const told = telling.number(telling.citing.drafts.person(person, 'merger'))
      telling.citing.hop(node, 'MERGED', 'in', told.node)
      return `merged by ${nameOfPerson(person)} ${told.ref}`
    })
    const functions = row.functions.slice(0, MOST_FUNCTIONS).map((code) => {
      const told = telling.number(telling.citing.drafts.code(code, 'subject'))
      telling.citing.hop(node, 'MODIFIES', 'out', told.node)
      return `changed ${told.ref} ${placeOf(code)}`
    })
    const more = row.functions.length - functions.length
    return [[line, ...mergers].join('; '), ...functions, ...(more > 0 ? [`and ${more} more functions`] : [])]
  })
}

export function tellIssue(telling: Telling, rows: readonly IssueDetails[]): string[] {
  return rows.flatMap((row) => {
    const { ref, node } = telling.number(telling.citing.drafts.issue(row, 'mentioned'))
    const openers = row.openers.slice(0, 1).map((person) => {
      const told = telling.number(telling.citing.drafts.person(person, 'opener'))
      telling.citing.hop(node, 'OPENED', 'in', told.node)
      return `; opened by ${nameOfPerson(person)} ${told.ref}`
    })
    const fixes = row.fixes.slice(0, MOST_CHANGES).map((fix) => {
      const told = tellChange(telling, fix)
      telling.citing.hop(node, 'FIXES', 'in', told.node)
      return `fixed by ${told.line}`
    })
    const said = row.body === null ? null : statingSentence(row.body)
    const words = said === null ? [] : [`${ref} says: "${oneLine(said.sentence, LONGEST_SENTENCE)}"`]
    return [`${ref} issue #${row.number}${quoted(row.title)}${openers.join('')}`, ...words, ...fixes]
  })
}

export function tellExperts(telling: Telling, rows: readonly Expert[]): string[] {
  return rows.slice(0, MOST_EXPERTS).map(({ person, authored, reviewed, merged, latest }) => {
    const { ref } = telling.number(telling.citing.drafts.person(person, 'expert'))
    const counts = Object.entries({ wrote: authored, reviewed, merged }).filter(([, count]) => count > 0)
    return `${ref} ${nameOfPerson(person)}: ${counts.map(([did, count]) => `${did} ${count}`).join(', ')}, latest${dayOf(latest)}`
  })
}
