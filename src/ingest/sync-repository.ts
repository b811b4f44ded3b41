import { realpath } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { NotFoundError } from '../errors.ts'
import { repositoryRecord } from '../graph/queries/repository-record.ts'
import type { Database } from '../graph/types.ts'
import { graphName } from '../repositories.ts'
import { type IngestOptions, ingestRepository } from './ingest-repository.ts'
import type { IngestReport } from './report.ts'

export type SyncOptions = Omit<IngestOptions, 'database' | 'source' | 'at' | 'prs' | 'history' | 'name'> & {
  readonly database: Database
  /** `owner/name`, as it is indexed. */
  readonly name: string
}

/** Brings an indexed repository up to date, the way it was ingested: git, then GitHub's records, then the graph. */
export async function syncRepository(options: SyncOptions): Promise<IngestReport> {
  const { database, workspace, name, dataDir } = options
  const [record] = await database.graph(graphName(workspace, name)).run(repositoryRecord, {})
  if (!record) throw new NotFoundError(`${name} is not indexed.`, `Ingest it first: ingest ${name}`)
  const prs = Number(record.history)
  return ingestRepository({
    ...options,
    source: (await clonedName(dataDir, record.git_dir)) ?? record.git_dir,
    history: record.history !== 'none',
    prs: Number.isInteger(prs) ? prs : undefined,
  })
}

/** `owner/name` of a clone of ours; null for a repository of somebody else's. */
async function clonedName(dataDir: string, gitDir: string): Promise<string | null> {
  const clones = await realpath(join(dataDir, 'clones')).catch(() => null)
  const inside = clones === null ? '..' : relative(clones, gitDir)
  return /^([^./][^/]*\/[^/]+)\.git$/.exec(inside)?.[1] ?? null
}
