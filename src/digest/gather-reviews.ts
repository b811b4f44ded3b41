import { z } from 'zod'
import { notesSince } from '../graph/queries/review-task.ts'
import type { Graph } from '../graph/types.ts'
import type { DigestPull } from './digest.ts'
import type { ToldPull } from './gather-pulls.ts'
import type { News } from './news.ts'

/** Of what the last agent of a review hands on, what a digest tells. */
const review = z.object({
  subject: z.object({
    number: z.int().nullable(),
    title: z.string().nullable(),
    author: z.string().nullable(),
    url: z.string().nullable(),
  }),
  findings: z.array(z.object({ title: z.string(), url: z.string().nullable() })),
})

export interface ReviewEvent {
  readonly pull: ToldPull
  readonly what: 'checked'
  readonly check: NonNullable<DigestPull['check']>
}

/** Our own reviews of pull requests since then, newest first; one for each head. */
export async function reviewNews(graph: Graph, since: Date): Promise<News<ReviewEvent>[]> {
  const notes = await graph.run(notesSince, { agent: 'reviewer', since: since.getTime() })
  return notes.reverse().flatMap(({ task, body }) => {
    const read = review.safeParse(JSON.parse(body))
    if (!read.success || read.data.subject.number === null) return []
    const { subject, findings } = read.data
    const [gravest] = findings
    const check = { findings: findings.length, gravest: gravest ?? null }
    return [
      {
        key: `review:${task}`,
        at: null,
        item: { pull: pullOf(subject, read.data.subject.number), what: 'checked', check },
      },
    ]
  })
}

/** It may be open, and not in the graph. */
function pullOf({ title, author, url }: z.infer<typeof review>['subject'], number: number): ToldPull {
  const authors = author === null ? [] : [{ ref: '', name: null, login: author, bot: false, order: 0 }]
  const nothing = { merged_at: null, reviews: [], mergers: [], touches: [] }
  return { ref: `pr:${number}`, number, title: title ?? '', url, authors, ...nothing }
}
