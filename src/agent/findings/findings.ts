/** What was found for a question, before anyone words it: data only. */
import type { z } from 'zod'
import type { Expert } from '../../experts/rank-experts.ts'
import type { HistoryRow } from '../../graph/queries/history.ts'
import type { mentionsOf } from '../../graph/queries/issue.ts'
import type { RecordedText } from '../../graph/queries/recorded-texts.ts'
import type { RepositoryState } from '../../graph/queries/repository-state.ts'
import type { CodeRow } from '../../graph/queries/rows.ts'
import type { RecalledFact } from '../../memory/recall-facts.ts'
import type { ChangeRow } from '../evidence.ts'
import type { Question } from '../question/read-question.ts'
import type { Resolution, ResolvedCode } from '../resolve/resolution.ts'
import type { CallerRow } from '../tools/callers.ts'
import type { ImpactRow } from '../tools/impact.ts'
import type { IssueDetails } from '../tools/issue.ts'
import type { PathRow } from '../tools/path-between.ts'
import type { PullRequestDetails } from '../tools/pull-request.ts'
import type { Reason } from './choose-reasons.ts'
import type { RankedChanges } from './rank-changes.ts'

export interface Calls {
  /** Edges sure enough to be told as such, project code and tests apart; module-level code is a `file` row. */
  readonly own: readonly CallerRow[]
  readonly tests: readonly CallerRow[]
  /** Edges that are guesses: counted, shown on request. */
  readonly weak: readonly CallerRow[]
}

export interface CodeFindings {
  readonly kind: 'code'
  readonly resolution: ResolvedCode
  readonly subject: CodeRow
  readonly history: RankedChanges & { readonly all: readonly HistoryRow[] }
  /** Sentences of GitHub's records that explain the leading changes. */
  readonly reasons: readonly Reason[]
  /** Where the leading change comes from, oldest first: the issues that it fixes, what it mentions. */
  readonly origins: readonly RecordedText[]
  readonly experts: readonly Expert[]
  /** The experts are of the file, since nobody who can be asked is recorded for the function itself. */
  readonly expertsOfFile: boolean
  readonly calls: Calls | null
  /** Callers of callers, without the direct ones. */
  readonly indirect: readonly ImpactRow[]
  readonly callees: readonly { readonly row: CodeRow; readonly sure: boolean }[] | null
  readonly walk: { readonly to: CodeRow; readonly row: PathRow | null } | null
  /** What a file or class defines, in source order. */
  readonly members: readonly CodeRow[]
}

export interface PullRequestFindings {
  readonly kind: 'pull_request'
  readonly number: number
  readonly details: PullRequestDetails | null
  readonly reasons: readonly Reason[]
  readonly origins: readonly RecordedText[]
  readonly mentions: readonly z.infer<typeof mentionsOf.row>[]
}

export interface IssueFindings {
  readonly kind: 'issue'
  readonly number: number
  readonly details: IssueDetails | null
  /** The sentence that says what it is about. */
  readonly sentence: string | null
  readonly mentions: readonly z.infer<typeof mentionsOf.row>[]
}

export interface CommitFindings {
  readonly kind: 'commit'
  readonly sha: string
  readonly changes: readonly ChangeRow[]
}

export interface RepositoryFindings {
  readonly kind: 'repository'
  readonly changes: readonly ChangeRow[]
}

export type UnresolvedFindings = Extract<
  Resolution,
  { kind: 'several' | 'unknown-name' | 'unknown-place' | 'no-match' | 'other-repository' | 'nothing-named' }
>

export interface Findings {
  readonly question: Question
  readonly repository: RepositoryState | null
  /** Remembered on what the question is about, the most telling first. */
  readonly facts: readonly RecalledFact[]
  readonly found:
    | CodeFindings
    | PullRequestFindings
    | IssueFindings
    | CommitFindings
    | RepositoryFindings
    | UnresolvedFindings
}
