/** Arguments of the Web API methods that the fake serves. Each schema must produce what the published type of the client allows. */
import type { Block, KnownBlock } from '@slack/types'
import type {
  AgentsSessionsSetStatusArguments,
  AssistantThreadsSetSuggestedPromptsArguments,
  ChatAppendStreamArguments,
  ChatDeleteArguments,
  ChatPostEphemeralArguments,
  ChatPostMessageArguments,
  ChatStartStreamArguments,
  ChatStopStreamArguments,
  ChatUpdateArguments,
  ConversationsHistoryArguments,
  ConversationsInfoArguments,
  ConversationsOpenArguments,
  ConversationsRepliesArguments,
  FilesCompleteUploadExternalArguments,
  FilesGetUploadURLExternalArguments,
  UsersInfoArguments,
  ViewsOpenArguments,
  ViewsPublishArguments,
} from '@slack/web-api'
import { z } from 'zod'
import { blocksSchema, viewSchema } from './blocks.ts'

/** Fails to compile where a schema lets through what the client's type does not know. */
const argumentsOf =
  <Arguments>() =>
  <Schema extends z.ZodType<Arguments>>(schema: Schema): Schema =>
    schema

const channel = z.string().min(1)
const ts = z.string().regex(/^\d+\.\d{6}$/)
const yes = z.stringbool()
const blocks = blocksSchema as z.ZodType<(KnownBlock | Block)[]>
const metadata = z.strictObject({
  event_type: z.string().min(1),
  event_payload: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
})
const chunks = z.array(
  z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('markdown_text'), text: z.string().min(1) }),
    z.strictObject({
      type: z.literal('task_update'),
      id: z.string().min(1),
      title: z.string().min(1),
      status: z.enum(['pending', 'in_progress', 'complete', 'error']),
    }),
  ]),
)

const files = z.tuple([z.strictObject({ id: z.string(), title: z.string().exactOptional() })])

export const ARGUMENTS = {
  'auth.test': z.strictObject({}),
  'apps.connections.open': z.strictObject({}),
  'users.info': argumentsOf<UsersInfoArguments>()(z.strictObject({ user: z.string() })),
  'conversations.info': argumentsOf<ConversationsInfoArguments>()(z.strictObject({ channel })),
  'conversations.open': argumentsOf<ConversationsOpenArguments>()(z.strictObject({ users: z.string() })),
  'conversations.replies': argumentsOf<ConversationsRepliesArguments>()(
    z.strictObject({
      channel,
      ts,
      limit: z.coerce.number().exactOptional(),
      cursor: z.string().exactOptional(),
      include_all_metadata: yes.exactOptional(),
    }),
  ),
  'conversations.history': argumentsOf<ConversationsHistoryArguments>()(
    z.strictObject({ channel, limit: z.coerce.number().exactOptional(), include_all_metadata: yes.exactOptional() }),
  ),
  'chat.postMessage': argumentsOf<ChatPostMessageArguments>()(
    z.strictObject({
      channel,
      text: z.string().min(1),
      blocks,
      thread_ts: ts.exactOptional(),
      metadata: metadata.exactOptional(),
      unfurl_links: yes.exactOptional(),
      unfurl_media: yes.exactOptional(),
    }),
  ),
  'chat.postEphemeral': argumentsOf<ChatPostEphemeralArguments>()(
    z.strictObject({ channel, user: z.string(), text: z.string().min(1), blocks, thread_ts: ts.exactOptional() }),
  ),
  'chat.update': argumentsOf<ChatUpdateArguments>()(z.strictObject({ channel, ts, text: z.string().min(1), blocks })),
  'chat.delete': argumentsOf<ChatDeleteArguments>()(z.strictObject({ channel, ts })),
  'chat.startStream': argumentsOf<ChatStartStreamArguments>()(
    z.strictObject({
      channel,
      thread_ts: ts,
      chunks: chunks.exactOptional(),
      recipient_team_id: z.string().exactOptional(),
      recipient_user_id: z.string().exactOptional(),
      task_display_mode: z.enum(['timeline', 'plan']).exactOptional(),
    }),
  ),
  'chat.appendStream': argumentsOf<ChatAppendStreamArguments>()(z.strictObject({ channel, ts, chunks })),
  'chat.stopStream': argumentsOf<ChatStopStreamArguments>()(
    z.strictObject({
      channel,
      ts,
      chunks: chunks.exactOptional(),
      blocks: blocks.exactOptional(),
      session_status: z.enum(['active', 'processing', 'suspended', 'closed']).exactOptional(),
    }),
  ),
  'agents.sessions.setStatus': argumentsOf<AgentsSessionsSetStatusArguments>()(
    z.strictObject({
      channel_id: channel,
      thread_ts: ts,
      status: z.enum(['active', 'processing', 'suspended', 'closed']),
    }),
  ),
  'assistant.threads.setSuggestedPrompts': argumentsOf<AssistantThreadsSetSuggestedPromptsArguments>()(
    z.strictObject({
      channel_id: channel,
      thread_ts: ts.exactOptional(),
      prompts: z.array(z.strictObject({ title: z.string().min(1), message: z.string().min(1) })).max(4),
    }),
  ),
  'views.publish': argumentsOf<ViewsPublishArguments>()(z.strictObject({ user_id: z.string(), view: viewSchema })),
  'views.open': argumentsOf<ViewsOpenArguments>()(z.strictObject({ trigger_id: z.string(), view: viewSchema })),
  'files.getUploadURLExternal': argumentsOf<FilesGetUploadURLExternalArguments>()(
    z.strictObject({
      filename: z.string(),
      length: z.coerce.number().positive(),
      alt_text: z.string().max(1_000).exactOptional(),
    }),
  ),
  'files.completeUploadExternal': argumentsOf<FilesCompleteUploadExternalArguments>()(
    z.union([
      z.strictObject({ files }),
      z.strictObject({ files, channel_id: channel }),
      z.strictObject({ files, channel_id: channel, thread_ts: ts }),
    ]),
  ),
} as const

export type Method = keyof typeof ARGUMENTS
export const isMethod = (name: string): name is Method => Object.hasOwn(ARGUMENTS, name)

/** Fields that travel as JSON within the form. */
const JSON_FIELDS = ['blocks', 'chunks', 'metadata', 'view', 'prompts', 'files']

/** The form of a request as an object, or null where a field is no JSON. */
export function readForm(body: string): Record<string, unknown> | null {
  const fields = Object.fromEntries<unknown>(new URLSearchParams(body))
  delete fields.token
  try {
    for (const name of JSON_FIELDS) if (typeof fields[name] === 'string') fields[name] = JSON.parse(fields[name])
  } catch {
    return null
  }
  return fields
}
