/** Whether a change takes back what an earlier one did to the same function; pure. */
import { type CodeLine, type Region, without } from './region.ts'
import { isTelling, likeness, replacement, tellingTokens, tokensOf } from './tokens.ts'

export interface Undo {
  /**
   * `restored`: lines are what they were before; `value`: a part of a line is; `order`: lines stand in the order that they had
   * before; `guard`: a check is gone; `dropped`: most of what the earlier change wrote is gone.
   */
  readonly how: 'restored' | 'value' | 'order' | 'guard' | 'dropped'
  /** What the earlier change wrote and this one takes away. */
  readonly taken: readonly CodeLine[]
  /** What this one puts in its place; lines of the head. */
  readonly put: readonly CodeLine[]
}

/** Lines as alike as this are the same line, edited. */
const SAME_LINE = 0.5
/** As much of a check, or of another line, has to be found in a new line for it to be kept in other words. */
const KEPT = { guard: 0.6, other: 0.5 }
/** Share of its lines that an earlier change has to lose to be dropped. */
const MOST = 0.5

const GUARD = /^(?:\} ?)?(?:if|elif|else if|while|assert|raise|throw|except|try|finally|with|catch)\b/

/**
 * `earlier`: what the other change did to the function, at its time; `elsewhere`: all lines that this change adds anywhere, so
 * that what only moved does not count as gone.
 */
export function findUndo(now: Region, earlier: Region, elsewhere: readonly CodeLine[]): Undo | null {
  const gave = without(earlier.added, earlier.removed)
  const took = without(earlier.removed, earlier.added)
  // Of what it wrote, the lines that were there until now.
  const standing = gave.filter(({ text }) => now.old.some((line) => line.text === text))
  const lost = intersect(now.removed, standing)
  const taken = lost.filter(({ text }) => !elsewhere.some((line) => line.text === text))
  const put = intersect(now.added, took).filter(({ text }) => !now.old.some((line) => line.text === text))
  return (
    restored(taken, put, took, gave) ??
    valueBack(now, earlier, elsewhere) ??
    orderBack(now, earlier) ??
    checkGone(taken, now, elsewhere) ??
    dropped(taken, gave, now, elsewhere)
  )
}

const intersect = (lines: readonly CodeLine[], others: readonly CodeLine[]) =>
  lines.filter(({ text }) => others.some((other) => other.text === text))

function restored(
  taken: readonly CodeLine[],
  put: readonly CodeLine[],
  took: readonly CodeLine[],
  gave: readonly CodeLine[],
): Undo | null {
  const back = put.filter(({ text }) => isTelling(text))
  if (back.length === 0) return null
  const swapped = taken.some(({ text }) => tokensOf(text).length > 1)
  // A change that only removed is taken back by writing again most of what it removed.
  const rewritten = gave.length === 0 && back.length >= MOST * took.filter(({ text }) => isTelling(text)).length
  return swapped || rewritten ? { how: 'restored', taken, put } : null
}

/** A part of a line that the earlier change replaced is replaced back, whatever else changed in the line. */
function valueBack(now: Region, earlier: Region, elsewhere: readonly CodeLine[]): Undo | null {
  const before = pairs(earlier.removed, earlier.added).flatMap(({ was, now: then }) => {
    const change = replacement(tokensOf(was.text), tokensOf(then.text))
    return change === null ? [] : [change]
  })
  for (const { was, now: fresh } of pairs(now.removed, now.added)) {
    const change = replacement(tokensOf(was.text), tokensOf(fresh.text))
    if (change === null) continue
    const reverse = before.some(
      (each) =>
        each.was === change.now && each.now === change.was && (each.before === change.before || each.was !== ''),
    )
    const moved = change.was !== '' && elsewhere.some(({ text }) => tokensOf(text).join(' ').includes(change.was))
    if (reverse && !moved) return { how: 'value', taken: [was], put: [fresh] }
  }
  return null
}

/** Removed and added lines that are one line, edited: each with the one that it is most like. */
function pairs(removed: readonly CodeLine[], added: readonly CodeLine[]): { was: CodeLine; now: CodeLine }[] {
  const free = new Set(added)
  return removed.flatMap((was) => {
    const tokens = tokensOf(was.text)
    let best: { now: CodeLine; score: number } | null = null
    for (const now of free) {
      const score = likeness(tokens, tokensOf(now.text))
      if (score >= SAME_LINE && score < 1 && score > (best?.score ?? 0)) best = { now, score }
    }
    if (best === null) return []
    free.delete(best.now)
    return [{ was, now: best.now }]
  })
}

/** The earlier change moved a line past others, and this one moves it back. */
function orderBack(now: Region, earlier: Region): Undo | null {
  const [before, after, old, fresh] = [earlier.old, earlier.new, now.old, now.new].map(uniqueLines)
  if (!before || !after || !old || !fresh) return null
  const common = [...before.keys()].filter((text) => after.has(text) && old.has(text) && fresh.has(text))
  const isIn = (lines: readonly CodeLine[]) => new Set(lines.map(({ text }) => text))
  const moved = isIn(earlier.removed)
  const movedAgain = isIn(now.removed)
  const order = (lines: ReadonlyMap<string, CodeLine>, a: string, b: string) =>
    Math.sign((lines.get(a)?.line ?? 0) - (lines.get(b)?.line ?? 0))
  for (const a of common.filter((text) => moved.has(text))) {
    for (const b of common) {
      if (a === b || !(movedAgain.has(a) || movedAgain.has(b))) continue
      const was = order(before, a, b)
      if (order(after, a, b) === was || order(old, a, b) === was || order(fresh, a, b) !== was) continue
      const line = fresh.get(a)
      return { how: 'order', taken: [], put: line === undefined ? [] : [line] }
    }
  }
  return null
}

/** Telling lines that stand once in a text. */
function uniqueLines(lines: readonly CodeLine[]): Map<string, CodeLine> {
  const counts = new Map<string, number>()
  for (const { text } of lines) counts.set(text, (counts.get(text) ?? 0) + 1)
  return new Map(
    lines.flatMap((each) => (counts.get(each.text) === 1 && isTelling(each.text) ? [[each.text, each]] : [])),
  )
}

function checkGone(taken: readonly CodeLine[], now: Region, elsewhere: readonly CodeLine[]): Undo | null {
  const guards = taken.filter(({ text }) => GUARD.test(text) && tellingTokens(tokensOf(text)).length > 0)
  const gone = guards.filter((guard) => !isKept(guard, now, elsewhere, KEPT.guard))
  return gone.length > 0 && gone.length === guards.length ? { how: 'guard', taken: gone, put: [] } : null
}

function dropped(
  taken: readonly CodeLine[],
  gave: readonly CodeLine[],
  now: Region,
  elsewhere: readonly CodeLine[],
): Undo | null {
  const gone = taken.filter((line) => isTelling(line.text) && !isKept(line, now, elsewhere, KEPT.other))
  const own = gave.filter(({ text }) => isTelling(text))
  return gone.length > 0 && gone.length >= MOST * own.length ? { how: 'dropped', taken: gone, put: [] } : null
}

/** Said in other words: names that this change renames are taken for each other, if more than they is the same. */
function isKept(line: CodeLine, now: Region, elsewhere: readonly CodeLine[], least: number): boolean {
  const vanished = difference(now.old, now.new)
  const appeared = difference(now.new, now.old)
  const tokens = tellingTokens(tokensOf(line.text))
  const own = tokens.map((token) => (vanished.has(token) ? RENAMED : token))
  return elsewhere.some((other) => {
    const theirs = tellingTokens(tokensOf(other.text))
    const masked = theirs.map((token) => (appeared.has(token) ? RENAMED : token))
    const shared = likeness(own, masked)
    return shared >= least && own.some((token) => token !== RENAMED && masked.includes(token))
  })
}

const RENAMED = '§'

function difference(lines: readonly CodeLine[], others: readonly CodeLine[]): Set<string> {
  const there = new Set(others.flatMap(({ text }) => tokensOf(text)))
  return new Set(lines.flatMap(({ text }) => tokensOf(text)).filter((token) => !there.has(token)))
}
