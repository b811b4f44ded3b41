import { type ChatPlatform, type IncomingCommand, type Reply, textReply } from '../src/chat.ts'
import { UserError } from '../src/errors.ts'
import { parseSource } from '../src/git/parse-source.ts'
import { isPrivate } from '../src/github/is-private.ts'
import type { IngestReport } from '../src/ingest/report.ts'
import { createChannelSettings } from '../src/settings/channel-settings.ts'
import { isAdmin, requireAdmin } from './permissions.ts'
import { beginIngest, type RunningIngest, runningIngest } from './running-ingests.ts'
import type { CommandHandler, Services } from './services.ts'
import { wordIngestReport } from './word-ingest-report.ts'
import { createProgressWords } from './word-progress.ts'

/** Somebody pressed Cancel. */
class CancelledError extends UserError {
  constructor(source: string, by: string) {
    super(`Reading ${source} was cancelled by ${by}.`, 'What was indexed before is as it was.')
  }
}

/** `ingest owner/name`: reads a repository, or brings it up to date; one message is edited while it runs. */
export const ingest: CommandHandler = async (services, command, chat) => {
  const source = readSource(services, command.text)
  requireAdmin(services, command, chat.name, 'ingest repositories')
  const key = `${command.workspace}:${source.toLowerCase()}`
  const words = createProgressWords(source, Date.now)
  const show = (worded: Partial<Reply>) =>
    chat.progress({ ...textReply(`Reading **${source}** …`), ...worded, buttons: [cancelButton(source)] })
  show({})

  const secret = await requireVisible(services, command, chat, source)
  const joined = runningIngest(services.database, key)
  const run = joined ?? begin(services, command, { source, key, secret })
  const stopListening = run.listen((news) => show(words(news)))
  try {
    const report = await orAborted(
      run.report,
      services.signal,
      () => joined === null && run.cancel(services.signal.reason),
    )
    await chat.post(command.conversation, reportReply(report))
  } finally {
    stopListening()
  }
}

/** `owner/name`, or the path of a repository on this machine where people may name one. */
function readSource({ localSources = false }: Services, text: string): string {
  if (text === '') throw new UserError('Which repository?', 'Name it: `ingest owner/name`', { exitCode: 2 })
  const parsed = parseSource(text)
  if (parsed.kind === 'github') return parsed.slug
  if (localSources) return text
  throw new UserError(`${text} is no repository on GitHub.`, 'Name one: `ingest owner/name`', { exitCode: 2 })
}

/** Whether it is private: then it is for an admin to bring, and can be seen in the channel that it was brought to. */
async function requireVisible(
  services: Services,
  command: IncomingCommand,
  chat: Pick<ChatPlatform, 'name'>,
  source: string,
): Promise<boolean> {
  const { apiUrl, token } = services.github
  if (parseSource(source).kind !== 'github') return false
  if (!(await isPrivate({ apiUrl, token, slug: source, signal: services.signal }))) return false
  if (isAdmin(services.admins ?? [], command.author, chat.name)) return true
  throw new UserError(
    `${source} is a private repository: only admins may bring it here.`,
    'Ask an admin of this workspace to ingest it in the channel that may see it.',
  )
}

function begin(
  services: Services,
  { workspace, channel, author }: IncomingCommand,
  { source, key, secret }: { source: string; key: string; secret: boolean },
): RunningIngest {
  const settings = createChannelSettings(services.database, workspace)
  return beginIngest(services.database, key, author.id, async (tell, signal) => {
    // Before the first of it can be read, and once more under the name that it is given.
    if (secret) await settings.bindRepository(channel, source)
    const { ingestRepository } = await import('../src/ingest/ingest-repository.ts')
    const report = await ingestRepository({
      database: services.database,
      dataDir: services.dataDir,
      workspace,
      source,
      github: services.github,
      logger: services.logger,
      memory: services.ingestMemory,
      signal,
      onProgress: tell,
      onWait: ({ pid }) => tell({ waiting: `process ${pid} is reading it already, waiting for that` }),
      onPause: ({ seconds, reason }) => tell({ waiting: `GitHub lets us wait ${seconds} s, ${reason}` }),
    })
    if (secret && report.repository !== source) await settings.bindRepository(channel, report.repository)
    return report
  })
}

const cancelButton = (source: string) => ({ label: 'Cancel', verb: 'cancel', text: source, style: 'danger' }) as const

const reportReply = (report: IngestReport): Reply => textReply(`\`\`\`\n${wordIngestReport(report)}\n\`\`\``)

/** `cancel owner/name`: ends the ingest that is running; what the graph held before stays. */
export async function cancelIngest(
  services: Services,
  command: IncomingCommand,
  platform: ChatPlatform,
): Promise<void> {
  const { author, conversation, text, workspace } = command
  const say = (words: string) =>
    platform.post(conversation, textReply(words), { inReplyTo: { ...command, audience: 'author' } }).catch((error) => {
      services.logger.warn({ err: error, message_id: command.id }, 'who cancelled could not be told')
    })
  const run = runningIngest(services.database, `${workspace}:${text.trim().toLowerCase()}`)
  if (run === null) return void (await say('It is not being read any more.'))
  if (run.startedBy !== author.id && !isAdmin(services.admins ?? [], author, platform.name)) {
    return void (await say('Only who began it, or an admin, may cancel it.'))
  }
  run.cancel(new CancelledError(text.trim(), author.name))
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal, onAbort: () => void): Promise<T> {
  let abort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => {
      onAbort()
      reject(signal.reason)
    }
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort))
}
