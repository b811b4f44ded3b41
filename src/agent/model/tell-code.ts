/** Code and calls as the model reads them. */
import type { z } from 'zod'
import type { CodeRow, callRow } from '../../graph/queries/rows.ts'
import type { EvidenceRole } from '../answer.ts'
import { SURE } from '../tools/callers.ts'
import type { PathRow } from '../tools/path-between.ts'
import type { SourceRow } from '../tools/source.ts'
import { oneLine, placeOf, type Telling } from './telling.ts'

const MOST_CALLERS = 12
const MOST_MEMBERS = 20
const LONGEST_SIGNATURE = 120
const LONGEST_LINE = 140
const MOST_LINES = 60

/** `[1] function Flask.run src/flask/app.py:12-30 def run(self)`. */
export function tellCode(telling: Telling, rows: readonly CodeRow[], role: EvidenceRole = 'mentioned'): string[] {
  return rows.slice(0, MOST_MEMBERS).map((row) => {
    const { ref } = telling.number(telling.citing.drafts.code(row, role))
    const signature = row.signature === null ? '' : ` ${oneLine(row.signature, LONGEST_SIGNATURE)}`
    return `${ref} ${row.gone ? 'deleted ' : ''}${row.kind} ${placeOf(row)}${signature}`
  })
}

export function tellCalls(
  telling: Telling,
  rows: readonly (z.infer<typeof callRow> & { readonly depth?: number })[],
  key: string,
  direction: 'in' | 'out',
): string[] {
  const subject = telling.asked(key)
  const others = rows.filter((row) => row.ref !== key)
  const sure = others.filter(({ confidence }) => confidence >= SURE)
  const tests = sure.filter(({ test }) => test)
  const own = sure.filter(({ test }) => !test)
  const lines = own.slice(0, MOST_CALLERS).map(({ how, confidence, ...row }) => {
    const { depth = 1 } = row
    const role = direction === 'in' ? 'caller' : 'callee'
    const { ref, node } = telling.number(telling.citing.drafts.code(row, role, { depth, how, confidence }))
    if (subject && depth === 1) telling.citing.hop(subject, 'CALLS', direction, node)
    const path = direction === 'in' ? row.path : null
    for (const line of row.lines) if (path !== null) telling.addLines(path, line, line)
    const at = row.lines.length > 0 ? `, line ${row.lines.slice(0, 4).join(', ')}` : ''
    return `${ref} ${placeOf(row)}${at}${depth > 1 ? `, ${depth} calls away` : ''}`
  })
  const rest = [
    own.length > lines.length ? `${own.length - lines.length} more` : '',
    tests.length > 0 ? `${tests.length} tests` : '',
    others.length > sure.length ? `${others.length - sure.length} guessed calls, not listed` : '',
  ].filter((part) => part !== '')
  return rest.length > 0 ? [...lines, `and ${rest.join(', ')}`] : lines
}

export function tellWalk(telling: Telling, rows: readonly PathRow[]): string[] {
  return rows.map((row) => {
    const nodes = row.refs.map((key, at) => {
      const qualified_name = row.qualified_names[at] ?? null
      const path = row.paths[at] ?? ''
      const place = { path, start_line: row.start_lines[at] ?? null, end_line: row.end_lines[at] ?? null }
      const rest = { name: qualified_name ?? path, signature: null, gone: false, test: false }
      const code: CodeRow = { ref: key, kind: 'function', qualified_name, ...place, ...rest }
      return { ...telling.number(telling.citing.drafts.code(code, 'callee')), name: oneLine(qualified_name ?? path) }
    })
    for (const [at, { node }] of nodes.entries()) {
      const next = nodes[at + 1]
      if (next) telling.citing.hop(node, 'CALLS', 'out', next.node)
    }
    return nodes.map(({ ref, name }) => `${name} ${ref}`).join(' calls ')
  })
}

export function tellSource(telling: Telling, rows: readonly SourceRow[], path: string): string[] {
  const shown = rows.slice(0, MOST_LINES)
  const [first, last] = [shown[0], shown.at(-1)]
  if (!first || !last) return []
  const file = { ref: `file:${path}`, kind: 'file', path, qualified_name: null, name: path } as const
  const place = { start_line: null, end_line: null, signature: null, gone: false, test: false }
  const { ref } = telling.number(telling.citing.drafts.code({ ...file, ...place }, 'mentioned'))
  telling.addLines(path, first.line, last.line)
  return [`${ref} ${oneLine(path, 160)}`, ...shown.map(({ line, text }) => `${line} ${codeLine(text)}`)]
}

/** Keeps the indentation, which means something. */
const codeLine = (text: string) => `${/^\s*/.exec(text)?.[0].replace(/\t/g, '  ') ?? ''}${oneLine(text, LONGEST_LINE)}`
