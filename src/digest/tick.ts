/** Looks which digests are due at a moment, and publishes them. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatPlatform } from '../chat.ts'
import { ChannelGoneError, NotAllowedError, UpstreamError, UserError } from '../errors.ts'
import type { Database } from '../graph/types.ts'
import { dueDay } from '../jobs/daily.ts'
import type { Logger } from '../logger.ts'
import { createDigestSettings, type DigestEntry } from '../settings/digest-settings.ts'
import { listWorkspaces } from '../settings/settings-graph.ts'
import { type Published, publishDigest } from './publish-digest.ts'
import { tellOwner } from './tell-owner.ts'

export interface Ticking {
  readonly database: Database
  readonly platforms: readonly ChatPlatform[]
  readonly logger: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>
  /** How often and until when what failed has to wait; one for the life of the process. */
  readonly waits: Map<string, { readonly failures: number; readonly until: number }>
  readonly leaseMs?: number | undefined
}

export interface TickResult {
  readonly workspace: string
  readonly id: string
  readonly outcome: Published | 'gone' | 'failed'
}

const AT_A_TIME = 4
const PATIENCE_MS = 5 * 60_000
const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 15 * 60_000

/** Publishes all that is due; one that fails does not keep the others from it, and is tried again later. */
export async function tick(ticking: Ticking, now: Date): Promise<TickResult[]> {
  const due = await listDue(ticking, now)
  const results: TickResult[] = []
  const next = async (): Promise<void> => {
    for (let each = due.shift(); each; each = due.shift()) {
      const { workspace, entry } = each
      const outcome = await publish(ticking, { ...each, now }).catch((error: unknown) => {
        ticking.logger.error(
          { err: error, workspace, digest: entry.id },
          'a digest failed, and what that leads to, too',
        )
        return 'failed' as const
      })
      results.push({ workspace, id: entry.id, outcome })
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, next))
  return results
}

/** One that hangs must not keep the others waiting. It goes on meanwhile, and keeps its lease. */
async function withDeadline<Result>(work: Promise<Result>, name: string): Promise<Result> {
  const deadline = new AbortController()
  const late = sleep(PATIENCE_MS, undefined, { signal: deadline.signal, ref: false }).then(() => {
    throw new UpstreamError(name, `not done in ${PATIENCE_MS / 1000} s`, { retryable: true })
  })
  try {
    return await Promise.race([work, late])
  } finally {
    deadline.abort()
    late.catch(() => undefined)
  }
}

interface Due {
  readonly workspace: string
  readonly entry: DigestEntry
  readonly platform: ChatPlatform
  readonly day: string
}

async function listDue({ database, platforms, waits }: Ticking, now: Date): Promise<Due[]> {
  const workspaces = await listWorkspaces(database)
  const entries = await Promise.all(
    workspaces.map(async (workspace) => {
      const all = await createDigestSettings(database, workspace).all()
      return all.map((entry) => ({ workspace, entry }))
    }),
  )
  return entries.flat().flatMap(({ workspace, entry }) => {
    const platform = platforms.find(({ name }) => name === entry.platform)
    const due = dueDay(entry, now)
    if (platform === undefined || entry.status !== 'on' || due === null) return []
    if (entry.day !== null && entry.day >= due.day) return []
    if (Date.parse(due.at) < Date.parse(entry.set_at)) return []
    if ((waits.get(`${workspace} ${entry.id}`)?.until ?? 0) > now.getTime()) return []
    return [{ workspace, entry, platform, day: due.day }]
  })
}

async function publish(
  ticking: Ticking,
  { now, ...due }: Due & { readonly now: Date },
): Promise<TickResult['outcome']> {
  const { database, logger, waits, leaseMs } = ticking
  const { workspace, entry, platform, day } = due
  const name = `${workspace} ${entry.id}`
  const settings = createDigestSettings(database, workspace)
  try {
    const publishing = publishDigest({ database, platform, workspace, id: entry.id, now, day, leaseMs })
    const published = await withDeadline(publishing, `digest of ${name}`)
    waits.delete(name)
    if (published === 'posted' && entry.notice !== null) await settings.note(entry.id, null)
    logger.info({ workspace, digest: entry.id, day, published }, 'digest')
    return published
  } catch (error) {
    if (error instanceof ChannelGoneError) {
      await settings.end(entry.id, 'gone')
      await tellOwner({ platform, workspace, entry, settings, logger }, 'gone', error)
      return 'gone'
    }
    const failures = (waits.get(name)?.failures ?? 0) + 1
    const wait = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS)
    waits.set(name, { failures, until: now.getTime() + wait })
    if (error instanceof NotAllowedError || error instanceof UserError) {
      await tellOwner({ platform, workspace, entry, settings, logger }, error.name, error)
    } else {
      logger.error({ err: error, workspace, digest: entry.id, day }, 'a digest could not be posted')
    }
    return 'failed'
  }
}
