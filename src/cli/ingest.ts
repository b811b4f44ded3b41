/** `ingest`: a repository into the graph, with progress while it runs and a report at the end. */
import { wordIngestReport } from '../../handlers/word-ingest-report.ts'
import { ingestRepository } from '../ingest/ingest-repository.ts'
import type { CommandContext } from './command.ts'
import { openContextDatabase } from './open-database.ts'
import { createProgressDisplay, pauseNotice } from './progress.ts'

interface Options {
  readonly at?: string
  readonly prs?: number
  readonly name?: string
  readonly history: boolean
  readonly githubData?: string
}

export async function run(context: CommandContext, [source]: [string], options: Options): Promise<number> {
  const database = openContextDatabase(context)
  const { config, shutdown, terminal, workspace } = context
  const progress = createProgressDisplay(terminal.stderr)
  try {
    const report = await ingestRepository({
      database,
      dataDir: config.dataDir,
      workspace,
      source,
      at: options.at,
      prs: options.prs,
      name: options.name,
      history: options.history,
      githubData: options.githubData,
      github: config.github,
      logger: context.logger.child({ component: 'ingest' }),
      signal: shutdown.signal,
      onProgress: progress.update,
      onWait: ({ pid }) => terminal.stderr.write(`Process ${pid} is ingesting this repository; waiting for it.\n`),
      onPause: pauseNotice(terminal.stderr),
    })
    progress.stop()
    context.print(wordIngestReport(report))
    context.printJson(report)
    return 0
  } finally {
    progress.stop()
    // Even where the source was wrong it is still opening, and has to be closed.
    await database.catch(() => {})
  }
}
