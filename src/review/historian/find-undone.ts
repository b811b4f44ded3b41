/** Earlier fixes that a change takes back. */
import type { GitRepository } from '../../git/types.ts'
import { makeFinding } from '../make-finding.ts'
import { sidesByPath } from '../mapping/map-functions.ts'
import { type ChangedFile, readChanges } from '../mapping/read-change.ts'
import { type ReviewContext, targetEvidence } from '../review-context.ts'
import type { Finding } from '../review-document.ts'
import type { Target } from '../task.ts'
import { changeEvidence, fixEvidence, wordChange } from './change-evidence.ts'
import { isFix, isRevert } from './change-kind.ts'
import type { ChangeRow, EarlierChangeFound, EarlierChanges, EarlierPlace } from './earlier-changes.ts'
import { findUndo, type Undo } from './undo/find-undo.ts'
import {
  type CodeLine,
  linesByFunction,
  movedRegion,
  plainLines,
  type Region,
  regionOf,
  wholeRegion,
} from './undo/region.ts'
import { wordUndo } from './undo/word-undo.ts'

/** Earlier commits that are compared, those that fix something recorded first, then the newest. */
const MOST_COMMITS = 120
/** A change of more functions rewrites, it does not fix. */
const BULK = 150
const FOCUSED = 40

interface Undone {
  readonly change: ChangeRow
  readonly target: Target | null
  readonly file: ChangedFile
  readonly undo: Undo
}

export async function findUndone(
  context: ReviewContext,
  files: readonly ChangedFile[],
  earlier: EarlierChanges,
): Promise<Finding[]> {
  const fixes = earlier.found.filter(({ change }) => isFix(change) && change.breadth <= BULK).sort(bySureness)
  const commits = await readCommits(context.git, fixes, earlier.ancestry)
  const elsewhere = files.flatMap((file) => (file.new === null ? [] : regionsAdded(file)))
  const sides = sidesByPath(files)
  const own = files.map(plainLines)
  const taken = new Set(own.flatMap(({ removed }) => [...removed]))
  const put = new Set(own.flatMap(({ added }) => [...added]))
  const undone: Undone[] = []
  for (const { change, places } of fixes) {
    for (const place of places) {
      const file = files.find(({ was, unread }) => was === place.path && unread === null)
      const then = commits.get(place.commit ?? '')?.find((each) => isAt(each, place.former.path))
      if (file === undefined || then === undefined || place.target?.now === null) continue
      const lines = plainLines(then)
      // Most have no line in common: they need not be looked at closely.
      if (!shares(lines.added, taken) && !shares(lines.removed, put)) continue
      const now = regionNow(place.target, file, sides)
      const undo = now && findUndo(now, regionThen(place, then), elsewhere)
      if (undo && isBelievable(undo, change)) undone.push({ change, target: place.target, file, undo })
    }
  }
  return oncePerLines(undone).map((each) => wordFinding(each, context))
}

/** That lines are gone says little by itself: only of a change that was about one thing, which is recorded. */
const isBelievable = ({ how }: Undo, { issues, breadth }: ChangeRow) =>
  how !== 'dropped' || (issues.length > 0 && breadth <= FOCUSED)

const bySureness = (a: EarlierChangeFound, b: EarlierChangeFound) =>
  Number(b.change.issues.length > 0) - Number(a.change.issues.length > 0) ||
  (b.change.at ?? '').localeCompare(a.change.at ?? '') ||
  a.change.change.localeCompare(b.change.change)

const isAt = ({ was, now }: ChangedFile, path: string) => now === path || was === path

/** Files of the earlier commits, those alone that matter, by commit. */
async function readCommits(
  git: GitRepository,
  fixes: readonly EarlierChangeFound[],
  ancestry: EarlierChanges['ancestry'],
): Promise<Map<string, ChangedFile[]>> {
  const wanted = new Map<string, Set<string>>()
  for (const { commit, former } of fixes.flatMap(({ places }) => places)) {
    if (commit === null || (!wanted.has(commit) && wanted.size >= MOST_COMMITS)) continue
    wanted.set(commit, (wanted.get(commit) ?? new Set()).add(former.path))
  }
  const pairs = [...wanted].map(([commit, only]) => ({ commit, parent: ancestry.get(commit)?.[0] ?? null, only }))
  const read = await readChanges(git, pairs)
  return new Map(pairs.map(({ commit }, index) => [commit, read[index] ?? []]))
}

function regionsAdded(file: ChangedFile): readonly CodeLine[] {
  return wholeRegion(file).added
}

function regionNow(target: Target | null, file: ChangedFile, sides: ReturnType<typeof sidesByPath>): Region | null {
  if (target === null) return regionOf(file, '', '')
  const { was, now } = target
  if (was === null || now === null) return null
  if (file.now === now.path) return regionOf(file, was.qualified_name, now.qualified_name)
  const [old, fresh] = [sides.old.get(was.path), sides.new.get(now.path)]
  if (old === undefined || fresh === undefined) return null
  return movedRegion(
    linesByFunction(old).get(was.qualified_name) ?? [],
    linesByFunction(fresh).get(now.qualified_name) ?? [],
  )
}

/** A commit found by its lines is compared as a whole: which function it was then is not recorded. */
function regionThen({ former: { name } }: EarlierPlace, file: ChangedFile): Region {
  if (name === null) return wholeRegion(file)
  return regionOf(file, name, name)
}

const BY_STRENGTH: readonly Undo['how'][] = ['restored', 'value', 'order', 'guard', 'dropped']

/** Of several earlier changes that the same lines speak of the clearest counts, then the newest. */
function oncePerLines(undone: readonly Undone[]): Undone[] {
  const sorted = [...undone].sort(
    (a, b) =>
      BY_STRENGTH.indexOf(a.undo.how) - BY_STRENGTH.indexOf(b.undo.how) ||
      (b.change.at ?? '').localeCompare(a.change.at ?? ''),
  )
  const told = new Set<string>()
  return sorted.filter(({ change, file, undo }) => {
    const keys = [...undo.taken.map(({ line }) => `-${line}`), ...undo.put.map(({ line }) => `+${line}`)].map(
      (key) => `${file.was} ${key}`,
    )
    const isNew = !told.has(change.change) && keys.some((key) => !told.has(key))
    for (const key of [change.change, ...keys]) told.add(key)
    return isNew
  })
}

function wordFinding({ change, target, file, undo }: Undone, context: ReviewContext): Finding {
  const path = target?.now?.path ?? file.now ?? file.was ?? ''
  const lines = linesAtHead(undo, target, file)
  const name = target?.now?.qualified_name ?? path
  const reverts = isRevert(change)
  return makeFinding({
    kind: reverts ? 'tried-before' : 'undoes-fix',
    gravity: undo.how === 'dropped' ? 'medium' : 'high',
    title: reverts
      ? `\`${name}\` gets back what ${wordChange(change)} took out`
      : undo.how === 'guard' || undo.how === 'dropped'
        ? `\`${name}\` loses what ${wordChange(change)} fixed`
        : `\`${name}\` goes back to before ${wordChange(change)}`,
    text: wordUndo(undo, change),
    path,
    lines,
    url: lines && context.links.head.code(path, lines.start, lines.end),
    function: target?.was?.ref ?? null,
    evidence: [
      changeEvidence(change, context),
      ...change.issues.map((issue) => fixEvidence(issue, context)),
      ...(target === null ? [] : [targetEvidence(context, target)]),
    ],
  })
}

/** Where the lines are that came back; for lines that are gone, where they stood. */
function linesAtHead({ put, taken }: Undo, target: Target | null, file: ChangedFile): Finding['lines'] {
  const [first] = put
  const last = put.at(-1)
  if (first && last) return { start: Math.min(first.line, last.line), end: Math.max(first.line, last.line) }
  const at = taken[0]?.line ?? 0
  const hunk = file.hunks.find(({ oldStart, oldCount }) => at >= oldStart && at < oldStart + oldCount)
  if (hunk === undefined || file.now !== (target?.now?.path ?? file.now)) {
    return target?.now ? { start: target.now.start_line, end: target.now.end_line } : null
  }
  const start = Math.max(1, hunk.newStart)
  return { start, end: Math.max(start, hunk.newStart + hunk.newCount - 1) }
}

function shares(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const line of some) if (others.has(line)) return true
  return false
}
