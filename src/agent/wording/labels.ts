/** Cited things as Markdown, the same in every language: `name` (path:lines) [1], PR #12 “title” [2], Name [3]. */
import type { CodeRow, PersonRow } from '../../graph/queries/rows.ts'
import { plain } from '../../plain-text.ts'
import { type ChangeRow, type EvidenceBook, titleOf } from '../evidence.ts'
import { nameOf } from '../resolve/candidate.ts'

const LONGEST_FACT = 600
const LONGEST_QUOTE = 400

export function createLabels(book: Pick<EvidenceBook, 'refOf'>) {
  const cited = (key: string, text: string) => {
    const ref = book.refOf(key)
    return ref === null ? text : `${text} [${ref}]`
  }
  return {
    /** With its place. */
    code: (row: CodeRow) =>
      cited(row.ref, row.kind === 'file' ? `\`${row.path}\`` : `\`${nameOf(row)}\` (${placeOf(row)})`),
    /** Without: where the place was said before. */
    name: (row: Pick<CodeRow, 'qualified_name' | 'path' | 'ref'>) => cited(row.ref, `\`${nameOf(row)}\``),
    bareName: (row: Pick<CodeRow, 'qualified_name' | 'path'>) => `\`${nameOf(row)}\``,
    change: (change: Pick<ChangeRow, 'ref' | 'kind' | 'number' | 'sha' | 'title'>) => {
      const id = change.kind === 'pull_request' ? `PR #${change.number}` : (change.sha ?? '').slice(0, 10)
      return cited(change.ref, `${id}${titled(titleOf(change.title))}`)
    },
    issue: (issue: { readonly number: number; readonly title: string | null }) =>
      cited(`issue:${issue.number}`, `#${issue.number}${titled(issue.title)}`),
    /** A sentence that somebody wrote, and where it is from. */
    quote: (sentence: string) => `“${plain(sentence, LONGEST_QUOTE)}”`,
    comment: (ref: string, text: string) => cited(ref, text),
    fact: (fact: { readonly ref: string; readonly text: string }) =>
      cited(fact.ref, `“${plain(fact.text, LONGEST_FACT)}”`),
    /** Of a person as a chat platform calls them. */
    speaker: (name: string) => plain(name),
    person: (person: PersonRow) => cited(person.ref, plain(person.name ?? `@${person.login ?? '?'}`)),
  }
}
export type Labels = ReturnType<typeof createLabels>

function placeOf(row: Pick<CodeRow, 'path' | 'start_line' | 'end_line'>): string {
  if (row.start_line === null) return row.path
  const end = row.end_line !== null && row.end_line > row.start_line ? `-${row.end_line}` : ''
  return `${row.path}:${row.start_line}${end}`
}

const titled = (title: string | null) => (title ? ` “${plain(title)}”` : '')
