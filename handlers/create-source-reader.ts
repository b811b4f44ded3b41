import { decodeSource } from '../src/code/decode-source.ts'
import { openRepository } from '../src/git/open-repository.ts'
import type { GitRepository } from '../src/git/types.ts'
import { repositoryRecord } from '../src/graph/queries/repository-record.ts'
import type { Graph } from '../src/graph/types.ts'

/** Reads a file at a commit; null where git does not have it, or where the repository has gone away. */
export function createSourceReader(graph: Graph) {
  let opened: Promise<GitRepository | null> | undefined
  const open = async () => {
    const [record] = await graph.run(repositoryRecord, {})
    return record ? openRepository(record.git_dir) : null
  }
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
