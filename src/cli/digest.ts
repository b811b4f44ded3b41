/** `digest`: what is new since the last one on this command line, which is then the last one. */
import { renderReply } from '../../adapters/terminal/render.ts'
import { isEmpty } from '../digest/digest.ts'
import { digestToReply } from '../digest/digest-to-reply.ts'
import { makeDigest } from '../digest/make-digest.ts'
import type { Database } from '../graph/types.ts'
import { wordInstant } from '../jobs/daily.ts'
import { parseSince } from '../jobs/parse-since.ts'
import { chooseRepository, graphName, listRepositories } from '../repositories.ts'
import { createDigestSettings, DIGEST_PARTS, type DigestEntry } from '../settings/digest-settings.ts'
import type { CommandContext } from './command.ts'
import { openContextDatabase } from './open-database.ts'

interface Options {
  readonly repo?: string
  readonly since?: string
  readonly dryRun?: boolean
}

const FIRST_WINDOW = '7d'
const SETTLE = 'Settle a fact: still-true <id> or retire <id>; `facts --stale` lists their ids.'

export async function run(context: CommandContext, _args: [], options: Options): Promise<number> {
  const now = new Date()
  const since = options.since === undefined ? null : parseSince(options.since, now)
  const database = await openContextDatabase(context)
  const { workspace, terminal } = context
  const repository = chooseRepository(await listRepositories(database, workspace), options.repo ?? null)
  const last = await createDigestSettings(database, workspace).find(idOf(repository))
  const window = {
    since: since ?? new Date(last?.since ?? parseSince(FIRST_WINDOW, now)),
    cursor: since === null && last?.cursor ? new Date(last.cursor) : null,
    now,
    reported: since === null ? (last?.reported ?? []) : [],
  }
  const wanted = { includes: DIGEST_PARTS, privateTo: null, person: null, zone: localZone() }
  const { digest, reported } = await makeDigest(database.graph(graphName(workspace, repository)), wanted, window)

  const color = terminal.stdout.isTTY === true && terminal.stdout.hasColors?.() === true
  const reply = { ...digestToReply(digest), buttons: [] }
  const nothing = `Nothing is new in ${repository} since ${wordInstant(digest.from, digest.zone)}.`
  context.print(isEmpty(digest) ? nothing : renderReply(reply, { columns: terminal.stdout.columns, color }))
  if (digest.facts.length > 0) context.print(`\n${SETTLE}`)
  context.printJson(digest)
  if (since === null && !options.dryRun) await remember({ database, workspace, repository, now, last, reported })
  return 0
}

const localZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
/** How far the digests of the command line are, which no clock posts, is kept beside those of the channels. */
const idOf = (repository: string) => `command-line:${repository}`

interface Told {
  readonly database: Database
  readonly workspace: string
  readonly repository: string
  readonly now: Date
  readonly last: DigestEntry | null
  readonly reported: readonly string[]
}

async function remember({ database, workspace, repository, now, last, reported }: Told): Promise<void> {
  const settings = createDigestSettings(database, workspace)
  const id = idOf(repository)
  if (last === null) {
    const nowhere = { platform: 'command-line', conversation: id, is_private: false, person: null, set_by: '' }
    const never = { time: '00:00', zone: 'UTC', includes: DIGEST_PARTS }
    await settings.set({ id, repository, ...nowhere, ...never }, { at: now, since: parseSince(FIRST_WINDOW, now) })
  }
  const progress = { day: null, post: null, posted_day: null, document: null, draft: null }
  await settings.record(id, last?.cursor ?? null, { ...progress, cursor: now.toISOString(), reported: [...reported] })
}
