/** How rows become lines for the model: each node with its number, strangers' text on one line and short. */
import type { CodeRow, PersonRow } from '../../graph/queries/rows.ts'
import type { RecalledFact } from '../../memory/recall-facts.ts'
import type { PathNode } from '../answer.ts'
import type { ChangeRow, EvidenceDraft } from '../evidence.ts'
import { type Citing, pathNode } from '../findings/citing.ts'

export interface Telling {
  readonly citing: Citing
  /** `[3]`, and the node as the path shows it. */
  number(draft: EvidenceDraft): { readonly ref: string; readonly node: PathNode }
  /** The node that a tool was asked about: it becomes a subject of the answer. Null when it was not told before. */
  asked(key: string): PathNode | null
  /** Keys that tools were asked about, in order. */
  subjects(): readonly string[]
  /** Lines that the model has seen and may point at. */
  addLines(path: string, first: number, last: number): void
  /** Facts that the model was told. */
  facts(): readonly RecalledFact[]
  addFacts(facts: readonly RecalledFact[]): void
  lines(): readonly { readonly path: string; readonly first: number; readonly last: number }[]
}

export function createTelling(citing: Citing): Telling {
  const subjects: string[] = []
  const facts = new Map<string, RecalledFact>()
  const lines: { path: string; first: number; last: number }[] = []
  return {
    citing,
    number: (draft) => ({ ref: `[${citing.book.cite(draft)}]`, node: pathNode(draft) }),
    asked: (key) => {
      if (!subjects.includes(key)) subjects.push(key)
      const entry = citing.book.entries().find((each) => each.key === key)
      return entry ? pathNode(entry) : null
    },
    subjects: () => subjects,
    addLines: (path, first, last) => void lines.push({ path, first, last }),
    lines: () => lines,
    facts: () => [...facts.values()],
    addFacts: (more) => {
      for (const fact of more) facts.set(fact.id, fact)
    },
  }
}

const LONGEST_TEXT = 90

/** Text that a stranger wrote. Markers of the model's own format must not come from there. */
export function oneLine(text: string, longest = LONGEST_TEXT): string {
  const line = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/[\s\u0000-\u001f\u007f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g, ' ')
    .replace(/<\|/g, '<')
    .replace(/[«»]/g, '"')
    .trim()
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}

export const quoted = (text: string | null) => (text ? ` "${oneLine(text)}"` : '')

/** `Flask.run src/flask/app.py:12-30`. */
export function placeOf(row: Pick<CodeRow, 'qualified_name' | 'path' | 'start_line' | 'end_line'>): string {
  const path = oneLine(row.path, 160)
  const place = row.start_line === null ? path : `${path}:${row.start_line}-${row.end_line ?? row.start_line}`
  return row.qualified_name === null ? place : `${oneLine(row.qualified_name, 160)} ${place}`
}

export const nameOfPerson = ({ name, login }: PersonRow) => oneLine(name ?? `@${login ?? '?'}`, 60)

export const idOf = (change: Pick<ChangeRow, 'kind' | 'number' | 'sha'>) =>
  change.kind === 'pull_request' ? `PR #${change.number}` : `commit ${(change.sha ?? '').slice(0, 10)}`

export const dayOf = (at: string | null) => (at === null || at === '' ? '' : ` ${at.slice(0, 10)}`)
