/** What went wrong with a request to GitHub, told from its answer alone. */
import { z } from 'zod'
import { NotFoundError, RateLimitedError, UpstreamError, UserError } from '../errors.ts'

const SERVICE = 'GitHub'
const UNSAID_WAIT_S = 60

const graphqlError = z.object({
  type: z.string().nullish(),
  message: z.string().default(''),
  path: z.array(z.union([z.string(), z.number()])).nullish(),
})
export type GraphqlError = z.infer<typeof graphqlError>

/** An answer with `errors`, as the client throws it; `data` may still hold a part. */
const answered = z.object({ errors: z.array(graphqlError).min(1), data: z.unknown() })

/** An HTTP failure, or a connection that broke: then there is no response. */
const refused = z.object({
  status: z.int(),
  message: z.string().default(''),
  response: z.object({ headers: z.record(z.string(), z.unknown()).default({}) }).optional(),
})

/** What an answer with `data` and `errors` lacks for good: places that the token may not read, as paths into the data. */
export interface PartialAnswer {
  readonly data: unknown
  readonly errors: readonly GraphqlError[]
}

export function readPartialAnswer(error: unknown): PartialAnswer | null {
  const { success, data } = answered.safeParse(error)
  return success && data.data != null ? { data: data.data, errors: data.errors } : null
}

/** An answer came, but not all of it. */
export class PartialAnswerError extends UpstreamError {
  override name = 'PartialAnswerError'
}

/** Errors that stay when the same is asked again: the token may not see the thing, or it is not there. */
export const isLasting = ({ type }: GraphqlError) =>
  type === 'FORBIDDEN' || type === 'NOT_FOUND' || type === 'INSUFFICIENT_SCOPES' || type === 'UNAUTHORIZED'

/**
 * The error to throw for one that the client threw. UserError and NotFoundError are for people to mend; an UpstreamError that
 * is `retryable` may pass with time or with a smaller page. No message holds anything that was sent.
 */
export function readFault(error: unknown, repository: string): Error {
  const answer = answered.safeParse(error)
  if (answer.success) return fromErrors(answer.data.errors, repository)
  const failed = refused.safeParse(error)
  if (!failed.success) return new UpstreamError(SERVICE, 'its answer cannot be read', { retryable: true })
  const { status, message, response } = failed.data
  const headers = response?.headers ?? {}
  if (status === 401) return badToken()
  if (status === 429 || /secondary rate|rate limit/i.test(message) || headers['x-ratelimit-remaining'] === '0') {
    return new RateLimitedError(SERVICE, waitSeconds(headers) * 1000)
  }
  if (status === 403) return headers['x-github-sso'] === undefined ? forbidden(repository) : singleSignOn(repository)
  if (status === 404) {
    return new UserError('There is no GraphQL at this address of GitHub.', 'Check GITHUB_API_URL.')
  }
  if (response === undefined) return new UpstreamError(SERVICE, 'it cannot be reached', { retryable: true })
  const retryable = status >= 500 || status === 408
  return new UpstreamError(SERVICE, `it answers ${status}`, { retryable })
}

/** GitHub understood and refuses what the request asks for (422): a line outside of the diff, a comment that is too long. */
export class RefusedError extends UpstreamError {
  override name = 'RefusedError'
}

/** The same for a request of the REST interface. What GitHub says of a refusal is kept: it names a field, never a value. */
export function readRequestFault(error: unknown, repository: string): Error {
  const failed = refused.safeParse(error)
  if (!failed.success || failed.data.response === undefined) return readFault(error, repository)
  const { status, message, response } = failed.data
  if (status === 422) return new RefusedError(SERVICE, `it refuses what was asked (${message.split('\n', 1)[0]})`)
  if (status === 404 || status === 410) {
    return new NotFoundError(
      `GitHub has no such pull request or comment in ${repository}, or GITHUB_TOKEN may not see it.`,
      'Check the number; give the token access to the repository.',
    )
  }
  const isLimit = /secondary rate|rate limit/i.test(message) || response.headers['x-ratelimit-remaining'] === '0'
  if (status !== 403 || isLimit) return readFault(error, repository)
  return new UserError(
    `GITHUB_TOKEN may not comment on pull requests of ${repository}.`,
    'Give it “Pull requests: write”; in a workflow `permissions: { pull-requests: write }`, which runs on a fork’s pull request have not.',
  )
}

function fromErrors(errors: readonly GraphqlError[], repository: string): Error {
  const has = (...types: string[]) => errors.some(({ type }) => types.includes(type ?? ''))
  if (has('RATE_LIMITED')) return new RateLimitedError(SERVICE, UNSAID_WAIT_S * 1000)
  if (has('INSUFFICIENT_SCOPES', 'FORBIDDEN', 'UNAUTHORIZED')) return forbidden(repository)
  if (has('NOT_FOUND')) {
    return new NotFoundError(
      `GitHub has no repository ${repository}, or GITHUB_TOKEN may not see it.`,
      'Check the spelling; for a private repository use a token that was given access to it.',
    )
  }
  const kinds = [...new Set(errors.map(({ type }) => type ?? 'no type'))].join(', ')
  return new PartialAnswerError(SERVICE, `it could not answer in full (${kinds})`, { retryable: true })
}

const badToken = () =>
  new UserError(
    'GitHub refuses GITHUB_TOKEN: it is wrong or has expired.',
    'Make a new one at https://github.com/settings/tokens, or leave the variable out to work with git alone.',
  )

const forbidden = (repository: string) =>
  new UserError(
    `GITHUB_TOKEN may not read pull requests and issues of ${repository}.`,
    'Give it “Pull requests: read” and “Issues: read” (fine-grained), or the scope `repo` (classic).',
  )

const singleSignOn = (repository: string) =>
  new UserError(
    `GITHUB_TOKEN is not authorised for the single sign-on of ${repository.split('/')[0]}.`,
    'Authorise it at https://github.com/settings/tokens (“Configure SSO”).',
  )

function waitSeconds(headers: Readonly<Record<string, unknown>>): number {
  const after = Number(headers['retry-after'])
  if (Number.isFinite(after) && after > 0) return after
  const reset = Number(headers['x-ratelimit-reset']) - Date.now() / 1000
  return Number.isFinite(reset) && reset > 0 ? Math.ceil(reset) : UNSAID_WAIT_S
}
