import { textReply } from '../src/chat.ts'
import { UserError } from '../src/errors.ts'
import type { IngestProgress } from '../src/ingest/report.ts'
import type { CommandHandler } from './services.ts'
import { wordIngestReport } from './word-ingest-report.ts'

/** Edits of a posted message are rate-limited on every platform. */
const UPDATE_EVERY_MS = 2_000

/** `/ingest owner/name`: reads a repository, or brings it up to date; one message is edited while it runs. */
export const ingest: CommandHandler = async (services, command, platform) => {
  const source = command.text
  if (source === '') throw new UserError('Which repository?', 'Name it: `/ingest owner/name`', { exitCode: 2 })
  const posted = await platform.post(command.conversation, textReply(`Reading ${source} …`))

  let updated = Date.now()
  let update = Promise.resolve()
  const show = (text: string) => {
    update = update.then(() => posted.update(textReply(text)))
    return update
  }
  const onProgress = ({ stage, done, total }: IngestProgress) => {
    if (Date.now() - updated < UPDATE_EVERY_MS) return
    updated = Date.now()
    // A progress message that could not be edited is no reason to give up; the next one may go through.
    show(`Reading ${source}: ${stage}, ${done}${total === null ? '' : ` of ${total}`} …`).catch((error) => {
      services.logger.warn({ err: error }, 'progress could not be shown')
      update = Promise.resolve()
    })
  }

  const { ingestRepository } = await import('../src/ingest/ingest-repository.ts')
  const report = await ingestRepository({
    database: services.database,
    dataDir: services.dataDir,
    workspace: command.workspace,
    source,
    github: services.github,
    logger: services.logger,
    memory: services.ingestMemory,
    signal: services.signal,
    onProgress,
    onPause: ({ seconds, reason }) => {
      show(`Reading ${source}: GitHub lets us wait ${seconds} s, ${reason} …`).catch(() => {
        update = Promise.resolve()
      })
    },
  })
  await update.catch(() => {})
  await posted.update(textReply(`\`\`\`\n${wordIngestReport(report)}\n\`\`\``))
}
