import type { Outline, OutlineEntry } from '../language.ts'
import { functionKey } from './function-change.ts'
import { type FunctionPair, pairFunctions } from './pair-functions.ts'
import { type Sketch, sketchOf } from './sketch.ts'

/** One side of a changed file. */
export interface Side {
  readonly outline: Outline
  /** Text of the lines from `start` to `end`, 1-based and inclusive. */
  textOf(start: number, end: number): string
}

/** `oldStart, oldCount, newStart, newCount` of each hunk, one after the other. */
export type FlatHunks = readonly number[]

/** What happened to one function of the file; keys as in `FunctionChange`, within the file. */
export interface MappedFunction {
  readonly kind: 'changed' | 'signature' | 'moved' | 'kept' | 'added' | 'deleted'
  readonly was: string | null
  readonly now: string | null
  readonly added: number
  readonly removed: number
  /** Of an added or deleted function, where the change may hold its other half. */
  readonly lone: LoneFunction | null
}

/** An added or deleted function as far as `matchMoves` has to know it. */
export interface LoneFunction {
  readonly sketch: Sketch
  /** Header without the function's own name. */
  readonly header: string
}

/**
 * What a diff did to the functions of one file. Removed lines count for the innermost function on the old side, added
 * lines for that on the new side; a side of a hunk without lines touches the innermost function that its insertion point lies
 * in (start ≤ line < end). Null stands for a side that is not there.
 */
export function mapFile(was: Side | null, now: Side | null, hunks: FlatHunks, describeLone: boolean): MappedFunction[] {
  const removed = was === null ? new Map<number, number>() : linesByFunction(was.outline, hunks, 0)
  const added = now === null ? new Map<number, number>() : linesByFunction(now.outline, hunks, 2)
  const { pairs, gone, fresh } = pairFunctions(was?.outline ?? null, now?.outline ?? null, hunks)
  const mapped: MappedFunction[] = []
  if (was !== null && now !== null) {
    for (const pair of pairs) {
      const change = mapPair(was, now, pair, removed.get(pair.was), added.get(pair.now))
      if (change !== null) mapped.push(change)
    }
  }
  const alone = (side: Side, index: number) => (describeLone ? describe(side, index) : null)
  for (const index of gone) {
    if (was === null) break
    const lines = { added: 0, removed: removed.get(index) ?? 0 }
    mapped.push({ kind: 'deleted', was: keyAt(was, index), now: null, ...lines, lone: alone(was, index) })
  }
  for (const index of fresh) {
    if (now === null) break
    const lines = { added: added.get(index) ?? 0, removed: 0 }
    mapped.push({ kind: 'added', was: null, now: keyAt(now, index), ...lines, lone: alone(now, index) })
  }
  return mapped
}

function mapPair(
  was: Side,
  now: Side,
  pair: FunctionPair,
  removed: number | undefined,
  added: number | undefined,
): MappedFunction | null {
  const [before, after] = [entryAt(was, pair.was), entryAt(now, pair.now)]
  const keys = { was: keyAt(was, pair.was), now: keyAt(now, pair.now), lone: null }
  if (removed === undefined && added === undefined) {
    if (keys.was === keys.now) return null
    const kind = before.qualifiedName === after.qualifiedName ? 'kept' : 'moved'
    return { kind, ...keys, added: 0, removed: 0 }
  }
  // A diff may show a function that only changed its place in the file as removed here and added there.
  if (textAt(was, pair.was) === textAt(now, pair.now)) {
    return { kind: 'moved', ...keys, added: 0, removed: 0 }
  }
  const kind = was.outline.signature(pair.was) === now.outline.signature(pair.now) ? 'changed' : 'signature'
  return { kind, ...keys, added: added ?? 0, removed: removed ?? 0 }
}

/** Changed lines by index of the innermost function; `side` is 0 for the old one, 2 for the new one. */
function linesByFunction(outline: Outline, hunks: FlatHunks, side: 0 | 2): Map<number, number> {
  const lines = new Map<number, number>()
  for (let at = side; at < hunks.length; at += 4) {
    const start = hunks[at] ?? 0
    const count = hunks[at + 1] ?? 0
    if (count === 0) {
      let index = outline.innermostFunction(start)
      while (index !== null && (outline.entries[index]?.endLine ?? 0) <= start)
        index = enclosingFunction(outline, index)
      if (index !== null && !lines.has(index)) lines.set(index, 0)
    }
    for (let line = start; line < start + count; line++) {
      const index = outline.innermostFunction(line)
      if (index !== null) lines.set(index, (lines.get(index) ?? 0) + 1)
    }
  }
  return lines
}

function enclosingFunction(outline: Outline, index: number): number | null {
  let parent = outline.entries[index]?.parent ?? null
  while (parent !== null && outline.entries[parent]?.kind !== 'function')
    parent = outline.entries[parent]?.parent ?? null
  return parent
}

function entryAt(side: Side, index: number): OutlineEntry {
  const entry = side.outline.entries[index]
  if (entry === undefined)
    throw new RangeError(`no definition ${index} in an outline of ${side.outline.entries.length}`)
  return entry
}

function keyAt(side: Side, index: number): string {
  const { qualifiedName, ordinal } = entryAt(side, index)
  return functionKey(qualifiedName, ordinal)
}

function textAt(side: Side, index: number): string {
  const { startLine, endLine } = entryAt(side, index)
  return side.textOf(startLine, endLine)
}

function describe(side: Side, index: number): LoneFunction {
  const { qualifiedName } = entryAt(side, index)
  const name = qualifiedName.slice(qualifiedName.lastIndexOf('.') + 1)
  return { sketch: sketchOf(textAt(side, index), name), header: side.outline.signature(index).replace(name, '') }
}
