import { createHash } from 'node:crypto'

/** Of longer results so many rows count: an answer rests on the first ones, and hashing must not be felt. */
const MOST_ROWS = 500

/**
 * Count and digest of rows as the database gave them. The order of rows and within lists does not count, since a copy of a
 * graph may keep another one.
 */
export function digestRows(rows: readonly unknown[]): { rows: number; digest: string } {
  const text = canonical(rows.slice(0, MOST_ROWS))
  return { rows: rows.length, digest: createHash('sha256').update(text).digest('base64url').slice(0, 16) }
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).sort().join()}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).map(([name, item]) => `${name}:${canonical(item)}`)
  return `{${entries.sort().join()}}`
}
