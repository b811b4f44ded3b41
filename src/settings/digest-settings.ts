/** Which digests a workspace wants, and how far each is. */
import { randomUUID } from 'node:crypto'
import { storedKey } from '../graph/entities.ts'
import {
  allDigests,
  type DigestProgress,
  type DigestRow,
  endDigest,
  noteDigest,
  oneDigest,
  recordDigest,
  setDigest,
} from '../graph/queries/digests.ts'
import type { Database } from '../graph/types.ts'
import { settingsGraph } from './settings-graph.ts'

export const DIGEST_PARTS = ['facts', 'reviews', 'questions'] as const
export type DigestPart = (typeof DIGEST_PARTS)[number]

export type DigestWish = Omit<
  DigestRow,
  keyof DigestProgress | 'status' | 'set_at' | 'since' | 'notice' | 'includes'
> & {
  readonly includes: readonly DigestPart[]
}
export type DigestEntry = DigestRow

/** How far back a digest looks that is the first. */
export const FIRST_DIGEST_MS = 24 * 60 * 60 * 1000

/** Of a person, beside the channels; `user` is the id on the platform. */
export const personalDigestId = (user: string) => `person:${user}`

export interface DigestSettings {
  all(): Promise<DigestEntry[]>
  find(id: string): Promise<DigestEntry | null>
  /** `since`: nothing that is older is reported by a digest that begins, or begins anew. */
  set(wish: DigestWish, times: { at: Date; since: Date }): Promise<void>
  end(id: string, status: 'off' | 'gone'): Promise<void>
  /** True when whoever set it was not told this before; null forgets what was told. */
  note(id: string, notice: string | null): Promise<boolean>
  /** False, and nothing is kept, when the digest's cursor is no longer the `expected` one. */
  record(id: string, expected: string | null, progress: DigestProgress): Promise<boolean>
}

export function createDigestSettings(database: Pick<Database, 'graph'>, workspace: string): DigestSettings {
  const graph = settingsGraph(database, workspace)
  const key = (id: string) => storedKey(`digest:${id}`)
  return {
    all: async () => ((await graph.exists()) ? graph.run(allDigests, {}) : []),
    find: async (id) => {
      if (!(await graph.exists())) return null
      const [row] = await graph.run(oneDigest, { key: key(id) })
      return row ?? null
    },
    set: async (wish, { at, since }) => {
      const times = { at: at.toISOString(), since: since.toISOString() }
      await graph.run(setDigest, { key: key(wish.id), wish: { ...wish, includes: [...wish.includes] }, ...times })
    },
    end: async (id, status) => {
      await graph.run(endDigest, { key: key(id), status })
    },
    note: async (id, notice) => (await graph.run(noteDigest, { key: key(id), notice })).length > 0,
    record: async (id, expected, progress) => {
      const run = randomUUID()
      return (await graph.run(recordDigest, { key: key(id), expected: expected ?? '', run, progress })).length > 0
    },
  }
}
