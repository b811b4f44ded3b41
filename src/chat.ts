/** The port between the program and the places where people talk to it. Adapters implement it, handlers know only it. */

/** Opaque outside the adapter that made it, e.g. `terminal:1`. One thread, one conversation. */
export type ConversationId = string

export interface Author {
  readonly id: string
  readonly name: string
  readonly isBot: boolean
}

/** A question or remark in a conversation. `id` is unique per platform and is what duplicates are recognised by. */
export interface IncomingMessage {
  readonly id: string
  readonly workspace: string
  /** The place that the conversation is in; settings such as the default repository belong to it. */
  readonly channel: string
  readonly conversation: ConversationId
  /** A private channel or a direct message: what is learnt there stays in it. */
  readonly isPrivate: boolean
  readonly author: Author
  readonly text: string
}

/** A verb with its arguments, `/repobrain <name> <text>`; `text` is empty when there are none. */
export interface IncomingCommand extends IncomingMessage {
  readonly name: string
}

export interface ReplySource {
  readonly ref: number
  readonly label: string
  readonly url: string | null
}

/** One document that every platform renders. `text` is Markdown with citations as [1], [2] …; sources come last. */
export interface Reply {
  readonly text: string
  /** Of the text; what a platform adds in words (headings, buttons) is in the same. */
  readonly language: 'en' | 'zh'
  readonly path: readonly PathHop[]
  readonly sources: readonly ReplySource[]
  readonly note: string | null
}

/** A reply that is nothing but text. */
export const textReply = (text: string): Reply => ({
  text,
  language: 'en',
  path: [],
  sources: [],
  note: null,
})

/** One hop of the walked path, already worded for people: `full_dispatch_request ← MODIFIES — PR #5818`. */
export interface PathHop {
  readonly from: { readonly label: string; readonly url: string | null }
  readonly edge: string
  readonly direction: 'out' | 'in'
  readonly to: { readonly label: string; readonly url: string | null }
}

/** A posted reply that can be edited in place: progress, placeholders. */
export interface PostedReply {
  update(reply: Reply): Promise<void>
}

/** Neither rejects: whatever goes wrong has been reported in the conversation. */
export interface ChatHandlers {
  onMessage(message: IncomingMessage, platform: ChatPlatform): Promise<void>
  onCommand(command: IncomingCommand, platform: ChatPlatform): Promise<void>
}

export interface ChatPlatform {
  readonly name: string
  /** Resolves when messages can arrive. Messages of one conversation reach the handlers in the order they were sent. */
  start(handlers: ChatHandlers): Promise<void>
  /** Takes no more messages, waits for the handlers that are at work, then leaves. Twice is as good as once. */
  stop(): Promise<void>
  /** Resolves when the reply can be seen. Rejects for a conversation of another platform. */
  post(conversation: ConversationId, reply: Reply): Promise<PostedReply>
}
