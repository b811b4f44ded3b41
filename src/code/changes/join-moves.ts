import type { FunctionChange } from './function-change.ts'
import type { MappedFunction } from './map-file.ts'
import { type LonePlace, matchMoves } from './match-moves.ts'

/** A changed file with what `mapFile` found in it; null on the side where the file does not exist. */
export interface MappedSides {
  readonly was: string | null
  readonly now: string | null
  readonly functions: readonly MappedFunction[]
}

interface LoneChange extends LonePlace {
  readonly lines: number
}

/** The functions of all files of a change: what left one place and came to another is one function that moved. */
export function joinMoves(files: readonly MappedSides[]): FunctionChange[] {
  const functions: FunctionChange[] = []
  const gone: LoneChange[] = []
  const fresh: LoneChange[] = []
  for (const file of files) {
    for (const each of file.functions) {
      if (each.lone === null || (each.was !== null && each.now !== null)) functions.push(inFile(file, each))
      else if (each.now === null) gone.push(loneChange(file, each.lone, each.was ?? '', file.was ?? '', each.removed))
      else fresh.push(loneChange(file, each.lone, each.now, file.now ?? '', each.added))
    }
  }
  const moves = matchMoves(gone, fresh)
  const moved = new Set<LoneChange>(moves.flatMap(({ was, now }) => [was, now]))
  functions.push(...moves.map(({ was, now }) => moveOf(was, now)))
  for (const each of gone) {
    if (!moved.has(each))
      functions.push({ kind: 'deleted', was: placeOf(each), now: null, added: 0, removed: each.lines })
  }
  for (const each of fresh) {
    if (!moved.has(each))
      functions.push({ kind: 'added', was: null, now: placeOf(each), added: each.lines, removed: 0 })
  }
  return functions
}

const placeOf = ({ path, key }: LonePlace) => ({ path, key })

function loneChange(file: MappedSides, lone: LonePlace['lone'], key: string, path: string, lines: number): LoneChange {
  return { path, key, file: file.now ?? file.was ?? '', lone, lines }
}

function inFile({ was, now }: MappedSides, each: MappedFunction): FunctionChange {
  return {
    kind: each.kind,
    was: each.was === null || was === null ? null : { path: was, key: each.was },
    now: each.now === null || now === null ? null : { path: now, key: each.now },
    added: each.added,
    removed: each.removed,
  }
}

function moveOf(was: LoneChange, now: LoneChange): FunctionChange {
  const places = { was: placeOf(was), now: placeOf(now) }
  if (was.lone.sketch.hash === now.lone.sketch.hash) return { kind: 'moved', ...places, added: 0, removed: 0 }
  const kind = was.lone.header === now.lone.header ? 'changed' : 'signature'
  return { kind, ...places, added: now.lines, removed: was.lines }
}
