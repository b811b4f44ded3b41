import { RateLimitedError, UpstreamError } from '../errors.ts'
import { PartialAnswerError } from './read-fault.ts'

export interface PageSize {
  readonly first: number
  /** Nothing smaller can be asked for: take what can be had. */
  readonly last: boolean
}

/**
 * Asks for ever smaller pages while GitHub has trouble. `page` is the size to go on with: a server that was overburdened will
 * be so again, an answer that came in part concerns one place only. Throws what the smallest page failed with.
 */
export async function askSmaller<Answer>(
  size: number,
  ask: (request: PageSize) => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly page: number }> {
  let page = size
  for (let first = size; ; first = Math.ceil(first / 2)) {
    const last = first === 1
    try {
      const answer = await ask({ first, last })
      return { answer, page }
    } catch (error) {
      const passing = error instanceof UpstreamError && error.retryable && !(error instanceof RateLimitedError)
      if (!passing || last) throw error
      if (!(error instanceof PartialAnswerError)) page = Math.ceil(first / 2)
    }
  }
}
