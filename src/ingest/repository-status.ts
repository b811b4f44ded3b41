import { NotFoundError } from '../errors.ts'
import { openRepository } from '../git/open-repository.ts'
import { repositoryRecord } from '../graph/queries/repository-record.ts'
import type { Graph } from '../graph/types.ts'

export interface RepositoryStatus {
  readonly repository: string
  readonly status: string
  readonly commit: string | null
  readonly branch: string | null
  /** Commits of the branch that are not indexed yet; null where git cannot tell. */
  readonly behind: number | null
  /** Why `behind` is null. */
  readonly problem: string | null
  readonly missing: readonly string[]
  readonly indexed_at: string
}

/** What is indexed, how complete it is, and how far git has moved on. Throws NotFoundError when the graph is not there. */
export async function repositoryStatus(graph: Graph): Promise<RepositoryStatus> {
  const [record] = (await graph.exists()) ? await graph.run(repositoryRecord, {}) : []
  if (!record) throw new NotFoundError('This repository is not indexed.', 'Ingest it first.')
  const { name, status, commit, branch, missing, indexed_at } = record
  return { repository: name, status, commit, branch, missing, indexed_at, ...(await distance(record.git_dir, commit)) }
}

async function distance(gitDir: string, commit: string | null): Promise<Pick<RepositoryStatus, 'behind' | 'problem'>> {
  try {
    const repository = await openRepository(gitDir)
    const head = await repository.head()
    if (head === null) return { behind: 0, problem: null }
    let behind = 0
    if (head.sha !== commit) for await (const _ of repository.commits(head.sha, commit ? [commit] : [])) behind++
    return { behind, problem: null }
  } catch (error) {
    return { behind: null, problem: error instanceof Error ? error.message : String(error) }
  }
}
