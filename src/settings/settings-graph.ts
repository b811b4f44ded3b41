import type { Database, Graph } from '../graph/types.ts'

const PREFIX = 'repobrain-settings:'

/** Settings lie in a graph of their own for each workspace, beside those of the repositories. */
export const settingsGraph = (database: Pick<Database, 'graph'>, workspace: string): Graph =>
  database.graph(`${PREFIX}${workspace}`)

/** Workspaces in which anything was set, sorted. */
export async function listWorkspaces(database: Pick<Database, 'graphs'>): Promise<string[]> {
  const names = await database.graphs()
  return names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length))
}
