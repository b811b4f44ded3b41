/** What went wrong with a request, told from the server's answer alone: the client's errors are all of one kind. */
import { z } from 'zod'

export type Fault =
  | { readonly kind: 'limited'; readonly waitMs: number }
  | { readonly kind: 'too-large'; readonly limitTokens: number | null }
  | { readonly kind: 'bad-tool-call'; readonly written: string | null }
  | { readonly kind: 'passing' }
  | { readonly kind: 'refused'; readonly status: number | null; readonly message: string }

const body = z.object({
  code: z.string().nullish(),
  type: z.string().nullish(),
  message: z.string().nullish(),
  failed_generation: z.string().nullish(),
})
/** As the body of an answer it is wrapped once more than as an event of a stream. */
const wrapped = z.object({ error: body })

const UNSAID_WAIT_MS = 5_000
/** Busy (498 is Groq's own), gone, or in conflict for the moment. */
const PASSING: readonly (number | undefined)[] = [408, 409, 425, 498]

/** `status` is absent for an error inside a stream and for a connection that broke. */
export function readFault(error: {
  status?: number | undefined
  error?: unknown
  headers?: Headers | undefined
}): Fault {
  const { status, headers } = error
  const told = wrapped.safeParse(error.error).data?.error ?? body.safeParse(error.error).data ?? {}
  const message = told.message ?? ''
  if (told.code === 'tool_use_failed') return { kind: 'bad-tool-call', written: told.failed_generation ?? null }
  const asked = /\bLimit (\d+)\b.*\bRequested (\d+)\b/is.exec(message)
  const limit = asked ? Number(asked[1]) : null
  if (status === 413 || told.code === 'context_length_exceeded' || (asked && Number(asked[2]) > Number(limit)))
    return { kind: 'too-large', limitTokens: limit }
  if (status === 429 || told.code === 'rate_limit_exceeded')
    return { kind: 'limited', waitMs: waitOf(headers, message) ?? UNSAID_WAIT_MS }
  if (status === undefined || status >= 500 || PASSING.includes(status)) return { kind: 'passing' }
  return { kind: 'refused', status, message }
}

function waitOf(headers: Headers | undefined, message: string): number | null {
  const header = headers?.get('retry-after')
  if (header != null) {
    const seconds = Number(header)
    const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now()
    if (Number.isFinite(ms)) return Math.max(0, ms)
  }
  const said = /try again in ((?:[\d.]+(?:ms|h|m|s))+)/i.exec(message)?.[1]
  return said === undefined ? null : durationMs(said)
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** `1m26.4s`, `350ms`. */
function durationMs(text: string): number {
  return [...text.matchAll(/([\d.]+)(ms|h|m|s)/gi)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (UNIT_MS[(unit ?? '').toLowerCase()] ?? 0),
    0,
  )
}
