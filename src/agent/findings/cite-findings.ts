/** Numbers the evidence that an answer shows, in the order in which it answers the question, and draws the path to each. */
import type { PersonRow } from '../../graph/queries/rows.ts'
import type { Hop, PathNode } from '../answer.ts'
import { type ChangeRow, createDrafts, createEvidenceBook, type EvidenceBook, type EvidenceDraft } from '../evidence.ts'
import type { Urls } from '../urls.ts'
import type { Findings } from './findings.ts'
import { type ShownCode, showCode, shownAuthors } from './show-code.ts'

export interface CitedFindings {
  readonly book: EvidenceBook
  readonly path: readonly Hop[]
  readonly shown: ShownCode | null
}

const MOST_FUNCTIONS = 8

export function citeFindings({ question, found }: Findings, urls: Urls): CitedFindings {
  const book = createEvidenceBook()
  const drafts = createDrafts(urls)
  const path: Hop[] = []
  const cite = (draft: EvidenceDraft): PathNode => {
    book.cite(draft)
    return pathNode(draft)
  }
  const hop = (from: PathNode, edge: string, direction: Hop['direction'], to: PathNode) => {
    path.push({ from, edge, direction, to })
  }
  const citePeople = (change: ChangeRow, node: PathNode) => {
    for (const author of shownAuthors(change)) hop(node, 'AUTHORED', 'in', cite(drafts.person(author, 'author')))
    for (const reviewer of change.reviewers) hop(node, 'REVIEWED', 'in', cite(drafts.person(reviewer, 'reviewer')))
    for (const merger of change.mergers) hop(node, 'MERGED', 'in', cite(drafts.person(merger, 'merger')))
  }
  const citeIssues = (change: ChangeRow, node: PathNode) => {
    for (const issue of change.issues) hop(node, 'FIXES', 'out', cite(drafts.issue(issue, 'fixed')))
  }

  switch (found.kind) {
    case 'code': {
      const shown = showCode(found, question.intents)
      const subject = cite(drafts.code(found.subject, 'subject'))
      for (const other of found.resolution.subjects.slice(1)) cite(drafts.code(other, 'subject'))
      for (const other of found.resolution.alsoNamed) cite(drafts.code(other, 'mentioned'))
      const citeCalls = () => {
        for (const [rows, role] of [
          [shown.callers, 'caller'],
          [shown.tests, 'test'],
          [shown.weak, 'caller'],
        ] as const) {
          for (const { how, confidence, ...row } of rows) {
            hop(subject, 'CALLS', 'in', cite(drafts.code(row, role, { depth: 1, how, confidence })))
          }
        }
        for (const { depth, ...row } of shown.indirect) {
          const via = book.entries().find(({ key }) => key === row.called)
          const node = cite(drafts.code(row, row.test ? 'test' : 'caller', { depth }))
          if (via) hop(pathNode(via), 'CALLS', 'in', node)
        }
      }
      const citeCallees = () => {
        for (const { row, sure } of found.callees ?? [])
          if (sure) hop(subject, 'CALLS', 'out', cite(drafts.code(row, 'callee')))
      }
      const citeHistory = () => {
        const { lead, earlier } = shown
        const nodes = new Map<ChangeRow, PathNode>()
        const citeChange = (change: ChangeRow) => {
          const node = cite(drafts.change(change, 'change'))
          nodes.set(change, node)
          hop(subject, 'MODIFIES', 'in', node)
          citeIssues(change, node)
        }
        const walked = new Set<string>()
        const walkToPeople = () => {
          for (const { person } of shown.people)
            if (!walked.has(person.ref) && walkToPerson(person, nodes)) walked.add(person.ref)
        }
        if (lead) citeChange(lead)
        for (const { person, role } of shown.people) cite(drafts.person(person, role))
        walkToPeople()
        for (const change of earlier) citeChange(change)
        walkToPeople()
      }
      /** By a change that is shown, so that every hop of the path is evidence. */
      const walkToPerson = (person: PersonRow, nodes: ReadonlyMap<ChangeRow, PathNode>) => {
        const roles = [
          ['AUTHORED', 'authors'],
          ['REVIEWED', 'reviewers'],
          ['MERGED', 'mergers'],
        ] as const
        for (const [edge, column] of roles) {
          for (const [change, node] of nodes) {
            if (!change[column].some(({ ref }) => ref === person.ref)) continue
            hop(node, edge, 'in', pathNode(drafts.person(person, 'author')))
            return true
          }
        }
      }
      if (shown.callsFirst) citeCalls()
      citeCallees()
      for (const step of walkSteps(found)) hop(step.from, 'CALLS', 'out', step.to)
      citeHistory()
      if (!shown.callsFirst) citeCalls()
      for (const member of found.members.slice(0, MOST_FUNCTIONS))
        hop(subject, 'DEFINES', 'out', cite(drafts.code(member, 'defines')))
      return { book, path, shown }
    }
    case 'pull_request': {
      if (!found.details) break
      const node = cite(drafts.change(found.details, 'change'))
      citeIssues(found.details, node)
      citePeople(found.details, node)
      for (const row of found.details.functions.slice(0, MOST_FUNCTIONS))
        hop(node, 'MODIFIES', 'out', cite(drafts.code(row, 'subject')))
      for (const mention of found.mentions) hop(node, 'MENTIONS', 'out', cite(mentioned(mention)))
      break
    }
    case 'issue': {
      if (!found.details) break
      const node = cite(drafts.issue(found.details, 'mentioned'))
      for (const change of found.details.fixes) {
        const fix = cite(drafts.change(change, 'change'))
        hop(node, 'FIXES', 'in', fix)
        for (const author of shownAuthors(change)) hop(fix, 'AUTHORED', 'in', cite(drafts.person(author, 'author')))
      }
      for (const opener of found.details.openers) hop(node, 'OPENED', 'in', cite(drafts.person(opener, 'opener')))
      for (const mention of found.mentions) hop(node, 'MENTIONS', 'in', cite(mentioned(mention)))
      break
    }
    case 'commit':
    case 'repository':
      for (const change of found.changes) {
        const node = cite(drafts.change(change, 'change'))
        if (found.kind === 'commit') citePeople(change, node)
        citeIssues(change, node)
      }
      break
    case 'several':
      for (const candidate of found.candidates) cite(drafts.code(candidate, 'mentioned'))
      break
  }
  return { book, path, shown: null }

  function mentioned(mention: {
    kind: 'pull_request' | 'issue'
    number: number
    title: string | null
    at: string | null
  }): EvidenceDraft {
    if (mention.kind === 'issue') return drafts.issue(mention, 'mentioned')
    const { number, at } = mention
    return drafts.change(
      { ref: `pr:${number}`, kind: 'pull_request', number, sha: null, title: mention.title ?? '', at },
      'mentioned',
    )
  }

  function walkSteps(code: Extract<Findings['found'], { kind: 'code' }>) {
    const row = code.walk?.row
    if (!row) return []
    const nodes = row.refs.map((ref, index) => {
      const path = row.paths[index] ?? ''
      const qualified_name = row.qualified_names[index] ?? null
      const [start_line = null, end_line = null] = [row.start_lines[index], row.end_lines[index]]
      const rest = { name: qualified_name ?? path, signature: null, gone: false, test: false }
      return cite(drafts.code({ ref, kind: 'function', path, qualified_name, start_line, end_line, ...rest }, 'callee'))
    })
    return nodes.slice(1).flatMap((to, index) => {
      const from = nodes[index]
      return from ? [{ from, to }] : []
    })
  }
}

function pathNode({ evidence }: Pick<EvidenceDraft, 'evidence'>): PathNode {
  const { kind, url } = evidence
  switch (evidence.kind) {
    case 'pull_request':
      return { kind, label: `PR #${evidence.number}`, url }
    case 'commit':
      return { kind, label: evidence.sha.slice(0, 10), url }
    case 'issue':
      return { kind, label: `#${evidence.number}`, url }
    case 'person':
      return { kind, label: evidence.name ?? `@${evidence.login ?? ''}`, url }
    case 'fact':
      return { kind, label: evidence.text, url }
    default:
      return { kind, label: evidence.qualified_name === null ? evidence.path : shortName(evidence.qualified_name), url }
  }
}

/** The own name; that of a special method says nothing without its class. */
const shortName = (qualifiedName: string) =>
  qualifiedName
    .split('.')
    .slice(qualifiedName.endsWith('__') ? -2 : -1)
    .join('.')
