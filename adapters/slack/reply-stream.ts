/** An answer that appears as it is written, with the steps of the work above it: Slack's streamed messages. */
import type { AnyChunk } from '@slack/types'
import type { IncomingMessage, Reply } from '../../src/chat.ts'
import { RateLimitedError } from '../../src/errors.ts'
import type { Place } from './conversation-id.ts'
import { LIMITS } from './limits.ts'
import { escapeMarkdown, settledLength } from './markup.ts'
import { renderBelow, renderReply, type SlackMessage } from './render.ts'
import { DISPENSABLE, ONCE, type SlackApi } from './slack-api.ts'

export interface ReplyStream {
  readonly ts: string
  /** False when the stream cannot show it: it said something else before, or Slack has closed it. It is stopped then. */
  show(reply: Reply): Promise<boolean>
  /** Ends it with the rest of the text and what comes below; false when all has to be written anew. It is stopped in any case. */
  finish(reply: Reply): Promise<boolean>
}

/** Rejects where Slack does not stream. */
export async function startStream(
  api: SlackApi,
  place: Place,
  asked: IncomingMessage,
  first: Reply,
): Promise<ReplyStream> {
  const { channel, thread } = place
  const shownSteps = new Map<string, string>()
  /** What the first reply says is what is being done, not the beginning of the answer. */
  const status = withoutEllipsis(first.text)
  let [sent, closed] = ['', false]

  const started = await api.call(
    (client) =>
      client.chat.startStream({
        channel,
        thread_ts: thread ?? '',
        recipient_team_id: place.team,
        recipient_user_id: asked.author.id,
        task_display_mode: 'timeline',
        chunks: stepChunks(first, 'in_progress'),
      }),
    ONCE,
  )
  const ts = started.ts ?? ''

  return { ts, show, finish }

  async function show(reply: Reply): Promise<boolean> {
    if (closed) return false
    const rest = restOf(reply)
    if (rest === null) {
      await stop([], [])
      return false
    }
    const chunks = [...stepChunks(reply, rest === '' ? 'in_progress' : 'complete'), ...textChunks(rest)]
    if (chunks.length === 0) return true
    try {
      await api.call((client) => client.chat.appendStream({ channel, ts, chunks }), DISPENSABLE)
      sent += rest
      return true
    } catch (error) {
      // Said again with what comes next.
      shownSteps.clear()
      if (error instanceof RateLimitedError) return true
      await stop([], [])
      return false
    }
  }

  async function finish(reply: Reply): Promise<boolean> {
    if (closed) return false
    const rest = restOf(reply)
    const below = renderBelow(reply)
    if (rest !== null && renderReply(reply).length === 1) {
      return stop([...stepChunks({ ...reply, steps: [] }, 'complete'), ...textChunks(rest)], below)
    }
    await stop([], [])
    return false
  }

  async function stop(chunks: AnyChunk[], blocks: SlackMessage['blocks']): Promise<boolean> {
    closed = true
    const more = { ...(chunks.length > 0 ? { chunks } : {}), ...(blocks.length > 0 ? { blocks } : {}) }
    const end = api.call((client) => client.chat.stopStream({ channel, ts, session_status: 'active', ...more }), ONCE)
    return end.then(
      () => true,
      () => false,
    )
  }

  /** What is to be appended; null when what was sent is no beginning of it, or it is too long for one message. */
  function restOf(reply: Reply): string | null {
    const text = reply.unfinished ? withoutEllipsis(reply.text) : reply.text
    if (reply.unfinished && text === status) return ''
    const settled = reply.unfinished ? text.slice(0, settledLength(text)) : text
    const escaped = escapeMarkdown(settled)
    return escaped.startsWith(sent) && escaped.length <= LIMITS.markdownCharacters ? escaped.slice(sent.length) : null
  }

  /** Steps that are new or went on; the status counts as the first one. */
  function stepChunks(reply: Reply, state: 'in_progress' | 'complete'): AnyChunk[] {
    const tasks = [
      { id: 'status', title: status, status: state },
      ...(reply.steps ?? []).map((step, index) => ({
        id: `step-${index}`,
        title: step.label,
        status: STATES[step.state],
      })),
    ]
    const changed = tasks.filter((task) => shownSteps.get(task.id) !== `${task.status} ${task.title}`)
    for (const task of changed) shownSteps.set(task.id, `${task.status} ${task.title}`)
    return changed.map((task) => ({
      type: 'task_update',
      ...task,
      title: [...task.title].slice(0, LIMITS.stepCharacters).join('') || '…',
    }))
  }
}

const STATES = { running: 'in_progress', done: 'complete', failed: 'error' } as const

const textChunks = (text: string): AnyChunk[] => (text === '' ? [] : [{ type: 'markdown_text', text }])

const withoutEllipsis = (text: string) => text.replace(/\s*…$/, '')
