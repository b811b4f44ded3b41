import type { PullSince } from '../graph/queries/pulls-since.ts'
import type { PersonRow } from '../graph/queries/rows.ts'
import type { Urls } from '../urls.ts'
import type { DigestPerson, DigestPull } from './digest.ts'
import type { ReviewEvent } from './gather-reviews.ts'
import type { News } from './news.ts'

export interface ToldPull extends PullSince {
  /** Names of functions of the reader's that it changes. */
  readonly touches: readonly string[]
}

/** What happened to a pull request: it was merged, somebody reviewed it, or we did. */
type PullEvent =
  | { readonly pull: ToldPull; readonly what: 'merged' }
  | { readonly pull: ToldPull; readonly what: 'reviewed'; readonly review: PullSince['reviews'][number] }
  | ReviewEvent

/** Newest first. The work of bots, and what they say of others' work, is no news. */
export function pullNews(pulls: readonly ToldPull[]): News<PullEvent>[] {
  const news = pulls
    .filter(({ authors }) => authors.length === 0 || authors.some(({ bot }) => !bot))
    .flatMap((pull): News<PullEvent>[] => [
      ...(pull.merged_at === null
        ? []
        : [{ key: `merged:${pull.ref}`, at: pull.merged_at, item: { pull, what: 'merged' as const } }]),
      ...pull.reviews
        .filter(({ bot, at }) => !bot && at !== null)
        .map((review) => ({
          key: `reviewed:${pull.ref}:${review.ref}`,
          at: review.at,
          item: { pull, what: 'reviewed' as const, review },
        })),
    ])
  return news.sort((a, b) => (b.at ?? '').localeCompare(a.at ?? '') || a.key.localeCompare(b.key))
}

/** One for each pull request, in the order of the events. */
export function digestPulls(events: readonly PullEvent[], urls: Urls): DigestPull[] {
  const byNumber = new Map<number, DigestPull>()
  const person = (row: PersonRow) => ({ name: row.name ?? `@${row.login ?? '?'}`, url: urls.person(row.login) })
  for (const event of events) {
    const { number, title, url, authors, touches } = event.pull
    const known = byNumber.get(number) ?? {
      number,
      title,
      url: url ?? urls.pullRequest(number),
      authors: authors.map(person),
      reviews: [],
      merged: false,
      merged_by: null,
      check: null,
      touches: [...touches],
    }
    byNumber.set(number, { ...known, ...told(event, known, person) })
  }
  return [...byNumber.values()]
}

/** What an event adds to what is told of its pull request. */
function told(event: PullEvent, known: DigestPull, person: (row: PersonRow) => DigestPerson): Partial<DigestPull> {
  switch (event.what) {
    case 'reviewed':
      return { reviews: [...known.reviews, { by: person(event.review), state: event.review.state ?? 'commented' }] }
    case 'checked':
      // The newest comes first; older ones were of heads that are no more.
      return { check: known.check ?? event.check }
    case 'merged': {
      const { mergers, authors } = event.pull
      const merger = mergers.find(({ bot, ref }) => !bot && authors.every((author) => author.ref !== ref))
      return { merged: true, merged_by: merger === undefined ? null : person(merger) }
    }
  }
}
