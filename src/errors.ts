/** The user can fix it: a wrong name, a missing path, a bad option. `message` says what is wrong, `remedy` what to do. */
export class UserError extends Error {
  override name = 'UserError'
  readonly remedy: string
  readonly exitCode: 1 | 2 | 3

  constructor(problem: string, remedy: string, options: { exitCode?: 1 | 2 | 3; cause?: unknown } = {}) {
    super(problem, options.cause === undefined ? undefined : { cause: options.cause })
    this.remedy = remedy
    this.exitCode = options.exitCode ?? 1
  }
}

/** Something asked for is not there: not indexed, no such function. Exit code 3. */
export class NotFoundError extends UserError {
  override name = 'NotFoundError'

  constructor(problem: string, remedy: string) {
    super(problem, remedy, { exitCode: 3 })
  }
}

/** A service we depend on (database, git, GitHub, Groq, a chat platform) failed through no fault of the user. */
export class UpstreamError extends Error {
  override name = 'UpstreamError'
  readonly service: string
  readonly retryable: boolean

  constructor(service: string, problem: string, options: { retryable?: boolean; cause?: unknown } = {}) {
    super(`${service}: ${problem}`, options.cause === undefined ? undefined : { cause: options.cause })
    this.service = service
    this.retryable = options.retryable ?? false
  }
}

/** A service wants to be left alone for longer than the caller would wait. */
export class RateLimitedError extends UpstreamError {
  override name = 'RateLimitedError'
  readonly retryAfterMs: number

  constructor(service: string, retryAfterMs: number, options: { cause?: unknown } = {}) {
    super(service, `its limit is reached; it can be asked again in ${Math.ceil(retryAfterMs / 1000)} s`, {
      retryable: true,
      ...options,
    })
    this.retryAfterMs = retryAfterMs
  }
}

/** The model's server takes no request of this size: send less, never the same again. */
export class RequestTooLargeError extends UpstreamError {
  override name = 'RequestTooLargeError'
  /** Tokens that a request may have, the reply included; null when the server did not say. */
  readonly limitTokens: number | null

  constructor(service: string, limitTokens: number | null, options: { cause?: unknown } = {}) {
    super(
      service,
      `the request is too large${limitTokens === null ? '' : ` for its limit of ${limitTokens} tokens`}`,
      options,
    )
    this.limitTokens = limitTokens
  }
}

/** What the model wrote cannot be used, and asking it again did not help or is for the caller to decide. */
export class ModelOutputError extends UpstreamError {
  override name = 'ModelOutputError'
  readonly fault: 'bad-tool-call' | 'repetition' | 'empty'
  /** What it wrote instead, where the server tells. */
  readonly written: string | null

  constructor(
    service: string,
    fault: ModelOutputError['fault'],
    options: { written?: string | null; cause?: unknown } = {},
  ) {
    super(service, `the model's output cannot be used (${fault})`, { cause: options.cause })
    this.fault = fault
    this.written = options.written ?? null
  }
}

/** The channel is archived or deleted: nobody can post there any more. */
export class ChannelGoneError extends UpstreamError {
  override name = 'ChannelGoneError'

  constructor(platform: string, options: { cause?: unknown } = {}) {
    super(platform, 'the channel is archived or gone', options)
  }
}

/** The bot may not do this there: it is not a member, or lacks a permission. `remedy` says what a person can do. */
export class NotAllowedError extends UpstreamError {
  override name = 'NotAllowedError'
  readonly remedy: string

  constructor(platform: string, problem: string, remedy: string, options: { cause?: unknown } = {}) {
    super(platform, problem, options)
    this.remedy = remedy
  }
}
