import { type FunctionChange, splitFunctionKey } from '../../code/changes/function-change.ts'
import { joinMoves } from '../../code/changes/join-moves.ts'
import { mapFile } from '../../code/changes/map-file.ts'
import { isTestPath } from '../../code/is-test-path.ts'
import { definitionKey } from '../../graph/entities.ts'
import type { ChangedFile, SourceSide } from './read-change.ts'

/** Where a function stands on one side of the change. */
export interface FunctionSide {
  /** Readable key that the graph has, or would have, it under. */
  readonly ref: string
  readonly path: string
  readonly qualified_name: string
  readonly start_line: number
  readonly end_line: number
  readonly signature: string
  readonly fingerprint: string
}

export interface TargetFunction {
  readonly kind: Exclude<FunctionChange['kind'], 'kept'>
  readonly was: FunctionSide | null
  readonly now: FunctionSide | null
  readonly added: number
  readonly removed: number
  readonly test: boolean
}

export interface MappedChange {
  /** Production code first, by path and line. */
  readonly functions: readonly TargetFunction[]
  readonly files: number
  readonly hunks: number
  /** Hunks whose files were parsed on each side they have. */
  readonly mapped: number
  readonly unmapped: readonly { readonly path: string; readonly reason: string }[]
}

/** Which functions a change touches, on both sides, exactly; see `mapFile`. */
export function mapFunctions(files: readonly ChangedFile[]): MappedChange {
  const hasLines = (side: 'oldCount' | 'newCount') => files.some(({ hunks }) => hunks.some((hunk) => hunk[side] > 0))
  const describeLone = hasLines('oldCount') && hasLines('newCount')
  const changes = joinMoves(
    files.map((file) => ({
      was: file.was,
      now: file.now,
      functions: file.unread === null ? mapFile(file.old, file.new, flatHunks(file), describeLone) : [],
    })),
  )
  const sides = sidesByPath(files)
  const functions = changes.flatMap(({ kind, was, now, added, removed }) => {
    if (kind === 'kept') return []
    const target = {
      was: was && describe(sides.old.get(was.path), was.key),
      now: now && describe(sides.new.get(now.path), now.key),
    }
    return [{ kind, ...target, added, removed, test: isTestPath((target.now ?? target.was)?.path ?? '') }]
  })
  const count = (some: readonly ChangedFile[]) => some.reduce((sum, { hunks }) => sum + hunks.length, 0)
  return {
    functions: functions.sort(byPlace),
    files: files.length,
    hunks: count(files),
    mapped: count(files.filter(({ unread }) => unread === null)),
    unmapped: files.flatMap(({ unread, now, was }) =>
      unread === null ? [] : [{ path: now ?? was ?? '', reason: unread }],
    ),
  }
}

const flatHunks = ({ hunks }: ChangedFile) =>
  hunks.flatMap(({ oldStart, oldCount, newStart, newCount }) => [oldStart, oldCount, newStart, newCount])

function byPlace(a: TargetFunction, b: TargetFunction): number {
  const [x, y] = [a.now ?? a.was, b.now ?? b.was]
  return (
    Number(a.test) - Number(b.test) ||
    (x?.path ?? '').localeCompare(y?.path ?? '') ||
    (x?.start_line ?? 0) - (y?.start_line ?? 0)
  )
}

export function sidesByPath(files: readonly ChangedFile[]): {
  readonly old: ReadonlyMap<string, SourceSide>
  readonly new: ReadonlyMap<string, SourceSide>
} {
  const read = (sides: readonly (SourceSide | null)[]) =>
    new Map(sides.flatMap((side) => (side === null ? [] : [[side.path, side]])))
  return { old: read(files.map((file) => file.old)), new: read(files.map((file) => file.new)) }
}

function describe(side: SourceSide | undefined, key: string): FunctionSide | null {
  const { qualifiedName, ordinal } = splitFunctionKey(key)
  const index =
    side?.outline.entries.findIndex(
      (entry) => entry.kind === 'function' && entry.qualifiedName === qualifiedName && entry.ordinal === ordinal,
    ) ?? -1
  const entry = side?.outline.entries[index]
  if (side === undefined || entry === undefined) return null
  return {
    ref: definitionKey('function', side.path, qualifiedName, ordinal),
    path: side.path,
    qualified_name: qualifiedName,
    start_line: entry.startLine,
    end_line: entry.endLine,
    signature: side.outline.signature(index),
    fingerprint: side.outline.fingerprint(index),
  }
}
