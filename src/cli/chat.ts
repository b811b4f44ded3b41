/** `chat`: a thread in the terminal. */
import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { runTerminal } from '../app.ts'
import { createIngestMemory } from '../ingest/ingest-memory.ts'
import { chooseRepository, listRepositories } from '../repositories.ts'
import { createChannelSettings } from '../settings/channel-settings.ts'
import type { CommandContext } from './command.ts'
import { openContextDatabase } from './open-database.ts'
import { openModel } from './open-model.ts'

interface Options {
  readonly repo?: string
  readonly session?: string
}

export async function run(context: CommandContext, _args: [], options: Options): Promise<number> {
  const database = await openContextDatabase(context)
  if (options.repo !== undefined) {
    const repository = chooseRepository(await listRepositories(database, context.workspace), options.repo)
    await createChannelSettings(database, context.workspace).setDefaultRepository('terminal', repository)
  }
  const session = options.session ?? randomUUID().slice(0, 8)
  if (context.terminal.stdin.isTTY) {
    context.print(
      `Ask about the code. /help says what else one can say, Ctrl-D leaves.\nTo go on later: repobrain chat --session ${session}\n`,
    )
  }
  const name = userInfo().username
  const ingestMemory = createIngestMemory()
  context.shutdown.add('ingest', ingestMemory.close)
  await runTerminal({
    services: {
      database,
      dataDir: context.config.dataDir,
      github: context.config.github,
      ingestMemory,
      localSources: true,
      model: await openModel(context),
      logger: context.logger.child({ component: 'handlers' }),
      signal: context.shutdown.signal,
    },
    shutdown: context.shutdown,
    input: context.terminal.stdin,
    output: context.terminal.stdout,
    workspace: context.workspace,
    author: { id: name, name, isBot: false, isAdmin: true },
    session,
  })
  return 0
}
