/** Addresses that Slack gives with a command or a pressed button: whoever sent it can be answered there, seen by nobody else. */

import { LIMITS } from './limits.ts'
import type { SlackMessage } from './render.ts'

export interface Responses {
  remember(message: string, url: string): void
  /** False when there is no address, or not any more. */
  respond(message: string, answer: SlackMessage, thread: string | null): Promise<boolean>
}

const TIMEOUT_MS = 10_000

/** Kept in memory only: after a restart the person is answered in another way. */
export function createResponses(): Responses {
  const open = new Map<string, { readonly url: string; readonly until: number; left: number }>()
  return {
    remember: (message, url) => {
      for (const [id, { until }] of open) if (until < Date.now()) open.delete(id)
      open.set(message, { url, until: Date.now() + LIMITS.responseUrlMs, left: LIMITS.responseUrlUses })
    },
    respond: async (message, { text, blocks }, thread) => {
      const address = open.get(message)
      if (!address || address.left === 0 || address.until < Date.now()) return false
      address.left -= 1
      const body = {
        response_type: 'ephemeral',
        replace_original: false,
        text,
        blocks,
        ...(thread === null ? {} : { thread_ts: thread }),
      }
      const response = await fetch(address.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch(() => null)
      return response?.ok ?? false
    },
  }
}
