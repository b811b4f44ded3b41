import type { RepositoryStatus } from '../src/ingest/repository-status.ts'
import { wordAge } from '../src/word-age.ts'

/** Two or three lines of Markdown for each repository. */
export function wordStatus(statuses: readonly RepositoryStatus[], now = Date.now()): string {
  if (statuses.length === 0) return 'No repository is indexed yet. Ingest one, for example: ingest pallets/flask'
  return statuses.map((status) => wordOne(status, now)).join('\n\n')
}

function wordOne(status: RepositoryStatus, now: number): string {
  const { repository, commit, branch } = status
  const where = commit === null ? 'no commits yet' : `at ${commit.slice(0, 7)}${branch === null ? '' : ` (${branch})`}`
  const state = status.status === 'degraded' ? 'part of the call data is missing; ' : ''
  const lines = [`${repository}: ${where}, ${state}indexed ${wordAge(status.indexed_at, now)}, ${distance(status)}`]
  if (status.missing.length > 0) lines.push(`Not there: ${status.missing.join('; ')}.`)
  return lines.join('\n')
}

function distance({ behind, problem }: RepositoryStatus): string {
  if (behind === null) return `but git cannot tell how far behind: ${problem ?? 'the repository is away'}`
  if (behind === 0) return 'up to date.'
  return `${behind} commit${behind === 1 ? '' : 's'} behind.`
}
