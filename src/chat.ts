/** The port between the program and the places where people talk to it. Adapters implement it, handlers know only it. */

/** Opaque outside the adapter that made it, e.g. `terminal:1`. One thread, one conversation. */
export type ConversationId = string

export interface Author {
  readonly id: string
  readonly name: string
  readonly isBot: boolean
  /** By the platform's own roles: a workspace admin or owner, whoever may manage the server. */
  readonly isAdmin: boolean
}

/** A question or remark in a conversation. All of it survives JSON: it is taken down before it is acknowledged. */
export interface IncomingMessage {
  /**
   * Unique on its platform, and the same however often and in whatever form the platform delivers it (again after a time-out,
   * as a mention and as a message): what duplicates are recognised by.
   */
  readonly id: string
  readonly workspace: string
  /** The place that the conversation is in; settings such as the default repository belong to it. */
  readonly channel: string
  readonly conversation: ConversationId
  /** A private channel or a direct message: what is learnt there stays in it. */
  readonly isPrivate: boolean
  readonly author: Author
  /** Without the mention of the bot. */
  readonly text: string
  /** `thread`: the bot was not named; it answers only where it has spoken before. */
  readonly addressed: 'directly' | 'thread'
  /** What "this" may mean: the text that the thread hangs on, or that a message shortcut was used on. */
  readonly about: string | null
  /** `author`: asked privately, so nobody else sees the reply. */
  readonly audience: 'everyone' | 'author'
}

/** A verb with its arguments, `/repobrain <name> <text>`, typed or carried by a button; `text` is empty when there are none. */
export interface IncomingCommand extends IncomingMessage {
  readonly name: string
  /** The post whose button was pressed; null when the verb was typed. */
  readonly pressedOn: PostId | null
}

/** Opaque outside the adapter that made it. */
export type PostId = string

export interface ReplySource {
  readonly ref: number
  readonly label: string
  readonly url: string | null
}

/** Pressed, it comes back as the command `verb` with `text`: 80 characters at most together. */
export interface ReplyButton {
  readonly label: string
  readonly verb: string
  readonly text: string
  readonly style: 'plain' | 'primary' | 'danger'
}

/** Something done for the reply, shown while it is at work. */
export interface ReplyStep {
  readonly label: string
  readonly state: 'running' | 'done' | 'failed'
}

export interface ReplyPicture {
  readonly png: Uint8Array
  /** What is to be seen there, in words. */
  readonly alt: string
}

/** One document that every platform renders. `text` is Markdown with citations as [1], [2] …; sources come last. */
export interface Reply {
  readonly text: string
  /** Whether more of it is still to come: a placeholder, progress, half an answer. */
  readonly unfinished?: boolean
  readonly steps?: readonly ReplyStep[]
  readonly buttons?: readonly ReplyButton[]
  /** Asks for 👍 or 👎, which come back as the command `feedback` with `up <this>` or `down <this>`. */
  readonly feedbackOn?: string
  readonly picture?: ReplyPicture
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
  readonly id: PostId
  update(reply: Reply): Promise<void>
}

export interface PostOptions {
  /** What is replied to: a platform may need it to keep the reply private, or to answer within a command's window. */
  readonly inReplyTo?: IncomingMessage
  /** The same key again, after a failure or a restart, shows no second post as far as the platform can tell. */
  readonly key?: string
}

/** What has been taken down, and will be handled whatever happens to this process. */
export interface Taken {
  /** Resolves when it was handled, or found to be a duplicate or nothing for us. Never rejects: faults are told in the conversation. */
  readonly done: Promise<void>
}

/** What a person may pick while typing a command. */
export interface Suggestion {
  readonly label: string
  readonly value: string
}

export interface ChatHandlers {
  /** Resolves when the message has been taken down: only then may it be acknowledged. Rejects when it could not be. */
  onMessage(message: IncomingMessage, platform: ChatPlatform): Promise<Taken>
  onCommand(command: IncomingCommand, platform: ChatPlatform): Promise<Taken>
  /** Nobody waits any longer for what is being answered there. */
  onStop(conversation: ConversationId): Promise<void>
  /** At most 25, best first; empty when nothing fits or it takes too long. */
  suggest(typed: {
    readonly workspace: string
    readonly channel: string
    readonly isPrivate: boolean
    readonly field: 'repository' | 'symbol'
    readonly text: string
  }): Promise<readonly Suggestion[]>
  /** What a person sees who opens the bot's own page, or a new conversation with it: `prompts` are questions to begin with. */
  home(viewer: { readonly workspace: string; readonly author: Author }): Promise<{
    readonly reply: Reply
    readonly prompts: readonly string[]
  }>
}

export interface ChatPlatform {
  readonly name: string
  /** Resolves when messages can arrive. Messages of one conversation reach the handlers in the order they were sent. */
  start(handlers: ChatHandlers): Promise<void>
  /** Takes no more messages, waits for the handlers that are at work, then leaves. Twice is as good as once. */
  stop(): Promise<void>
  /**
   * Resolves when the reply can be seen. Rejects for a conversation of another platform; with ChannelGoneError where nobody can
   * post any more, with NotAllowedError where the bot may not.
   */
  post(conversation: ConversationId, reply: Reply, options?: PostOptions): Promise<PostedReply>
  /** A post made earlier, also before a restart. */
  posted(conversation: ConversationId, id: PostId): PostedReply
  /** Where everybody in a channel is written to, outside of its threads. */
  channel?(workspace: string, channel: string): ConversationId
  /** Where a person is written to alone. */
  direct?(workspace: string, person: Author['id']): Promise<ConversationId>
}
