/** The port to a language model. It has one method; what the words and tools are for is its caller's business. */

/** A function that the model may ask to be called; `parameters` is the JSON schema of its arguments. */
export interface ToolDefinition {
  readonly name: string
  readonly description: string
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface ToolCall {
  readonly id: string
  /** As the model wrote it: it may name no tool at all. */
  readonly name: string
  /** As the model wrote it: it may be no JSON. */
  readonly arguments: string
}

export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly toolCallId: string; readonly content: string }

export interface ModelRequest {
  readonly messages: readonly ModelMessage[]
  /** None: the model can only write. */
  readonly tools?: readonly ToolDefinition[]
  /** The reply is JSON of this schema. Not together with tools. */
  readonly schema?: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> }
  /** Of the messages and tools, as counted; what a budget of tokens a minute is asked for. */
  readonly promptTokens: number
  /** Longest reply, reasoning included. */
  readonly maxTokens: number
  /** Questions of people go before work that nobody waits for. */
  readonly priority: 'question' | 'job'
  /** Longest time, in milliseconds, to wait for a place in the queue and for limits to pass. */
  readonly patienceMs: number
  readonly signal?: AbortSignal | undefined
  /** Each piece of visible text as it arrives. A request that is tried again starts anew: `onRestart` says so. */
  readonly onText?: (piece: string) => void
  readonly onRestart?: () => void
}

export interface ModelReply {
  /** Without reasoning, trimmed; empty when the model only calls tools, or said nothing. */
  readonly text: string
  readonly toolCalls: readonly ToolCall[]
  /** `length`: cut off at `maxTokens`. */
  readonly finish: 'stop' | 'tools' | 'length'
  /** As the server counted them; null when it did not say. */
  readonly usage: { readonly promptTokens: number; readonly replyTokens: number } | null
}

export interface LanguageModel {
  readonly name: string
  /**
   * One turn. Throws RateLimitedError (the wait is longer than the patience), RequestTooLargeError, ModelOutputError (what the
   * model wrote could not be used) and UpstreamError; an abort rejects with its reason.
   */
  generate(request: ModelRequest): Promise<ModelReply>
}
