/** Everything that was updated since the last time, newest first, page by page. */
import { UpstreamError } from '../errors.ts'
import { askSmaller, type PageSize } from './ask-smaller.ts'
import type { ListingProgress } from './record-store.ts'

export interface Page<Item> {
  readonly items: readonly Item[]
  readonly endCursor: string | null
  readonly hasNextPage: boolean
}

export interface ListedPage<Item> {
  readonly items: readonly Item[]
  /** To be stored together with the items: a run that is killed goes on from here. */
  readonly progress: ListingProgress
}

/**
 * GitHub orders by time of update, so a listing ends where everything is known. What changes while a listing of several pages
 * is under way moves out of its sight, to the top: such a listing is followed by another one, of what is new since. Throws
 * UpstreamError for a cursor that does not move.
 */
export async function* listUpdated<Item extends { readonly updated_at: string }>(
  start: ListingProgress,
  ask: (request: PageSize & { after: string | null }) => Promise<Page<Item>>,
): AsyncGenerator<ListedPage<Item>> {
  let { until, pass, page: first } = start
  for (;;) {
    const isFirstPage = pass === null
    const after = pass?.cursor ?? null
    const { answer, page } = await askSmaller(first, (request) => ask({ ...request, after }))
    first = page
    const { items, endCursor, hasNextPage } = answer
    const known = until
    const fresh = known === null ? items : items.filter(({ updated_at }) => updated_at >= known)
    const newest = pass?.newest ?? items[0]?.updated_at ?? until
    const ended = !hasNextPage || fresh.length < items.length
    if (!ended && (endCursor === null || endCursor === after)) {
      throw new UpstreamError('GitHub', 'its list does not go on: the cursor stays the same', { retryable: true })
    }
    until = ended ? newest : until
    pass = ended ? null : { newest, cursor: endCursor }
    yield { items: fresh, progress: { until, pass, page: first } }
    if (ended && isFirstPage) return
  }
}
