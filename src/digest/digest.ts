/** What a digest says. It is kept with the post, which is edited when something in it is settled. */
import { z } from 'zod'

const person = z.object({ name: z.string(), url: z.string().nullable() })
export type DigestPerson = z.infer<typeof person>

const fact = z.object({
  id: z.string(),
  text: z.string(),
  /** Names of what it is about. */
  about: z.array(z.string()),
  status: z.enum(['stale', 'gone', 'weakened']),
  /** The change that did it; null where none is recorded. */
  cause: z.object({ label: z.string(), title: z.string(), url: z.string().nullable() }).nullable(),
  /** Why it is weakened: what it calls and whose interface changed. */
  changed_callees: z.array(z.string()),
  /** What became of it since the digest was posted. */
  settled: z.enum(['still-true', 'retired', 'replaced', 'forgotten']).nullable(),
})
export type DigestFact = z.infer<typeof fact>

const pull = z.object({
  number: z.number(),
  title: z.string(),
  url: z.string().nullable(),
  authors: z.array(person),
  reviews: z.array(z.object({ by: person, state: z.string() })),
  merged: z.boolean(),
  /** Who merged it, where that is recorded and it was not an author. */
  merged_by: person.nullable(),
  /** Our own review: how much it found, and the gravest of it. */
  check: z
    .object({ findings: z.int(), gravest: z.object({ title: z.string(), url: z.string().nullable() }).nullable() })
    .nullable(),
  /** Names of the reader's functions that it changes; of a personal digest. */
  touches: z.array(z.string()),
})
export type DigestPull = z.infer<typeof pull>

const question = z.object({
  text: z.string(),
  asker: z.string().nullable(),
  /** Who may know, and why. */
  knower: z.object({ ref: z.string(), person, reason: z.string() }).nullable(),
})
export type DigestQuestion = z.infer<typeof question>

export const digestSchema = z.object({
  repository: z.string(),
  /** ISO 8601: it covers what came after `from`, until `to`. */
  from: z.string(),
  to: z.string(),
  zone: z.string(),
  /** Whose code it is about; null for a channel's. */
  person: z.string().nullable(),
  facts: z.array(fact),
  pulls: z.array(pull),
  /** Those that there was no line for. */
  other_pulls: z.array(pull.pick({ number: true, url: true })),
  questions: z.array(question),
  /** How many more of each there are than fit in. */
  more: z.object({ facts: z.int(), pulls: z.int(), questions: z.int() }),
})
export type Digest = z.infer<typeof digestSchema>

/** As it was stored; null where an earlier version stored it in another form. */
export const readDigest = (document: string | null): Digest | null =>
  document === null ? null : (digestSchema.safeParse(JSON.parse(document)).data ?? null)

export const isEmpty = ({ facts, pulls, questions }: Digest): boolean =>
  facts.length + pulls.length + questions.length === 0
