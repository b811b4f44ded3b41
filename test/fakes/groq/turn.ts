/** What a scripted model does at one turn. */

export interface SentMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string | null
  readonly tool_calls?: readonly {
    readonly id: string
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
  readonly tool_call_id?: string
}

/** A request as it arrived. */
export interface SentRequest {
  readonly model: string
  readonly messages: readonly SentMessage[]
  readonly tools?: readonly {
    readonly function: { readonly name: string; readonly description: string; readonly parameters: unknown }
  }[]
  readonly stream?: boolean
  readonly max_completion_tokens?: number
  readonly [field: string]: unknown
}

export interface ScriptedCall {
  readonly name: string
  /** Text is sent as it is, so that it may be no JSON. */
  readonly arguments: string | Readonly<Record<string, unknown>>
}

export type Turn =
  | {
      readonly text: string
      readonly reasoning?: string
      readonly calls?: readonly ScriptedCall[]
      readonly finish?: string
    }
  | { readonly calls: readonly ScriptedCall[]; readonly reasoning?: string }
  /** An answer that is no reply. */
  | {
      readonly status: number
      readonly error: Readonly<Record<string, unknown>>
      readonly headers?: Readonly<Record<string, string>>
    }
  /** An error event inside a stream, after some text. */
  | { readonly streamError: Readonly<Record<string, unknown>>; readonly after?: string }
  /** The connection breaks after some text. */
  | { readonly cutAfter: string }
  /** Nothing comes, ever. */
  | { readonly silent: true }
  /** The same again and again, until the client leaves or the tokens are used up. */
  | { readonly babble: string }

export type Script = Turn | ((request: SentRequest) => Turn)
