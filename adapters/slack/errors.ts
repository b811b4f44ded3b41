/** What Slack's refusals mean for us, by its error codes. */
import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebAPIRequestError } from '@slack/web-api'
import { ChannelGoneError, NotAllowedError, RateLimitedError, UpstreamError, UserError } from '../../src/errors.ts'

const SERVICE = 'Slack'

const GONE = new Set(['channel_not_found', 'is_archived', 'channel_is_archived'])
const BAD_TOKEN = new Set([
  'invalid_auth',
  'not_authed',
  'account_inactive',
  'token_revoked',
  'token_expired',
  'not_allowed_token_type',
])
const PASSING = new Set([
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
])
const REMEDIES: Readonly<Record<string, readonly [problem: string, remedy: string]>> = {
  not_in_channel: ['the bot is not a member of the channel', 'Invite it there: /invite @RepoBrain'],
  restricted_action: ['the channel does not let apps post', 'An admin can allow it in the settings of the channel.'],
  restricted_action_thread_locked: ['the thread is locked', 'Ask in a new thread.'],
  user_not_in_channel: [
    'the person is not in the channel',
    'Ask in a channel that you are in, or in a direct message.',
  ],
  missing_scope: ['the app lacks a permission', 'Update the app with manifest.yml and install it again.'],
  no_permission: ['the app lacks a permission', 'Update the app with manifest.yml and install it again.'],
  cannot_dm_bot: ['bots cannot be written to', 'Ask a person.'],
}

/** Slack's own code of an error, whether it is the library's or ours. */
export function slackCode(error: unknown): string | null {
  if (error instanceof WebAPIPlatformError) return error.data.error
  return error instanceof Error && error.cause !== undefined ? slackCode(error.cause) : null
}

/** The token is of no use any more: no sense in trying again. */
export const isBadToken = (error: unknown) => BAD_TOKEN.has(slackCode(error) ?? '')

/** Nobody knows whether it was done: the connection broke, or the server did. */
export function isAmbiguous(error: unknown): boolean {
  if (error instanceof WebAPIRequestError) return true
  if (error instanceof WebAPIHTTPError) return error.statusCode >= 500
  if (PASSING.has(slackCode(error) ?? '')) return true
  return error instanceof UpstreamError && error.cause !== undefined && isAmbiguous(error.cause)
}

/** One of ours for one of the library's. */
export function toError(error: unknown): Error {
  const cause = { cause: error }
  if (error instanceof WebAPIRateLimitedError) return new RateLimitedError(SERVICE, error.retryAfter * 1_000, cause)
  const code = slackCode(error)
  if (code === null) return new UpstreamError(SERVICE, messageOf(error), { retryable: isAmbiguous(error), ...cause })
  if (GONE.has(code)) return new ChannelGoneError(SERVICE, cause)
  const known = REMEDIES[code]
  if (known) return new NotAllowedError(SERVICE, ...known, cause)
  if (BAD_TOKEN.has(code)) return badToken('SLACK_BOT_TOKEN', code, error)
  return new UpstreamError(SERVICE, `it answered ${code}`, { retryable: isAmbiguous(error), ...cause })
}

export const badToken = (name: string, code: string, cause: unknown) =>
  new UserError(
    `Slack does not take ${name} (${code}).`,
    `Copy it anew from https://api.slack.com/apps, your app, and set ${name}.`,
    { cause },
  )

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
