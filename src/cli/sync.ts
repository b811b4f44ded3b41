/** `sync`: indexed repositories brought up to date, once or again and again. */
import { wordIngestReport } from '../../handlers/word-ingest-report.ts'
import { createIngestMemory } from '../ingest/ingest-memory.ts'
import { type SyncOutcome, syncRepositories, watchRepositories } from '../ingest/sync-repositories.ts'
import { chooseRepository, listRepositories } from '../repositories.ts'
import type { CommandContext } from './command.ts'
import { openContextDatabase } from './open-database.ts'
import { createProgressDisplay, pauseNotice } from './progress.ts'
import { describeError } from './report-error.ts'

interface Options {
  readonly repo?: string
  readonly watch?: number
}

const MINUTE_MS = 60_000

export async function run(context: CommandContext, _args: [], options: Options): Promise<number> {
  const database = await openContextDatabase(context)
  const { config, shutdown, terminal, workspace } = context
  const memory = createIngestMemory()
  shutdown.add('ingest', memory.close)
  const wanted = options.repo ?? null
  const names = async () => {
    const indexed = await listRepositories(database, workspace)
    return wanted === null && indexed.length > 1 ? indexed : [chooseRepository(indexed, wanted)]
  }

  const progress = createProgressDisplay(terminal.stderr)
  const syncing = {
    database,
    dataDir: config.dataDir,
    workspace,
    github: config.github,
    memory,
    logger: context.logger.child({ component: 'sync' }),
    signal: shutdown.signal,
    onProgress: progress.update,
    onPause: pauseNotice(terminal.stderr),
  }
  const show = (outcomes: readonly SyncOutcome[]) => {
    progress.stop()
    for (const outcome of outcomes) context.print(wordOutcome(outcome))
  }

  if (options.watch !== undefined) {
    const onFailure = (error: unknown) => void terminal.stderr.write(`${describeError(error).problem}\n`)
    const pauseMs = options.watch * MINUTE_MS
    await watchRepositories({ pauseMs, signal: shutdown.signal, names, onOutcomes: show, onFailure }, syncing)
    return 0
  }
  const outcomes = await syncRepositories(await names(), syncing).finally(progress.stop)
  show(outcomes)
  context.printJson({
    workspace,
    repositories: outcomes.map(({ name, report, error }) => ({
      repository: name,
      report,
      error: error === null ? null : describeError(error).problem,
    })),
  })
  return outcomes.some(({ error }) => error !== null) ? 1 : 0
}

function wordOutcome({ name, report, error }: SyncOutcome): string {
  if (report !== null) return wordIngestReport(report)
  const { problem, remedy } = describeError(error)
  return `${name} is as it was: ${problem}\n${remedy}`
}
