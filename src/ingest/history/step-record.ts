import type { FunctionChange } from '../../code/changes/function-change.ts'

/**
 * What one step of history did: the difference of a commit to one parent, mapped to functions. A pure function of two git
 * trees and the language versions; plain JSON, cached on disk.
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
