import type { Database } from '../graph/types.ts'
import type { CommandContext } from './command.ts'

/** The database that the configuration names; closed when the command ends, however it ends. */
export async function openContextDatabase(context: CommandContext): Promise<Database> {
  const { openDatabase } = await import('../graph/open-database.ts')
  const database = await openDatabase({
    dataDir: context.config.dataDir,
    url: context.config.falkordbUrl ?? undefined,
    logger: context.logger.child({ component: 'database' }),
  })
  context.shutdown.add('database', () => database.close())
  return database
}
