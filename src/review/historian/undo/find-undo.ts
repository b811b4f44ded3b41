/** Whether a change takes back what an earlier one did to the same function; pure. */
import { type CodeLine, type Region, without } from './region.ts'
import { createFormerNames, editedLines, SAME_LINE } from './renames.ts'
import { common, isTelling, likeness, replacement, tellingTokens } from './tokens.ts'

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

/** As much of a check, or of another line, has to be found in a new line for it to be kept in other words. */
const KEPT = { guard: 0.6, other: 0.5 }
/** The same where the line is spread over several, or joined with others; of few tokens that would be chance. */
const SPREAD = 0.8
const FEW_TOKENS = 3
const MOST_LINES = 4
/** Share of its lines, and their least number, that a function loses when it is written anew. */
const REWRITTEN = 0.6
const FEW_LINES = 5
/** Share of its lines that an earlier change has to lose to be dropped. */
const MOST = 0.5

const BRANCH = /^(?:case|default|if|elif|else if|\} else if|when)\b/
const GUARD = /^(?:\} ?)?(?:if|elif|else if|while|assert|raise|throw|except|try|finally|with|catch)\b/

/**
 * `earlier`: what the other change did to the function, at its time; `elsewhere`: all lines that this change adds anywhere, so
 * that what only moved does not count as gone.
 */
export function findUndo(change: Region, earlier: Region, elsewhere: readonly CodeLine[]): Undo | null {
  const formerNames = createFormerNames(change)
  const now = { ...change, new: formerNames(change.new), added: formerNames(change.added) }
  const there = formerNames(elsewhere)
  const gave = without(earlier.added, earlier.removed)
  const took = without(earlier.removed, earlier.added)
  // Of what it wrote, the lines that were there until now.
  const standing = among(gave, now.old)
  const taken = notAmong(among(now.removed, standing), there).filter((line) => !isOfVersion(line))
  const put = notAmong(among(now.added, took), now.old)
  return (
    restored(taken, put, took, gave) ??
    valueBack(now, earlier, there) ??
    orderBack(now, earlier) ??
    (isRewritten(now) ? null : (checkGone(taken, now, there) ?? dropped(taken, gave, there)))
  )
}

/** Of a function that is written anew, what is not there any more says nothing. */
const isRewritten = ({ old, removed }: Region) => removed.length >= FEW_LINES && removed.length > REWRITTEN * old.length

const keysOf = (lines: readonly CodeLine[]) => new Set(lines.map(({ key }) => key))

function among(lines: readonly CodeLine[], others: readonly CodeLine[]): CodeLine[] {
  const keys = keysOf(others)
  return lines.filter(({ key }) => keys.has(key))
}

function notAmong(lines: readonly CodeLine[], others: readonly CodeLine[]): CodeLine[] {
  const keys = keysOf(others)
  return lines.filter(({ key }) => !keys.has(key))
}

function restored(
  taken: readonly CodeLine[],
  put: readonly CodeLine[],
  took: readonly CodeLine[],
  gave: readonly CodeLine[],
): Undo | null {
  const back = put.filter(({ tokens }) => isTelling(tokens))
  if (back.length === 0) return null
  const swapped = taken.some(({ tokens }) => tokens.length > 1)
  // A change that only removed is taken back by writing again most of what it removed.
  const rewritten = gave.length === 0 && back.length >= MOST * took.filter(({ tokens }) => isTelling(tokens)).length
  return swapped || rewritten ? { how: 'restored', taken, put } : null
}

/** A part of a line that the earlier change replaced is replaced back, whatever else changed in the line. */
function valueBack(now: Region, earlier: Region, elsewhere: readonly CodeLine[]): Undo | null {
  const before = editedLines(earlier.removed, earlier.added).flatMap(({ was, now: then }) => {
    const change = replacement(was.tokens, then.tokens)
    return change === null ? [] : [change]
  })
  for (const { was, now: fresh } of editedLines(now.removed, now.added)) {
    const change = replacement(was.tokens, fresh.tokens)
    if (change === null) continue
    const reverse = before.some(
      (each) => each.was === change.now && each.now === change.was && each.before === change.before,
    )
    const moved = change.was !== '' && elsewhere.some(({ key }) => key.includes(change.was))
    if (reverse && !moved) return { how: 'value', taken: [was], put: [fresh] }
  }
  return null
}

/** The earlier change moved a line past others, and this one moves it back. */
function orderBack(now: Region, earlier: Region): Undo | null {
  const [before, after, old, fresh] = [earlier.old, earlier.new, now.old, now.new].map(uniqueLines)
  if (!before || !after || !old || !fresh) return null
  const shared = [...before.keys()].filter((key) => after.has(key) && old.has(key) && fresh.has(key))
  const moved = keysOf(earlier.removed)
  const movedAgain = keysOf(now.removed)
  const order = (lines: ReadonlyMap<string, CodeLine>, a: string, b: string) =>
    Math.sign((lines.get(a)?.line ?? 0) - (lines.get(b)?.line ?? 0))
  for (const a of shared.filter((key) => moved.has(key))) {
    for (const b of shared) {
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
  for (const { key } of lines) counts.set(key, (counts.get(key) ?? 0) + 1)
  return new Map(
    lines.flatMap((each) => (counts.get(each.key) === 1 && isTelling(each.tokens) ? [[each.key, each]] : [])),
  )
}

function checkGone(taken: readonly CodeLine[], now: Region, elsewhere: readonly CodeLine[]): Undo | null {
  const guards = taken.filter((line) => isGuard(line) && tellingTokens(line.tokens).length > 1)
  const gone = guards.filter((guard) => !isKept(guard, elsewhere, KEPT.guard) && !isReplaced(guard, now))
  return gone.length > 0 && gone.length === guards.length ? { how: 'guard', taken: gone, put: [] } : null
}

const isGuard = ({ text }: CodeLine) => GUARD.test(text)

/** What tells versions of a language apart goes when the old ones do. */
const isOfVersion = ({ text }: CodeLine) => /version_info|TYPE_CHECKING|\bPY[23]\b/.test(text)

/** Another check stands before what this one stood before. */
function isReplaced(guard: CodeLine, { old, new: fresh, added }: Region): boolean {
  const guarded = old[old.findIndex(({ line }) => line === guard.line) + 1]
  if (guarded === undefined) return false
  return added.filter(isGuard).some(({ line }) => {
    const next = fresh[fresh.findIndex((each) => each.line === line) + 1]
    return next !== undefined && likeness(guarded.tokens, next.tokens) >= SAME_LINE
  })
}

function dropped(taken: readonly CodeLine[], gave: readonly CodeLine[], elsewhere: readonly CodeLine[]): Undo | null {
  const gone = taken.filter((line) => isTelling(line.tokens) && !isKept(line, elsewhere, KEPT.other))
  const own = gave.filter(({ tokens }) => isTelling(tokens))
  return gone.length > 0 && gone.length >= MOST * own.length ? { how: 'dropped', taken: gone, put: [] } : null
}

/** Said in other words, or laid out over more lines or fewer. */
function isKept(line: CodeLine, elsewhere: readonly CodeLine[], least: number): boolean {
  const own = tellingTokens(line.tokens)
  if (quotesLiveOn(own, elsewhere)) return true
  return elsewhere.some((other, start) => {
    if (likeness(own, tellingTokens(other.tokens)) >= least || branchesOn(own, other)) return true
    if (own.length < FEW_TOKENS) return false
    const around = elsewhere.slice(start, start + MOST_LINES).flatMap(({ tokens }) => tellingTokens(tokens))
    return common(own, around) >= SPREAD * own.length
  })
}

/** What a line quotes tells it from all others: where all of it is said again, the line lives on in another form. */
function quotesLiveOn(own: readonly string[], elsewhere: readonly CodeLine[]): boolean {
  const quotes = own.filter((token) => /^["'`].{3,}["'`]$/.test(token))
  return quotes.length > 0 && quotes.every((quote) => elsewhere.some(({ tokens }) => tokens.includes(quote)))
}

/** A check by the type or the constant that it asks for, in another kind of branch. */
function branchesOn(own: readonly string[], { text, tokens }: CodeLine): boolean {
  const asked = own.filter((token) => /^[A-Z]\w{2,}$/.test(token))
  return asked.length > 0 && BRANCH.test(text) && asked.every((token) => tokens.includes(token))
}
