/** `export`: the graph as sorted JSON lines; with `--json` as one document, an array of the same objects. */
import { once } from 'node:events'
import { exportGraph } from '../ingest/export-graph.ts'
import { chooseRepository, graphName, listRepositories } from '../repositories.ts'
import type { CommandContext } from './command.ts'
import { openContextDatabase } from './open-database.ts'

interface Options {
  readonly repo?: string
  readonly memory?: boolean
}

export async function run(context: CommandContext, _args: [], options: Options): Promise<number> {
  const database = await openContextDatabase(context)
  const { json, terminal, workspace } = context
  const repository = chooseRepository(await listRepositories(database, workspace), options.repo ?? null)
  const lines = exportGraph(database.graph(graphName(workspace, repository)), { memory: options.memory ?? false })
  const write = async (text: string) => {
    if (!terminal.stdout.write(text)) await once(terminal.stdout, 'drain')
  }
  let separator = '['
  for await (const line of lines) {
    await write(json ? `${separator}\n${line}` : `${line}\n`)
    separator = ','
  }
  if (json) await write('\n]\n')
  return 0
}
