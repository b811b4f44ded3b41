import { UserError } from '../errors.ts'

const UNITS = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 } as const

/**
 * A moment in the past: a date or time as ISO 8601 has it (in UTC where it names no zone), or how long ago it was: `24h`,
 * `3 days`, `2w`. Throws UserError (exit code 2).
 */
export function parseSince(text: string, now: Date): Date {
  const [, count, unit = ''] = /^(\d{1,4})\s*(h|d|w|hours?|days?|weeks?)(?:\s+ago)?$/i.exec(text.trim()) ?? []
  if (count !== undefined) {
    return new Date(now.getTime() - Number(count) * UNITS[unit.charAt(0).toLowerCase() as keyof typeof UNITS])
  }
  const at = /^\d{4}-\d{2}-\d{2}/.test(text) ? new Date(hasZone(text) ? text : `${text}Z`) : new Date(Number.NaN)
  if (!Number.isNaN(at.getTime()) && at <= now) return at
  const problem = Number.isNaN(at.getTime()) ? `“${text}” is no time.` : `${text} is yet to come.`
  throw new UserError(problem, 'Say it like this: 2026-03-01, 2026-03-01T09:00+01:00, 24h, 3d or 2w.', { exitCode: 2 })
}

/** A date alone is in UTC anyway. */
const hasZone = (text: string) => !text.includes('T') || /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text)
