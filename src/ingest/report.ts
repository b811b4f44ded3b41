/** What an ingest tells: progress while it runs, a report when it is done. Plain data; `--json` prints the report. */
import type { FetchReport } from '../github/fetch-records.ts'

export type IngestStage = 'fetch' | 'records' | 'tree' | 'code' | 'resolve' | 'history' | 'compare' | 'write'

export interface IngestProgress {
  readonly stage: IngestStage
  readonly done: number
  /** Null while unknown. */
  readonly total: number | null
}

/**
 * `complete`: all that was asked for is in the graph. `degraded`: it is, but part of the call data is missing, see
 * `code.call_failures`. `empty`: the repository has no commits.
 */
export type IngestStatus = 'complete' | 'degraded' | 'empty'

export interface SkippedFile {
  readonly path: string
  /** `symlink`, `submodule`, `git-lfs pointer`, `name is not UTF-8`, `binary`, `4,200,000 bytes, over the limit of …`. */
  readonly reason: string
}

export interface CodeReport {
  /** Files of the tree by language, `other` for those without a known one; skipped tree entries are not counted. */
  readonly files_by_language: Readonly<Record<string, number>>
  readonly files_parsed: number
  /** Of `files_parsed`, those that came from the cache. */
  readonly files_cached: number
  readonly files_with_syntax_errors: number
  readonly skipped: readonly SkippedFile[]
  /** Files that are not UTF-8, with what they were read as. */
  readonly decoded: readonly { readonly path: string; readonly encoding: string }[]
  readonly functions: number
  readonly classes: number
  /** Call edges by how they were resolved. */
  readonly calls: Readonly<Record<string, number>>
  readonly calls_external: number
  readonly calls_unresolved: number
  readonly imports: number
  /** Files whose calls could not be resolved: their call data is missing. */
  readonly call_failures: readonly SkippedFile[]
}

export interface GitHubReport {
  readonly pull_requests: number
  readonly issues: number
  readonly reviews: number
  /** Reviews with words, and comments on code. */
  readonly remarks: number
  /** Of the remarks, those that are on lines of a function. */
  readonly remarks_placed: number
}

export interface HistoryReport {
  readonly pull_requests: number
  /** Changes that no pull request records. */
  readonly commits: number
  readonly issues: number
  readonly people: number
  readonly hunks: number
  readonly hunks_mapped: number
  /** What GitHub's records brought; absent without them. */
  readonly github?: GitHubReport
}

export interface IngestReport {
  readonly repository: string
  readonly graph: string
  readonly status: IngestStatus
  /** The indexed commit; null in an empty repository. */
  readonly commit: string | null
  readonly branch: string | null
  readonly shallow: boolean
  readonly code: CodeReport | null
  /** Null when history was not asked for. */
  readonly history: HistoryReport | null
  /** What the graph does not hold, in words: `reviews are not indexed (no GitHub data)`. */
  readonly missing: readonly string[]
  /** What it took to fetch GitHub's records; null when they were not fetched. */
  readonly fetched: FetchReport | null
  readonly changes: {
    readonly nodes_written: number
    readonly nodes_deleted: number
    readonly edges_written: number
    readonly edges_deleted: number
  }
  /** Wall time by stage, and `total`. */
  readonly seconds: Readonly<Partial<Record<IngestStage | 'total', number>>>
}
