/** One digest, from what is new to the post. Whatever step a process dies at, another one finishes it, and nobody sees it twice. */
import { z } from 'zod'
import type { ChatPlatform, ConversationId, PostId } from '../chat.ts'
import { ChannelGoneError, NotAllowedError, UpstreamError } from '../errors.ts'
import type { Database } from '../graph/types.ts'
import { localDay } from '../jobs/daily.ts'
import { type HeldLease, withLease } from '../jobs/with-lease.ts'
import { graphName } from '../repositories.ts'
import { createDigestSettings, type DigestEntry } from '../settings/digest-settings.ts'
import { type Digest, digestSchema, isEmpty, readDigest } from './digest.ts'
import { digestToReply } from './digest-to-reply.ts'
import { findRepository } from './find-repository.ts'
import { makeDigest } from './make-digest.ts'
import { mergeDigests } from './merge-digests.ts'

export interface Publishing {
  readonly database: Database
  readonly platform: ChatPlatform
  readonly workspace: string
  /** Of the digest. */
  readonly id: string
  readonly now: Date
  /** Local day that is due; null to publish what is new at somebody's request, whatever the time of day. */
  readonly day: string | null
  readonly leaseMs?: number | undefined
}

/** `elsewhere`: another process is at it or has done it, or it is not wanted any more. */
export type Published = 'posted' | 'edited' | 'nothing-new' | 'elsewhere'

/** What is about to be posted, kept before it is: after a crash, the very same is posted under the same key. */
const draftSchema = z.object({
  day: z.string(),
  digest: digestSchema,
  cursor: z.string(),
  reported: z.array(z.string()),
})
type Draft = z.infer<typeof draftSchema>

/**
 * Posts what is new since the last digest, or edits today's post where there is one. Throws ChannelGoneError and NotAllowedError
 * as the platform does, UserError when there is no repository to tell of, UpstreamError for what may go better the next time.
 */
export async function publishDigest(publishing: Publishing): Promise<Published> {
  const { database, workspace, id, leaseMs } = publishing
  const work = (lease: HeldLease) => publishHeld(publishing, lease)
  return (await withLease(database, `digest:${workspace}:${id}`, work, leaseMs)) ?? 'elsewhere'
}

async function publishHeld(publishing: Publishing, lease: HeldLease): Promise<Published> {
  const { database, platform, workspace, id, now, day } = publishing
  const settings = createDigestSettings(database, workspace)
  const entry = await settings.find(id)
  if (entry === null || entry.status !== 'on' || isDone(entry, day)) return 'elsewhere'
  const today = day ?? localDay(entry.zone, now)
  const draft = unfinishedDraft(entry, today) ?? (await makeDraft(publishing, entry, today))
  const { digest, cursor, reported } = draft
  const { post, posted_day, document } = entry
  const done = { day: day ?? entry.day, cursor, reported: [...reported], draft: null }
  if (isEmpty(digest)) {
    const kept = await settings.record(id, entry.cursor, { ...done, post, posted_day, document })
    return kept ? 'nothing-new' : 'elsewhere'
  }
  if (!(await settings.record(id, entry.cursor, { ...entry, draft: JSON.stringify(draft) }))) return 'elsewhere'
  await lease.assertHeld()

  const shown = posted_day === today ? readDigest(document) : null
  const whole = shown === null ? digest : mergeDigests(shown, digest)
  const edited = shown !== null && post !== null && (await edit(platform, entry.conversation, post, whole))
  const key = `digest:${workspace}:${id}:${today}:${cursor}`
  const posted = edited ? post : (await platform.post(entry.conversation, digestToReply(whole), { key })).id
  await settings.record(id, entry.cursor, { ...done, post: posted, posted_day: today, document: JSON.stringify(whole) })
  return edited ? 'edited' : 'posted'
}

const isDone = (entry: DigestEntry, day: string | null) => day !== null && entry.day !== null && entry.day >= day

function unfinishedDraft({ draft }: DigestEntry, today: string): Draft | null {
  if (draft === null) return null
  const found = draftSchema.safeParse(JSON.parse(draft)).data
  return found?.day === today ? found : null
}

async function makeDraft({ database, workspace, now }: Publishing, entry: DigestEntry, day: string): Promise<Draft> {
  const { id, is_private, person, includes, zone, since, cursor, reported } = entry
  const repository = await findRepository(database, workspace, entry)
  const graph = database.graph(graphName(workspace, repository))
  const made = await makeDigest(
    graph,
    { includes, privateTo: is_private && person === null ? id : null, person, zone },
    { since: new Date(since), cursor: cursor === null ? null : new Date(cursor), now, reported },
  )
  return { day, cursor: now.toISOString(), digest: made.digest, reported: [...made.reported] }
}

/** False when the post cannot be edited: somebody deleted it, or it is too old. */
async function edit(platform: ChatPlatform, conversation: ConversationId, post: PostId, digest: Digest) {
  try {
    await platform.posted(conversation, post).update(digestToReply(digest))
    return true
  } catch (error) {
    const isLost = error instanceof UpstreamError && !error.retryable
    if (!isLost || error instanceof ChannelGoneError || error instanceof NotAllowedError) throw error
    return false
  }
}
