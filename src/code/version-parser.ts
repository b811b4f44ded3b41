/** Trees kept: the version before, and those of files and branches walked alongside. */
const mostKept = 4
/** Share of a source that may differ from a kept one; beyond it, parsing as a whole is as fast. */
const mostChanged = 0.5

/** What a parser does with its trees. */
export interface Trees<Tree> {
  /** Parses a source, from an edited tree if there is one. */
  parse(source: string, old: Tree | null): Tree
  /** A copy of the tree, edited. */
  edited(tree: Tree, edit: SourceEdit): Tree
  hasErrors(tree: Tree): boolean
  free(tree: Tree): void
}

/** Where a source became another, as offsets and as row and column. */
export interface SourceEdit {
  readonly startIndex: number
  readonly oldEndIndex: number
  readonly newEndIndex: number
  readonly startPosition: Point
  readonly oldEndPosition: Point
  readonly newEndPosition: Point
}

interface Point {
  readonly row: number
  readonly column: number
}

interface Version<Tree> {
  readonly source: string
  readonly tree: Tree
}

/** What differs between two sources: from `start` to the end of either. */
interface Difference {
  readonly start: number
  readonly oldEnd: number
  readonly newEnd: number
}

/**
 * Parses the versions of files after each other, each from the tree of the kept source that is closest to it; `read` gets the
 * tree, which is freed here. Trees with errors are neither kept nor made from others: how the parser recovers depends on where
 * it began.
 */
export function createVersionParser<Tree, Result>(
  trees: Trees<Tree>,
  read: (tree: Tree, source: string) => Result,
): (source: string) => Result {
  /** The youngest last. */
  const kept: Version<Tree>[] = []

  return (source) => {
    const tree = parseFromClosest(source) ?? trees.parse(source, null)
    try {
      return read(tree, source)
    } finally {
      if (trees.hasErrors(tree)) trees.free(tree)
      else keep({ source, tree })
    }
  }

  function parseFromClosest(source: string): Tree | null {
    const found = closest(source)
    if (found === null) return null
    const edited = trees.edited(found.version.tree, editOf(found.version.source, source, found.difference))
    try {
      const tree = trees.parse(source, edited)
      if (!trees.hasErrors(tree)) return tree
      trees.free(tree)
      return null
    } finally {
      trees.free(edited)
    }
  }

  function closest(source: string): { version: Version<Tree>; difference: Difference } | null {
    let best: { version: Version<Tree>; difference: Difference } | null = null
    let least = mostChanged * source.length
    for (const version of kept.toReversed()) {
      const difference = differenceOf(version.source, source)
      const changed = Math.max(difference.oldEnd, difference.newEnd) - difference.start
      if (changed >= least) continue
      least = changed
      best = { version, difference }
    }
    return best
  }

  function keep(version: Version<Tree>): void {
    kept.push(version)
    const oldest = kept.length > mostKept ? kept.shift() : undefined
    if (oldest !== undefined) trees.free(oldest.tree)
  }
}

/** The span outside of which two sources are the same. */
function differenceOf(old: string, fresh: string): Difference {
  const shorter = Math.min(old.length, fresh.length)
  let start = 0
  while (start < shorter && old.charCodeAt(start) === fresh.charCodeAt(start)) start++
  let same = 0
  while (same < shorter - start && old.charCodeAt(old.length - 1 - same) === fresh.charCodeAt(fresh.length - 1 - same))
    same++
  return { start, oldEnd: old.length - same, newEnd: fresh.length - same }
}

function editOf(old: string, fresh: string, { start, oldEnd, newEnd }: Difference): SourceEdit {
  return {
    startIndex: start,
    oldEndIndex: oldEnd,
    newEndIndex: newEnd,
    startPosition: pointAt(fresh, start),
    oldEndPosition: pointAt(old, oldEnd),
    newEndPosition: pointAt(fresh, newEnd),
  }
}

function pointAt(source: string, offset: number): Point {
  let row = 0
  let lineStart = 0
  for (let at = source.indexOf('\n'); at !== -1 && at < offset; at = source.indexOf('\n', at + 1)) {
    row++
    lineStart = at + 1
  }
  return { row, column: offset - lineStart }
}
