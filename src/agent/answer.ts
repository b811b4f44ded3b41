/** The answer of `ask`, as `--json` prints it. Unknown fields are null, never guessed. */

export interface CodeRef {
  readonly kind: 'function' | 'class' | 'file'
  readonly path: string
  readonly qualified_name: string | null
  readonly start_line: number | null
  readonly end_line: number | null
  readonly url: string | null
}

export type EvidenceRole =
  | 'subject'
  | 'caller'
  | 'callee'
  | 'test'
  | 'defines'
  | 'change'
  | 'mentioned'
  | 'attempt'
  | 'fixed'
  | 'author'
  | 'reviewer'
  | 'merger'
  | 'opener'
  | 'expert'
  | 'lead'

interface EvidenceBase {
  /** Its number in the text: `[1]`. */
  readonly ref: number
  readonly role: EvidenceRole
  readonly url: string | null
}

export type Evidence =
  | (EvidenceBase &
      Omit<CodeRef, 'url'> & { readonly depth?: number; readonly how?: string; readonly confidence?: number })
  | (EvidenceBase & {
      readonly kind: 'pull_request'
      readonly number: number
      readonly title: string | null
      readonly merged_at: string | null
    })
  | (EvidenceBase & {
      readonly kind: 'commit'
      readonly sha: string
      readonly title: string
      readonly authored_at: string
    })
  | (EvidenceBase & { readonly kind: 'issue'; readonly number: number; readonly title: string | null })
  | (EvidenceBase & { readonly kind: 'person'; readonly name: string | null; readonly login: string | null })
  /** The words of a review of pull request `number`; `file` where they are on code. */
  | (EvidenceBase & { readonly kind: 'comment'; readonly number: number | null; readonly file: string | null })
  | (EvidenceBase & { readonly kind: 'fact'; readonly text: string; readonly status: string })

/** A node on the walked path. `label` is worded for people: `full_dispatch_request`, `PR #5818`, `#5815`, `David Lord`. */
export interface PathNode {
  /** Readable key of the node. */
  readonly key: string
  readonly kind: Evidence['kind']
  readonly label: string
  readonly url: string | null
}

export interface Hop {
  readonly from: PathNode
  readonly edge: string
  /** `in`: the edge points from `to` to `from` (`f ← MODIFIES — PR #1`). */
  readonly direction: 'out' | 'in'
  readonly to: PathNode
}

export interface Coverage {
  readonly commit: string | null
  /** Commits of the branch that are not indexed yet; null when that was not asked of git. */
  readonly behind: number | null
  readonly pull_requests: number
  /** What is not known, in words: `reviews are not indexed (no GitHub token)`. */
  readonly missing: readonly string[]
}

export interface QueryRecord {
  readonly name: string
  readonly cypher: string
  readonly params: Readonly<Record<string, unknown>>
  readonly ms: number
  /** How many rows came back, and a digest of them: `verify` compares it with that of another day. */
  readonly rows: number
  readonly digest: string
}

/** A remembered fact that was recalled for the question; `status` is of the moment of the answer. */
export interface AnswerFact {
  readonly id: string
  readonly text: string
  /** `FactStatus` while it is held, else `superseded` or `retired`. */
  readonly status: string
  /** Names of what it is about. */
  readonly about: readonly string[]
  /** Episode of the latest who said so. */
  readonly learnedFrom: string | null
  readonly authors: readonly string[]
  /** ISO 8601: when it was said, or confirmed, last. */
  readonly at: string | null
  /** The change that made it stale: `PR #12`, `commit 1a2b3c4`. */
  readonly changedBy: string | null
}

/** One of several that a question may mean. */
export interface Candidate extends CodeRef {
  /** Readable key. */
  readonly key: string
}

export interface Answer {
  /** Who wrote the sentences. */
  readonly mode: 'model' | 'graph'
  /** Why no model wrote them although one is configured; else null. */
  readonly note: string | null
  readonly text: string
  readonly subjects: readonly CodeRef[]
  readonly evidence: readonly Evidence[]
  readonly path: readonly Hop[]
  readonly facts: readonly AnswerFact[]
  /** Several match equally well, and the text asks which; else empty. */
  readonly candidates: readonly Candidate[]
  readonly coverage: Coverage
  readonly queries: readonly QueryRecord[]
  readonly repository: string
  readonly session: string
  readonly episode: string
}
