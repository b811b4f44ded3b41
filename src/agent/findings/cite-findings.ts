/** Numbers the evidence that an answer shows, in the order in which it answers the question, and draws the path to each. */

import type { Urls } from '../../urls.ts'
import type { Hop, PathNode } from '../answer.ts'
import type { ChangeRow, EvidenceBook, EvidenceDraft } from '../evidence.ts'
import { citeCode } from './cite-code.ts'
import { citeFacts } from './cite-facts.ts'
import { citeOrigins, citeReasons } from './cite-reasons.ts'
import { type Citing, createCiting } from './citing.ts'
import type { Findings, IssueFindings, PullRequestFindings } from './findings.ts'
import { type ShownCode, showCode, shownAuthors } from './show-code.ts'

export interface CitedFindings {
  readonly book: EvidenceBook
  readonly path: readonly Hop[]
  readonly shown: ShownCode | null
}

const MOST_FUNCTIONS = 8

export function citeFindings({ question, found, facts }: Findings, urls: Urls): CitedFindings {
  const citing = createCiting(urls)
  const { book, path } = citing
  const shown = citeFound(citing, question, found)
  citeFacts(citing, facts)
  return { book, path, shown }
}

function citeFound(citing: Citing, question: Findings['question'], found: Findings['found']): ShownCode | null {
  switch (found.kind) {
    case 'code': {
      const shown = showCode(found, question.intents)
      citeCode(citing, found, shown)
      return shown
    }
    case 'pull_request':
      citePullRequest(citing, found, question)
      break
    case 'issue':
      citeIssue(citing, found)
      break
    case 'commit':
      for (const change of found.changes) citePeople(citing, change, citing.citeChange(change))
      break
    case 'repository':
      found.changes.forEach(citing.citeChange)
      break
    case 'several':
      for (const candidate of found.candidates) citing.cite(citing.drafts.code(candidate, 'mentioned'))
      break
  }
  return null
}

function citePullRequest(
  citing: Citing,
  { details, mentions, reasons, origins }: PullRequestFindings,
  question: Findings['question'],
): void {
  if (!details) return
  const { cite, drafts, hop } = citing
  const node = citing.citeChange(details)
  citePeople(citing, details, node)
  for (const row of details.functions.slice(0, MOST_FUNCTIONS)) {
    hop(node, 'MODIFIES', 'out', cite(drafts.code(row, 'subject')))
  }
  citeReasons(citing, reasons)
  if (question.intents.includes('opener')) citeOrigins(citing, origins)
  for (const mention of mentions) hop(node, 'MENTIONS', 'out', cite(mentioned(citing, mention)))
}

function citeIssue(citing: Citing, { details, mentions }: IssueFindings): void {
  if (!details) return
  const { cite, drafts, hop } = citing
  const node = cite(drafts.issue(details, 'mentioned'))
  for (const change of details.fixes) {
    const fix = cite(drafts.change(change, 'change'))
    hop(node, 'FIXES', 'in', fix)
    for (const author of shownAuthors(change)) hop(fix, 'AUTHORED', 'in', cite(drafts.person(author, 'author')))
  }
  for (const opener of details.openers) hop(node, 'OPENED', 'in', cite(drafts.person(opener, 'opener')))
  for (const mention of mentions) hop(node, 'MENTIONS', 'in', cite(mentioned(citing, mention)))
}

function citePeople({ cite, drafts, hop }: Citing, change: ChangeRow, node: PathNode): void {
  for (const author of shownAuthors(change)) hop(node, 'AUTHORED', 'in', cite(drafts.person(author, 'author')))
  for (const reviewer of change.reviewers) hop(node, 'REVIEWED', 'in', cite(drafts.person(reviewer, 'reviewer')))
  for (const merger of change.mergers) hop(node, 'MERGED', 'in', cite(drafts.person(merger, 'merger')))
}

function mentioned({ drafts }: Citing, mention: IssueFindings['mentions'][number]): EvidenceDraft {
  if (mention.kind === 'issue') return drafts.issue(mention, 'mentioned')
  const { number, at } = mention
  const row = { ref: `pr:${number}`, kind: mention.kind, number, sha: null, title: mention.title ?? '', at }
  return drafts.change(row, 'mentioned')
}
