import { ModelOutputError } from '../errors.ts'
import type { ModelReply } from '../language-model.ts'
import { isRepeating } from './is-repeating.ts'
import { createVisibleText, plainToolName } from './visible-text.ts'

/** What is read of one piece of a streamed reply; reasoning is not. */
export interface TurnChunk {
  readonly choices: readonly {
    readonly delta: {
      readonly content?: string | null
      readonly tool_calls?: readonly {
        readonly index: number
        readonly id?: string
        readonly function?: { readonly name?: string; readonly arguments?: string }
      }[]
    }
    readonly finish_reason: string | null
  }[]
  readonly x_groq?: { readonly usage?: Usage | null } | null
  readonly usage?: Usage | null
}
interface Usage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
}

/** Arguments of any tool are short; what is longer is a model that cannot stop. */
const LONGEST_ARGUMENTS = 8_000
/** New text after which the end is looked at again. */
const LOOK_EVERY = 150

/** Throws ModelOutputError, and an ordinary error when the stream ends before the reply does. */
export async function readReply(
  chunks: AsyncIterable<TurnChunk>,
  service: string,
  onText: (piece: string) => void = () => {},
): Promise<ModelReply> {
  const visible = createVisibleText()
  const calls = new Map<number, { id: string; name: string; arguments: string }>()
  let text = ''
  let lookedAt = 0
  let finish: string | null = null
  let usage: ModelReply['usage'] = null
  const show = (piece: string) => {
    if (piece === '') return
    text += piece
    onText(piece)
    if (text.length - lookedAt < LOOK_EVERY) return
    lookedAt = text.length
    if (isRepeating(text)) throw new ModelOutputError(service, 'repetition')
  }
  for await (const chunk of chunks) {
    const counted = chunk.x_groq?.usage ?? chunk.usage
    if (counted) usage = { promptTokens: counted.prompt_tokens, replyTokens: counted.completion_tokens }
    const [choice] = chunk.choices
    if (!choice) continue
    show(visible.push(choice.delta.content ?? ''))
    for (const { index, id, function: called } of choice.delta.tool_calls ?? []) {
      const known = calls.get(index) ?? { id: '', name: '', arguments: '' }
      const call = {
        id: known.id || (id ?? ''),
        name: known.name + (called?.name ?? ''),
        arguments: known.arguments + (called?.arguments ?? ''),
      }
      if (call.arguments.length > LONGEST_ARGUMENTS) throw new ModelOutputError(service, 'repetition')
      calls.set(index, call)
    }
    finish = choice.finish_reason ?? finish
  }
  if (finish === null) throw new Error('the reply was cut off')
  show(visible.end())
  const toolCalls = [...calls.values()].map((call, at) => ({
    ...call,
    id: call.id === '' ? `call_${at}` : call.id,
    name: plainToolName(call.name),
  }))
  if (text.trim() === '' && toolCalls.length === 0) throw new ModelOutputError(service, 'empty')
  return {
    text: text.trim(),
    toolCalls,
    finish: toolCalls.length > 0 ? 'tools' : finish === 'length' ? 'length' : 'stop',
    usage,
  }
}
