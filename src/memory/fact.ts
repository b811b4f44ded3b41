/** A conclusion worth keeping, as it stands today. */

/**
 * Against the code of today, computed whenever it is read: `moved` is the same code at another place or under another name,
 * `weakened` means that the interface of something it calls changed, `unknown` that there is nothing to compare.
 */
export type FactStatus = 'current' | 'moved' | 'weakened' | 'stale' | 'gone' | 'unknown'

/** `held` by those who said so, `superseded` by a newer claim, or `retired` by a person. */
export type FactStanding = 'held' | 'superseded' | 'retired'

export interface FactSource {
  readonly text: string
  readonly author: string | null
  readonly source: string
  /** ISO 8601. */
  readonly at: string
  readonly episode: string
}

export interface FactAnchor {
  readonly ref: string
  readonly name: string
  readonly path: string | null
  readonly status: FactStatus
}

/** The pull request or commit that changed the code under a fact. */
export interface FactCause {
  readonly ref: string
  readonly number: number | null
  readonly sha: string | null
  readonly title: string
  readonly at: string | null
}

export interface Fact {
  /** What people call it by. */
  readonly id: string
  readonly ref: string
  readonly text: string
  readonly scope: string
  readonly topic: string
  readonly standing: FactStanding
  readonly status: FactStatus
  readonly about: readonly FactAnchor[]
  /** Newest change that made it stale, or removed its code; null where none is recorded. */
  readonly cause: FactCause | null
  /** Why it is weakened: names of what it calls whose interface changed. */
  readonly changedCallees: readonly string[]
  /** Oldest first. */
  readonly sources: readonly FactSource[]
  readonly confirmedBy: string | null
  readonly confirmedAt: string | null
  readonly endedAt: string | null
}
