import { readCommitsAt } from '../../git/read-commits.ts'
import { readRecords } from '../../github/record-store.ts'
import type { IssueRecord, PullRequestRecord, RepositoryRecord } from '../../github/records.ts'
import { createSharing } from './create-sharing.ts'
import { type GitHubRecords, recordsAsOf } from './github-records.ts'

/**
 * Reads a file of GitHub records (docs/github-records.md). Of several records of one number the one that was updated last counts,
 * so a file that was only appended to is as good as a sorted one.
 */
export async function readGitHub(path: string): Promise<GitHubRecords> {
  let repository: RepositoryRecord | null = null
  const pulls = new Map<number, PullRequestRecord>()
  const issues = new Map<number, IssueRecord>()
  const share = createSharing()
  for await (const record of readRecords(path)) {
    if (record.kind === 'repository') repository = record
    else if (record.kind === 'pull_request') putNewest(pulls, share(record))
    else putNewest(issues, record)
  }
  return { repository, pulls, issues }
}

/** The same as of the time of a commit. */
export async function readGitHubAsOf(path: string, gitDir: string, commit: string): Promise<GitHubRecords> {
  const records = await readGitHub(path)
  for await (const { committer } of readCommitsAt(gitDir, [commit])) return recordsAsOf(records, new Date(committer.at))
  return records
}

function putNewest<R extends PullRequestRecord | IssueRecord>(records: Map<number, R>, record: R): void {
  const known = records.get(record.number)
  if (known === undefined || known.updated_at <= record.updated_at) records.set(record.number, record)
}
