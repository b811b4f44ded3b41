/** Digests that people asked for, and how far they are. These run on the settings graph of a workspace. */
import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/** What was asked for. */
const wish = z.object({
  /** A channel, or `person:` and a person's id on the platform. */
  id: z.string(),
  platform: z.string(),
  conversation: z.string(),
  is_private: z.boolean(),
  /** Login or name of whose code it is about; null where it is for a channel. */
  person: z.string().nullable(),
  /** Null: the default of the channel. */
  repository: z.string().nullable(),
  time: z.string(),
  zone: z.string(),
  includes: z.array(z.string()),
  /** Id of a person on the platform, who is told when it cannot be posted. */
  set_by: z.string(),
})

/** How far it is; times are ISO 8601. */
const progress = z.object({
  /** Local day of the last one, posted or not. */
  day: z.string().nullable(),
  /** Until when the last one has everything. */
  cursor: z.string().nullable(),
  /** What was reported: a time and a key each, or a key alone. */
  reported: z.array(z.string()),
  /** The last one that was posted, with what it said as JSON. */
  post: z.string().nullable(),
  posted_day: z.string().nullable(),
  document: z.string().nullable(),
  /** What was about to be posted, as JSON: whoever finds it finishes it as it is. */
  draft: z.string().nullable(),
})
export type DigestProgress = z.infer<typeof progress>

const row = wish.extend(progress.shape).extend({
  status: z.enum(['on', 'off', 'gone']),
  set_at: z.string(),
  /** Nothing older is reported. */
  since: z.string(),
  notice: z.string().nullable(),
})
export type DigestRow = z.infer<typeof row>

const returned = `RETURN d.id AS id, d.platform AS platform, d.conversation AS conversation, d.is_private AS is_private,
  d.person AS person, d.repository AS repository, d.time AS time, d.zone AS zone, d.includes AS includes,
  d.set_by AS set_by, d.set_at AS set_at, d.since AS since, d.status AS status, d.day AS day, d.cursor AS cursor,
  coalesce(d.reported, []) AS reported, d.post AS post, d.posted_day AS posted_day, d.document AS document, d.draft AS draft, d.notice AS notice`

/** Every digest of the workspace, also those that were ended. */
export const allDigests = defineQuery({
  name: 'all-digests',
  mode: 'read',
  params: z.object({}),
  row,
  cypher: `MATCH (d:Digest) ${returned} ORDER BY d.id`,
})

export const oneDigest = defineQuery({
  name: 'one-digest',
  mode: 'read',
  params: z.object({ key: z.string() }),
  row,
  cypher: `MATCH (d:Digest {key: $key}) ${returned}`,
})

/** Sets what is wanted; how far it is stays, so that a day that is done stays done. */
export const setDigest = defineQuery({
  name: 'set-digest',
  mode: 'write',
  params: z.object({ key: z.string(), wish, at: z.string(), since: z.string() }),
  row: z.object({ id: z.string() }),
  cypher: `MERGE (d:Digest {key: $key})
SET d.since = CASE WHEN d.status = 'on' THEN d.since ELSE $since END
SET d += $wish
SET d.set_at = $at, d.status = 'on', d.notice = NULL RETURN d.id AS id`,
})

export const endDigest = defineQuery({
  name: 'end-digest',
  mode: 'write',
  params: z.object({ key: z.string(), status: z.enum(['off', 'gone']) }),
  row: z.object({ id: z.string() }),
  cypher: 'MATCH (d:Digest {key: $key}) SET d.status = $status RETURN d.id AS id',
})

/** Keeps what was told to whoever set it, so that it is told once. No row: it was told before. */
export const noteDigest = defineQuery({
  name: 'note-digest',
  mode: 'write',
  params: z.object({ key: z.string(), notice: z.string().nullable() }),
  row: z.object({ id: z.string() }),
  cypher: `MATCH (d:Digest {key: $key}) WHERE coalesce(d.notice, '') <> coalesce($notice, '')
SET d.notice = $notice RETURN d.id AS id`,
})

/**
 * Day, cursor and post in one step, unless somebody else went on meanwhile: then there is no row. `run` names the attempt, so
 * that the same command sent twice does not take itself for somebody else.
 */
export const recordDigest = defineQuery({
  name: 'record-digest',
  mode: 'write',
  params: z.object({ key: z.string(), expected: z.string(), run: z.string(), progress }),
  row: z.object({ id: z.string() }),
  cypher: `MATCH (d:Digest {key: $key}) WHERE coalesce(d.cursor, '') = $expected OR d.run = $run
SET d += $progress SET d.run = $run RETURN d.id AS id`,
})
