import { open } from 'node:fs/promises'
import { readLines } from './read-lines.ts'
import { githubRecord, type PullRequestRecord } from './records.ts'

/**
 * The record of one pull request in a file of records, the newest where there are several; null when it has none, or when there is
 * no file. Other lines are not even parsed.
 */
export async function findPullRequest(path: string, number: number): Promise<PullRequestRecord | null> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (file === null) return null
  const mark = `"number":${number},`
  let found: PullRequestRecord | null = null
  try {
    for await (const { text } of readLines(file)) {
      const record = text.includes(mark) ? parse(text) : null
      if (record?.number === number && (found === null || found.updated_at <= record.updated_at)) found = record
    }
  } finally {
    await file.close()
  }
  return found
}

function parse(text: string): PullRequestRecord | null {
  try {
    const record = githubRecord.safeParse(JSON.parse(text)).data
    return record?.kind === 'pull_request' ? record : null
  } catch {
    return null
  }
}
