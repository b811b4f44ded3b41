import type { CodeRow } from '../../graph/queries/rows.ts'

/** `Flask.full_dispatch_request`, or the path of a file. */
export const nameOf = (row: Pick<CodeRow, 'qualified_name' | 'path'>) => row.qualified_name ?? row.path

/** Name segments of a Python module: `src/flask/json/__init__.py` → src, flask, json. */
export const moduleSegments = (path: string) =>
  path
    .replace(/\.\w+$/, '')
    .split('/')
    .filter((segment) => segment !== '__init__')

const lines = (row: CodeRow) => (row.start_line === null || row.end_line === null ? 0 : row.end_line - row.start_line)

/**
 * One row for each qualified name of a file. Repeated definitions (overloads, accessors, conditional ones) are read as the
 * one with the longest body, the later one of equals: an overload's stub is not what people ask about.
 */
export function mergeRepeated(rows: readonly CodeRow[]): CodeRow[] {
  const best = new Map<string, CodeRow>()
  for (const row of rows) {
    const id = `${row.kind} ${row.path}::${row.qualified_name}`
    const known = best.get(id)
    const better = !known || (known.gone && !row.gone) || (known.gone === row.gone && isLonger(row, known))
    if (better) best.set(id, row)
  }
  return [...best.values()]
}

const isLonger = (a: CodeRow, b: CodeRow) =>
  lines(a) > lines(b) || (lines(a) === lines(b) && (a.start_line ?? 0) > (b.start_line ?? 0))
