import { issueKey, pullRequestKey } from '../../graph/entities.ts'
import type { CodeRow } from '../../graph/queries/rows.ts'

export interface ResolvedCode {
  readonly kind: 'code'
  /** The main subject first; more than one only when the same change answers for all of them. */
  readonly subjects: readonly [CodeRow, ...CodeRow[]]
  readonly how: 'name' | 'link' | 'traceback' | 'code block' | 'words' | 'thread'
  /** The name that was asked for, when it is defined under another one: `Flask.redirect` → `App.redirect`. */
  readonly inheritedAs: string | null
  /** A name it had earlier, when it was asked for by that. */
  readonly formerName: string | null
  /** Other code that has the name in the question, where its other words point elsewhere. */
  readonly alsoNamed: readonly CodeRow[]
  /** Code of the same name that only calls the subject. */
  readonly forwarders: readonly CodeRow[]
  /** What further names of the question may mean: the other end of a path. */
  readonly others: readonly CodeRow[]
  /** Names of the question that look like code and that the index does not know. */
  readonly unknown: readonly string[]
}

/** What a question turned out to be about. */
export type Resolution =
  | ResolvedCode
  | {
      readonly kind: 'pull_request' | 'issue' | 'either'
      readonly number: number
      readonly how: 'name' | 'link' | 'thread'
    }
  | { readonly kind: 'commit'; readonly sha: string }
  | { readonly kind: 'repository' }
  /** Several match equally well. */
  | { readonly kind: 'several'; readonly asked: string; readonly candidates: readonly CodeRow[] }
  /** It looks like a name, and there is none. `near` are offered, not used. */
  | { readonly kind: 'unknown-name'; readonly asked: string; readonly near: readonly string[] }
  /** A place in the repository (a link, a frame) that no indexed function covers. */
  | { readonly kind: 'unknown-place'; readonly asked: string }
  /** Words that match nothing well enough; `near` are the closest. */
  | { readonly kind: 'no-match'; readonly near: readonly string[] }
  /** A link into another repository. */
  | { readonly kind: 'other-repository'; readonly repository: string }
  /** Nothing but punctuation and words without meaning. */
  | { readonly kind: 'nothing-named' }

const MAX_CANDIDATES = 6

export function code(
  subjects: readonly [CodeRow, ...CodeRow[]],
  how: ResolvedCode['how'],
  rest: Partial<
    Pick<ResolvedCode, 'others' | 'unknown' | 'inheritedAs' | 'formerName' | 'alsoNamed' | 'forwarders'>
  > = {},
): ResolvedCode {
  return {
    kind: 'code',
    subjects,
    how,
    inheritedAs: null,
    formerName: null,
    alsoNamed: [],
    forwarders: [],
    others: [],
    unknown: [],
    ...rest,
  }
}

export const several = (asked: string, candidates: readonly CodeRow[]): Resolution => ({
  kind: 'several',
  asked,
  candidates: candidates.slice(0, MAX_CANDIDATES),
})

/** Keys of the records that a number may name, whether or not the graph has them. */
export function recordKeys(record: {
  readonly kind: 'pull_request' | 'issue' | 'either'
  readonly number: number
}): string[] {
  const { kind, number } = record
  return [...(kind === 'issue' ? [] : [pullRequestKey(number)]), ...(kind === 'pull_request' ? [] : [issueKey(number)])]
}
