import type { Answer } from '../src/agent/answer.ts'
import { answerQuestion } from '../src/agent/answer-question.ts'
import { openRepository } from '../src/git/open-repository.ts'
import type { GitRepository } from '../src/git/types.ts'
import { repositoryRecord } from '../src/graph/queries/repository-record.ts'
import type { Database } from '../src/graph/types.ts'
import { decodeSource } from '../src/ingest/decode-source.ts'
import { repositoryStatus } from '../src/ingest/repository-status.ts'
import { graphName } from '../src/repositories.ts'

export interface RepositoryQuestion {
  readonly database: Pick<Database, 'graph'>
  readonly workspace: string
  /** `owner/name`, indexed. */
  readonly repository: string
  readonly text: string
  readonly session?: string | undefined
  readonly asker?: string | undefined
}

/** Joins what an answer needs: the graph, and the repository's git for source lines and for how far the index is behind. */
export async function askRepository(question: RepositoryQuestion): Promise<Answer> {
  const graph = question.database.graph(graphName(question.workspace, question.repository))
  const { behind } = await repositoryStatus(graph)
  const sources = createSourceReader(async () => {
    const [record] = await graph.run(repositoryRecord, {})
    return record ? openRepository(record.git_dir) : null
  })
  return answerQuestion({
    graph,
    question: question.text,
    session: question.session,
    asker: question.asker,
    readSource: sources,
    behind,
    clock: () => new Date(),
  })
}

/** Reads a file at a commit; null where git does not have it, or where the repository has gone away. */
function createSourceReader(open: () => Promise<GitRepository | null>) {
  let opened: Promise<GitRepository | null> | undefined
  return async (commit: string, path: string): Promise<string | null> => {
    opened ??= open().catch(() => null)
    const repository = await opened
    if (!repository) return null
    const entry = (await repository.listTree(commit)).find((candidate) => candidate.path === path)
    if (entry?.type !== 'blob') return null
    for await (const { content } of repository.blobs([entry.oid]))
      return content && (decodeSource(content)?.text ?? null)
    return null
  }
}
