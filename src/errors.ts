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
