import type { GitHubReport } from '../report.ts'
import type { GitHubRecords } from './github-records.ts'
import { remarksOf } from './remarks.ts'

/** What the records hold, counted. */
export function githubReport({ pulls, issues }: GitHubRecords, placed: number): GitHubReport {
  const all = [...pulls.values()]
  return {
    pull_requests: pulls.size,
    issues: issues.size,
    reviews: all.reduce((sum, { reviews }) => sum + reviews.filter(({ state }) => state !== 'pending').length, 0),
    remarks: all.reduce((sum, pull) => sum + remarksOf(pull).length, 0),
    remarks_placed: placed,
  }
}

/** What is not known for want of records, in words. `merged`: numbers of the pull requests of the indexed history. */
export function missingRecords(records: GitHubRecords | null, merged: readonly number[]): string[] {
  if (records === null) return ['reviews are not indexed (no GitHub records)']
  const { repository, pulls } = records
  const refused = repository?.missing ?? []
  const unknown = merged.filter((number) => pulls.get(number)?.missing.includes('reviews') ?? true).length
  const whose = unknown === merged.length ? '' : ` of ${unknown} of ${merged.length} pull requests`
  return [
    ...(unknown > 0 ? [`reviews${whose} are not indexed (no GitHub records of them)`] : []),
    ...(repository?.complete === false ? ['GitHub records are incomplete: the fetch was broken off'] : []),
    ...refused.map((what) => `GitHub’s ${what} could not be read with this token`),
  ]
}
