/** Requests to Discord: sent again when the connection drops, and with errors that say who can do what. */
import { RESTJSONErrorCodes as Code, DiscordAPIError, type REST } from 'discord.js'
import { ChannelGoneError, NotAllowedError, UpstreamError } from '../../src/errors.ts'

export type DiscordApi = ReturnType<typeof createDiscordApi>

type Request = Parameters<REST['post']>[1]
type Route = Parameters<REST['post']>[0]

const SERVICE = 'Discord'
const ATTEMPTS = 4
const FIRST_PAUSE_MS = 250

/**
 * Each rejects with ChannelGoneError, NotAllowedError or UpstreamError; `codeOf` tells Discord's own code. Requests may be sent
 * twice: new messages need a `nonce` that is enforced. `once` sends what has none, and what is not the same the second time.
 */
export function createDiscordApi(rest: REST) {
  const repeated = (send: () => Promise<unknown>) => translated(() => repeat(send))
  return {
    get: (route: Route, request?: Request) => repeated(() => rest.get(route, request)),
    post: (route: Route, request?: Request) => repeated(() => rest.post(route, request)),
    patch: (route: Route, request?: Request) => repeated(() => rest.patch(route, request)),
    put: (route: Route, request?: Request) => repeated(() => rest.put(route, request)),
    delete: (route: Route, request?: Request) => repeated(() => rest.delete(route, request)),
    postOnce: (route: Route, request?: Request) => translated(() => rest.post(route, request)),
  }
}

/** Of an error that a request was rejected with; null where Discord gave none. */
export function codeOf(error: unknown): number | null {
  const cause = error instanceof UpstreamError ? error.cause : error
  return cause instanceof DiscordAPIError ? Number(cause.code) : null
}

/** The library repeats 5xx, timeouts and ECONNRESET itself; not what its HTTP client calls by other names. */
async function repeat<Result>(send: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send()
    } catch (error) {
      if (attempt === ATTEMPTS || !isDropped(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** (attempt - 1)))
    }
  }
}

const DROPPED = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'EAI_AGAIN',
])

function isDropped(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return (code !== undefined && DROPPED.has(code)) || isDropped(error.cause)
}

async function translated<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await send()
  } catch (error) {
    throw translate(error)
  }
}

const NOT_ALLOWED: Readonly<Record<number, readonly [problem: string, remedy: string]>> = {
  [Code.MissingAccess]: [
    'the bot cannot see that channel',
    'Edit the channel › Permissions: give the bot, or its role, “View Channel”; invite it to a private thread by mentioning it there.',
  ],
  [Code.MissingPermissions]: [
    'the bot may not do that in this channel',
    'Edit the channel › Permissions: give the bot, or its role, “Send Messages”, “Send Messages in Threads”, “Create Public Threads”, “Embed Links”, “Attach Files” and “Read Message History”.',
  ],
  [Code.CannotSendMessagesToThisUser]: [
    'that person takes no direct messages from the bot',
    'They can allow direct messages in the privacy settings of the server.',
  ],
  [Code.ThreadLocked]: ['the thread is locked', 'A moderator can unlock it; or ask in a new thread.'],
}

function translate(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (!(error instanceof DiscordAPIError)) {
    return new UpstreamError(SERVICE, 'it cannot be reached', { retryable: true, cause: error })
  }
  const code = Number(error.code)
  if (code === Code.UnknownChannel || code === Code.UnknownGuild) return new ChannelGoneError(SERVICE, { cause: error })
  const [problem, remedy] = NOT_ALLOWED[code] ?? []
  if (problem !== undefined && remedy !== undefined)
    return new NotAllowedError(SERVICE, problem, remedy, { cause: error })
  return new UpstreamError(SERVICE, error.message, { retryable: error.status >= 500, cause: error })
}
