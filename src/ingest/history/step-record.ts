import type { ChangeKind } from '../../graph/entities.ts'

/**
 * What one step of history did: the difference of a commit to one parent, mapped to functions. A pure function of two git
 * trees and the language versions; plain JSON, cached on disk. A function is named by `key`: its qualified name and, from
 * the second definition of that name in the file on, `~2`, `~3` …
 */
export interface StepRecord {
  readonly commit: string
  readonly parent: string | null
  /** Paths of every changed file, before and after; null on the side where it does not exist. */
  readonly files: readonly (readonly [was: string | null, now: string | null])[]
  readonly functions: readonly FunctionChange[]
  /** Numbers that the changelog lines and news fragments of this step bring in, ascending. */
  readonly changelog: readonly ChangelogReference[]
  readonly hunks: number
  /** Hunks whose files were parsed on each side they have. */
  readonly hunksMapped: number
}

export interface ChangelogReference {
  readonly number: number
  /** Said to be a pull request by the markup (`:pr:`, `/pull/12`). */
  readonly pull: boolean
}

export interface FunctionPlace {
  readonly path: string
  readonly key: string
}

export interface FunctionChange {
  /** `kept`: only its place changed and none of its lines (an ordinal shifted); says where it went, is no change of it. */
  readonly kind: ChangeKind | 'kept'
  /** Null when added. */
  readonly was: FunctionPlace | null
  /** Null when deleted. */
  readonly now: FunctionPlace | null
  readonly added: number
  readonly removed: number
}

export const functionKey = (qualifiedName: string, ordinal: number) =>
  ordinal === 0 ? qualifiedName : `${qualifiedName}~${ordinal + 1}`

export function splitFunctionKey(key: string): { qualifiedName: string; ordinal: number } {
  const match = key.includes('~') ? /^(.*)~(\d+)$/s.exec(key) : null
  return match?.[1] === undefined
    ? { qualifiedName: key, ordinal: 0 }
    : { qualifiedName: match[1], ordinal: Number(match[2]) - 1 }
}
