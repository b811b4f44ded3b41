/** Evidence on a function, class or file, in the order in which it answers the question. */
import type { PersonRow } from '../../graph/queries/rows.ts'
import type { PathNode } from '../answer.ts'
import type { ChangeRow } from '../evidence.ts'
import { citeOrigins, citeReasons } from './cite-reasons.ts'
import { type Citing, pathNode } from './citing.ts'
import type { CodeFindings } from './findings.ts'
import type { ShownCode } from './show-code.ts'

const MOST_MEMBERS = 8

export function citeCode(citing: Citing, found: CodeFindings, shown: ShownCode): void {
  const { cite, drafts, hop } = citing
  const subject = cite(drafts.code(found.subject, 'subject'))
  for (const other of found.resolution.subjects.slice(1)) cite(drafts.code(other, 'subject'))
  for (const other of found.resolution.forwarders) cite(drafts.code(other, 'mentioned'))
  for (const other of found.resolution.alsoNamed) cite(drafts.code(other, 'mentioned'))
  if (shown.callsFirst) citeCallers(citing, subject, shown)
  for (const { row, sure } of found.callees ?? []) {
    if (sure) hop(subject, 'CALLS', 'out', cite(drafts.code(row, 'callee')))
  }
  citeWalk(citing, found.walk)
  citeHistory(citing, subject, shown)
  citeReasons(citing, shown.reasons)
  citeOrigins(citing, shown.origins)
  if (!shown.callsFirst) citeCallers(citing, subject, shown)
  for (const member of found.members.slice(0, MOST_MEMBERS)) {
    hop(subject, 'DEFINES', 'out', cite(drafts.code(member, 'defines')))
  }
}

function citeCallers({ book, cite, drafts, hop }: Citing, subject: PathNode, shown: ShownCode): void {
  const direct = [
    [shown.callers, 'caller'],
    [shown.tests, 'test'],
    [shown.weak, 'caller'],
  ] as const
  for (const [rows, role] of direct) {
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

/** The leading change with its issues and people, then the others. */
function citeHistory(citing: Citing, subject: PathNode, { lead, earlier, people }: ShownCode): void {
  const nodes = new Map<ChangeRow, PathNode>()
  const reached = new Set<string>()
  const citeModifier = (change: ChangeRow) => {
    // The hop to the change comes before those that lead on from it.
    citing.hop(subject, 'MODIFIES', 'in', pathNode(citing.drafts.change(change, 'change')))
    nodes.set(change, citing.citeChange(change))
  }
  const walkToPeople = () => {
    for (const { person } of people) {
      if (!reached.has(person.ref) && walkToPerson(citing, person, nodes)) reached.add(person.ref)
    }
  }
  if (lead) citeModifier(lead)
  for (const { person, role } of people) citing.cite(citing.drafts.person(person, role))
  walkToPeople()
  for (const change of earlier) citeModifier(change)
  walkToPeople()
}

/** By a change that is shown, so that every hop of the path is evidence; false when none leads there. */
function walkToPerson({ drafts, hop }: Citing, person: PersonRow, nodes: ReadonlyMap<ChangeRow, PathNode>): boolean {
  const parts = [
    ['AUTHORED', 'authors'],
    ['REVIEWED', 'reviewers'],
    ['MERGED', 'mergers'],
  ] as const
  for (const [edge, column] of parts) {
    for (const [change, node] of nodes) {
      if (!change[column].some(({ ref }) => ref === person.ref)) continue
      hop(node, edge, 'in', pathNode(drafts.person(person, 'author')))
      return true
    }
  }
  return false
}

function citeWalk({ cite, drafts, hop }: Citing, walk: CodeFindings['walk']): void {
  const row = walk?.row
  if (!row) return
  let previous: PathNode | null = null
  for (const [index, ref] of row.refs.entries()) {
    const path = row.paths[index] ?? ''
    const qualified_name = row.qualified_names[index] ?? null
    const place = {
      path,
      qualified_name,
      start_line: row.start_lines[index] ?? null,
      end_line: row.end_lines[index] ?? null,
    }
    const rest = { name: qualified_name ?? path, signature: null, gone: false, test: false }
    const node = cite(drafts.code({ ref, kind: 'function', ...place, ...rest }, 'callee'))
    if (previous) hop(previous, 'CALLS', 'out', node)
    previous = node
  }
}
