import { type FunctionPlace, splitFunctionKey } from './function-change.ts'
import type { LoneFunction } from './map-file.ts'
import { similarity } from './sketch.ts'

/** A function that a change removed from one place, or put at one. */
export interface LonePlace extends FunctionPlace {
  /** Path that the file has after the change, also for a removed function of a renamed file. */
  readonly file: string
  readonly lone: LoneFunction
}

export interface Move<Place extends LonePlace> {
  readonly was: Place
  readonly now: Place
}

/** Least similarity of functions of the same name, and of functions of one file whose name changed. */
const SAME_NAME = 0.7
const SAME_FILE = 0.8
/** A rival this close makes a match ambiguous. */
const MARGIN = 0.05
/** Shorter functions are alike by chance: they need the same qualified name, or to be alone in their file. */
const MIN_TOKENS = 20
/** Bulk rewrites of a file beyond this many comparisons are not searched for renames. */
const MAX_COMPARISONS = 40_000

/**
 * Which removed function is which added one. In this order: the same text (apart from its name and layout) under the same
 * qualified name, the same name, or a new one; the same name and a similar text; in the same file a similar text under a
 * new name. What has two candidates of about the same worth is ambiguous and stays unmatched.
 */
export function matchMoves<Place extends LonePlace>(gone: readonly Place[], fresh: readonly Place[]): Move<Place>[] {
  const moves: Move<Place>[] = []
  const free = { gone: new Set(gone), fresh: new Set(fresh) }
  const hash = ({ lone }: Place) => lone.sketch.hash
  pairUnique((place) => `${hash(place)} ${place.file} ${qualifiedName(place)}`, always)
  pairUnique((place) => `${hash(place)} ${qualifiedName(place)}`, always)
  pairUnique((place) => `${hash(place)} ${lastName(place)}`, isTelling)
  pairUnique(
    (place) => `${hash(place)} ${place.file}`,
    (was) => isTelling(was) || isAlone(was),
  )
  pairUnique(hash, isTelling)
  pairSimilar((place) => qualifiedName(place), SAME_NAME, always)
  pairSimilar((place) => lastName(place), SAME_NAME, isTelling)
  pairSimilar((place) => place.file, SAME_FILE, isTelling)
  return moves

  function pair(was: Place, now: Place): void {
    free.gone.delete(was)
    free.fresh.delete(now)
    moves.push({ was, now })
  }

  function pairUnique(key: (place: Place) => string, accept: (was: Place) => boolean): void {
    const fresh = groupBy(free.fresh, key)
    for (const [value, olds] of groupBy(free.gone, key)) {
      const [was, now] = [olds[0], fresh.get(value)?.[0]]
      if (was && now && olds.length === 1 && fresh.get(value)?.length === 1 && accept(was)) pair(was, now)
    }
  }

  function pairSimilar(key: (place: Place) => string, least: number, accept: (was: Place) => boolean): void {
    const fresh = groupBy(free.fresh, key)
    for (const [value, olds] of groupBy(free.gone, key)) {
      const news = fresh.get(value) ?? []
      if (olds.length * news.length > MAX_COMPARISONS) continue
      const candidates = olds
        .filter(accept)
        .flatMap((was) => news.map((now) => ({ was, now, score: similarity(was.lone.sketch, now.lone.sketch) })))
      for (const { was, now } of clearBest(candidates, least)) pair(was, now)
    }
  }

  function isAlone(was: Place): boolean {
    const inFile = (place: Place) => place.file === was.file
    return gone.filter(inFile).length === 1 && fresh.filter(inFile).length === 1
  }
}

interface Candidate<Place> extends Move<Place & LonePlace> {
  readonly score: number
}

/** Pairs that are the best of both their ends, with no rival within the margin. */
function clearBest<Place extends LonePlace>(
  candidates: readonly Candidate<Place>[],
  least: number,
): Candidate<Place>[] {
  const ranked = candidates.filter(({ score }) => score >= least).sort((a, b) => b.score - a.score)
  const best: Candidate<Place>[] = []
  const taken = new Set<LonePlace>()
  for (const each of ranked) {
    if (taken.has(each.was) || taken.has(each.now)) continue
    taken.add(each.was).add(each.now)
    const rival = ranked.some(
      (other) =>
        other !== each &&
        other.score > each.score - MARGIN &&
        (other.was === each.was || other.now === each.now) &&
        !best.some(({ was, now }) => was === other.was || now === other.now),
    )
    if (!rival) best.push(each)
  }
  return best
}

const always = () => true
const isTelling = ({ lone }: LonePlace) => lone.sketch.tokens.length >= MIN_TOKENS
const qualifiedName = ({ key }: FunctionPlace) => splitFunctionKey(key).qualifiedName
const lastName = (place: FunctionPlace) => qualifiedName(place).slice(qualifiedName(place).lastIndexOf('.') + 1)

function groupBy<T>(items: Iterable<T>, key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const value = key(item)
    const group = groups.get(value)
    if (group === undefined) groups.set(value, [item])
    else group.push(item)
  }
  return groups
}
