import { isCosmetic } from './change-kind.ts'
import type { EarlierChangeFound } from './earlier-changes.ts'

const HALF_LIFE_YEARS = 3
const YEAR_MS = 365.25 * 24 * 60 * 60 * 1000
/** Changes of more functions than this were about something else. */
const COMMON_BREADTH = 60
/** So many lines in a function, or of the changed ones, say all that lines can say. */
const FULL_SIZE = 10
const FIXES = 1.5
const COSMETIC = 0.4

/**
 * Those that tell most of why the changed code is as it is come first: they wrote the lines, or those beside them, or much of the functions, fixed
 * something, changed little else, and are not long ago. Ages count from the newest, so that the order is not one of today.
 */
export function rankEarlier(found: readonly EarlierChangeFound[]): EarlierChangeFound[] {
  const timeOf = ({ change }: EarlierChangeFound) => Date.parse(change.at ?? '') || 0
  const newest = Math.max(0, ...found.map(timeOf))
  return found
    .map((each) => ({ each, score: relevance(each, (newest - timeOf(each)) / YEAR_MS) }))
    .sort((a, b) => b.score - a.score || a.each.change.change.localeCompare(b.each.change.change))
    .map(({ each }) => each)
}

function relevance({ change, lines, beside, places }: EarlierChangeFound, years: number): number {
  const sizes = new Map<string, number>()
  for (const { target, size } of places) {
    const ref = target?.was?.ref
    if (ref !== undefined) sizes.set(ref, Math.max(size, sizes.get(ref) ?? 0))
  }
  // Of a change that was all about these functions, even a line tells more.
  const focus = 0.5 + sizes.size / Math.max(1, sizes.size, change.breadth)
  const inFunctions = [...sizes.values()].reduce((sum, size) => sum + 0.5 + part(size), 0) * focus
  const written = (lines > 0 ? 1 + part(lines) : 0) + (beside > 0 ? 0.5 + part(beside) : 0)
  const spread = 1 + Math.max(0, change.breadth - COMMON_BREADTH) / COMMON_BREADTH
  const kind = change.issues.length > 0 ? FIXES : isCosmetic(change) ? COSMETIC : 1
  return ((written + inFunctions) * kind * 0.5 ** (years / HALF_LIFE_YEARS)) / spread
}

const part = (size: number) => Math.min(1, size / FULL_SIZE)
