import { UpstreamError, UserError } from '../errors.ts'
import { redact } from '../redact.ts'
import type { Terminal } from './command.ts'

interface Report {
  readonly problem: string
  readonly remedy: string
  readonly exitCode: number
}

/** Two plain lines on stderr, what is wrong and what to do; with `--json` the same as a document on stdout. Returns the exit code. */
export function reportError(error: unknown, options: { terminal: Terminal; json: boolean; debug: boolean }): number {
  const { problem, remedy, exitCode } = describeError(error)
  const { stdout, stderr } = options.terminal
  stderr.write(`${redact(problem)}\n${redact(remedy)}\n`)
  if (options.debug && error instanceof Error) stderr.write(`${redact(stackOf(error))}\n`)
  if (options.json) stdout.write(errorDocument({ problem, remedy, exitCode }))
  return exitCode
}

/** The one JSON document of a command that failed. */
export function errorDocument({ problem, remedy, exitCode }: Report): string {
  const error = { problem: redact(problem), remedy: redact(remedy), exit_code: exitCode }
  return `${JSON.stringify({ error }, null, 2)}\n`
}

/** What is wrong and what to do about it, for people. */
export function describeError(error: unknown): Report {
  if (error instanceof UserError) return { problem: error.message, remedy: error.remedy, exitCode: error.exitCode }
  if (error instanceof UpstreamError) {
    const remedy = error.retryable
      ? 'Try again; `repobrain doctor` shows what is wrong.'
      : '`repobrain doctor` shows what is wrong.'
    return { problem: error.message, remedy, exitCode: 1 }
  }
  const problem = error instanceof Error ? error.message || error.name : String(error)
  return {
    problem: `Something went wrong inside: ${problem.split('\n', 1)[0]}`,
    remedy: 'This is a fault of ours: run again with LOG_LEVEL=debug for the details, and report it.',
    exitCode: 1,
  }
}

function stackOf(error: Error): string {
  const own = error.stack ?? error.message
  return error.cause instanceof Error ? `${own}\ncaused by ${stackOf(error.cause)}` : own
}
