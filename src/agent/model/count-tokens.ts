/** Tokens of gpt-oss. Other models count a little otherwise; for a budget that is near enough. */
import type { ModelMessage, ToolDefinition } from '../../language-model.ts'

export interface TokenCounter {
  ofText(text: string): number
  /** Of a whole request, as the harmony format writes it for the model. */
  ofRequest(messages: readonly ModelMessage[], tools: readonly ToolDefinition[]): number
}

/** The system message that the server adds: who the model is, which channels there are, how much it should think. */
const PREAMBLE = 75
/** `<|start|>role<|channel|>final<|message|>…<|end|>` */
const AROUND_MESSAGE = 7
const AROUND_TOOLS = 20

let loading: Promise<TokenCounter> | undefined

/** The tables of the tokenizer take 0.2 s to load: once, and only where a model is asked. */
export function loadTokenCounter(): Promise<TokenCounter> {
  loading ??= load()
  return loading
}

async function load(): Promise<TokenCounter> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_harmony')
  // Text that looks like a marker is counted as the text that it is.
  const ofText = (text: string) => countTokens(text, { disallowedSpecial: new Set() })
  const ofMessage = (message: ModelMessage) =>
    AROUND_MESSAGE +
    ofText(message.content) +
    (message.role === 'assistant' ? (message.toolCalls ?? []) : [])
      .map((call) => AROUND_MESSAGE + ofText(call.name) + ofText(call.arguments))
      .reduce((sum, count) => sum + count, 0)
  return {
    ofText,
    ofRequest: (messages, tools) =>
      PREAMBLE +
      messages.reduce((sum, message) => sum + ofMessage(message), 0) +
      (tools.length === 0 ? 0 : AROUND_TOOLS + ofText(tools.map(writeTool).join('\n'))),
  }
}

/** As the chat template of gpt-oss shows a function to the model. */
function writeTool({ name, description, parameters }: ToolDefinition): string {
  const properties = (parameters.properties ?? {}) as Record<string, { description?: string; type?: string }>
  const fields = Object.entries(properties).map(
    ([field, { description: about, type }]) => `${about ? `// ${about}\n` : ''}${field}: ${type ?? 'any'},`,
  )
  return `// ${description}\ntype ${name} = (_: {\n${fields.join('\n')}\n}) => any;`
}
