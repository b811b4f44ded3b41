/** Which repositories a workspace has indexed, and which one is meant. */
import { NotFoundError, UserError } from './errors.ts'
import type { Database } from './graph/types.ts'

const PREFIX = 'repobrain'

/** One graph per workspace and repository; the workspace may hold a colon (`slack:TEAM`). */
export const graphName = (workspace: string, repository: string) => `${PREFIX}:${workspace}:${repository}`

/** Names (`owner/name`) of the workspace's repositories, sorted. */
export async function listRepositories(database: Pick<Database, 'graphs'>, workspace: string): Promise<string[]> {
  const prefix = `${PREFIX}:${workspace}:`
  const names = await database.graphs()
  return names
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
    .filter((name) => /^[^/:]+\/[^/:]+$/.test(name))
    .sort()
}

/** Every indexed repository by its workspace, both sorted. */
export async function listAllRepositories(database: Pick<Database, 'graphs'>): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const graph of [...(await database.graphs())].sort()) {
    const [, workspace, name] = /^repobrain:(.+):([^/:]+\/[^/:]+)$/.exec(graph) ?? []
    if (workspace !== undefined && name !== undefined) found.set(workspace, [...(found.get(workspace) ?? []), name])
  }
  return found
}

/**
 * The repository that is meant: the one asked for, or the only one. Throws NotFoundError (exit code 3) when it is not
 * indexed or nothing is, UserError (exit code 2) listing them when several could be meant.
 */
export function chooseRepository(indexed: readonly string[], wanted: string | null): string {
  if (wanted !== null) {
    const found = indexed.find((name) => name.toLowerCase() === wanted.toLowerCase())
    if (found !== undefined) return found
    throw new NotFoundError(
      `${wanted} is not indexed${indexed.length ? `; indexed: ${indexed.join(', ')}` : ''}.`,
      `Ingest it first: ingest ${wanted}`,
    )
  }
  const [only, ...others] = indexed
  if (only === undefined)
    throw new NotFoundError('No repository is indexed yet.', 'Ingest one first, for example: ingest pallets/flask')
  if (others.length === 0) return only
  throw new UserError(`Several repositories are indexed: ${indexed.join(', ')}.`, `Say which one: --repo ${only}`, {
    exitCode: 2,
  })
}
