import { mkdir } from 'node:fs/promises'
import { UserError } from '../errors.ts'
import type { Database } from '../graph/types.ts'
import type { CommandContext } from './command.ts'

/** The database that the configuration names; closed when the command ends, however it ends. */
export async function openContextDatabase(context: CommandContext): Promise<Database> {
  await makeDataFolder(context.config.dataDir)
  const { openDatabase } = await import('../graph/open-database.ts')
  const database = await openDatabase({
    dataDir: context.config.dataDir,
    url: context.config.falkordbUrl ?? undefined,
    logger: context.logger.child({ component: 'database' }),
  })
  context.shutdown.add('database', () => database.close())
  return database
}

async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true })
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code ?? String(cause)
    throw new UserError(`The data folder ${dataDir} cannot be made (${reason}).`, 'Choose another one: --data DIR', {
      cause,
    })
  }
}
