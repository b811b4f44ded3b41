import type { GraphNode, Properties } from '../graph/entities.ts'
import type { IngestReport } from './report.ts'

export interface RepositoryFacts {
  readonly report: Omit<IngestReport, 'fetched' | 'changes' | 'seconds'>
  readonly webUrl: string | null
  readonly gitDir: string
  /** Tip of the branch when it was indexed; differs from the report's commit with `--at`. */
  readonly head: string | null
  /** `all`, `none`, or how many of the newest changes. */
  readonly history: string
  /** Name and version of every extractor. */
  readonly extractors: readonly string[]
}

/** The one node that says what the rest of the graph is: which repository, at which commit, how completely. */
export function repositoryNode({ report, webUrl, gitDir, head, history, extractors }: RepositoryFacts): GraphNode {
  const { code, history: changes } = report
  const props: Properties = {
    name: report.repository,
    web_url: webUrl,
    git_dir: gitDir,
    branch: report.branch,
    head,
    commit: report.commit,
    status: report.status,
    missing: report.missing,
    shallow: report.shallow,
    history,
    extractors,
    languages: Object.entries(code?.files_by_language ?? {}).map(([name, count]) => `${name}:${count}`),
    files: code ? Object.values(code.files_by_language).reduce((sum, count) => sum + count, 0) : 0,
    files_parsed: code?.files_parsed ?? 0,
    functions: code?.functions ?? 0,
    calls_failed_files: code?.call_failures.length ?? 0,
    calls_unresolved: code?.calls_unresolved ?? 0,
    calls_external: code?.calls_external ?? 0,
    pull_requests: changes?.pull_requests ?? 0,
    commits: changes?.commits ?? 0,
    issues: changes?.issues ?? 0,
    people: changes?.people ?? 0,
    hunks: changes?.hunks ?? 0,
    hunks_mapped: changes?.hunks_mapped ?? 0,
  }
  return { key: `repository:${report.repository}`, label: 'Repository', props }
}
