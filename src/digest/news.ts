/** Something that happened, as digests tell it apart: what was reported once is not reported again. */
export interface News<Item> {
  /** Names the happening, not the thing: a second review of a pull request is other news. */
  readonly key: string
  /** ISO 8601; null for a state, which is news until it was reported and ends by itself. */
  readonly at: string | null
  readonly item: Item
}

/**
 * How long something may take to become known, through a sync that failed or a commit that was pushed late, and still be
 * reported: what happened within this time before the last digest is looked at again.
 */
export const LATE_MS = 7 * 24 * 60 * 60 * 1000

/** As it is kept. */
export const reportedAs = ({ key, at }: News<unknown>): string => (at === null ? key : `${at} ${key}`)

/** What of the reported still has to be known when all that matters is later than `from`. */
export function stillReported(reported: readonly string[], states: ReadonlySet<string>, from: Date): string[] {
  return reported.filter((entry) => {
    const at = Date.parse(/^(\S+) /.exec(entry)?.[1] ?? '')
    return Number.isNaN(at) ? states.has(entry) : at >= from.getTime()
  })
}
