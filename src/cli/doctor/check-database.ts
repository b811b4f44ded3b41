import { performance } from 'node:perf_hooks'
import { openDatabase } from '../../graph/open-database.ts'
import { repositoryRecord } from '../../graph/queries/repository-record.ts'
import type { Database } from '../../graph/types.ts'
import { graphName, listRepositories } from '../../repositories.ts'
import { wordAge } from '../../word-age.ts'
import type { CommandContext } from '../command.ts'
import { attempt, type Check } from './check.ts'

/** A doctor does not wait as long as a command at work. */
const RETRY_FOR_MS = 3_000

const REMEDY = {
  embedded: 'Run `npm run setup` in the checkout: it finds or unpacks a database server.',
  remote: 'Check FALKORDB_URL and that the server runs: docker run -p 6379:6379 falkordb/falkordb',
}

/** The server, and one check for each indexed repository. */
export async function checkDatabase(context: CommandContext): Promise<Check[]> {
  const { config } = context
  let database: Database | null = null
  const server = await attempt('database', config.falkordbUrl ? REMEDY.remote : REMEDY.embedded, async () => {
    database = await openDatabase({
      dataDir: config.dataDir,
      url: config.falkordbUrl ?? undefined,
      retryForMs: RETRY_FOR_MS,
    })
    context.shutdown.add('database', database.close)
    return checkServer(database)
  })
  return [server, ...(database === null ? [] : await checkRepositories(database, context.workspace))]
}

async function checkServer(database: Database): Promise<Check> {
  const info = await database.info()
  const started = performance.now()
  await database.graphs()
  const ms = performance.now() - started
  const ok = info.module !== 'missing'
  return {
    name: 'database',
    ok,
    detail: `${info.kind}, ${info.server}, ${info.module}, answers in ${ms.toFixed(1)} ms, at ${info.address}`,
    remedy: ok ? null : 'The server runs without the FalkorDB module: use the falkordb/falkordb image.',
    data: { ...info, ms },
  }
}

async function checkRepositories(database: Database, workspace: string): Promise<Check[]> {
  const repositories = await attempt('graphs', REMEDY.embedded, async () => {
    const names = await listRepositories(database, workspace)
    return {
      name: 'graphs',
      ok: true,
      detail: `${names.length || 'none'} in workspace ${workspace}`,
      remedy: names.length ? null : 'Ingest a repository: repobrain ingest pallets/flask',
      data: { workspace, names },
    }
  })
  const names = (repositories.data.names ?? []) as string[]
  return [repositories, ...(await Promise.all(names.map((name) => checkRepository(database, workspace, name))))]
}

function checkRepository(database: Database, workspace: string, repository: string): Promise<Check> {
  const remedy = `Ingest it again: repobrain ingest ${repository}`
  return attempt(repository, remedy, async () => {
    const [record] = await database.graph(graphName(workspace, repository)).run(repositoryRecord, {})
    if (!record) {
      return {
        name: repository,
        ok: false,
        detail: 'the graph is there, but nothing is indexed in it',
        remedy,
        data: {},
      }
    }
    const commit = record.commit === null ? 'no commit' : record.commit.slice(0, 7)
    const ok = record.status !== 'degraded'
    return {
      name: repository,
      ok,
      detail: `${record.status} at ${commit}, indexed ${wordAge(record.indexed_at, Date.now())}`,
      remedy: ok ? null : remedy,
      data: record,
    }
  })
}
