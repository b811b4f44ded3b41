/** The model chooses tools until it has what it needs, then writes. Everything that models do wrong is bounded here. */
import { ModelOutputError, RequestTooLargeError } from '../../errors.ts'
import type { LanguageModel, ModelMessage, ModelReply, ToolCall } from '../../language-model.ts'
import { callTool, type Desk } from './call-tool.ts'
import type { TokenCounter } from './count-tokens.ts'
import { fenced } from './prompt.ts'
import { shrink } from './shrink.ts'

const MOST_TURNS = 7
const MOST_CALLS_A_TURN = 4
/** Repeated calls after which the model only may write. */
const MOST_REPEATS = 2
/** Faults of what the model writes that are answered; the next one ends the loop. */
const MOST_FAULTS = 2
const MOST_SHRINKS = 2
/** Longest reply, reasoning included. */
const REPLY_TOKENS = 1_000
/** What an ordinary call and its result, and an ordinary answer, cost: kept for them while tools may still be called. */
const CALL_TOKENS = 300
const ANSWER_TOKENS = 350
/** Of what a server takes, left free for the difference between its way to count and ours. */
const COUNTING_MARGIN = 150

export interface LoopOptions {
  readonly model: LanguageModel
  readonly counter: TokenCounter
  readonly desk: Desk
  readonly prompt: readonly ModelMessage[]
  readonly nonce: string
  /** Of all turns together. */
  readonly budgetTokens: number
  readonly patienceMs: number
  readonly signal?: AbortSignal | undefined
  readonly onText: (piece: string) => void
  /** A tool begins, or has ended. */
  readonly onCall?: ((call: ToolCall, state: 'running' | 'done' | 'failed') => void) | undefined
  /** What was shown so far is void. */
  readonly onRestart: () => void
  /** Whether prose that came as a broken tool call may be taken for the answer. */
  readonly stands: (text: string) => boolean
}

export interface LoopResult {
  readonly text: string
  readonly turns: number
  readonly tokens: number
  /** Names of the tools that ran. */
  readonly calls: readonly string[]
}

/** Throws what `LanguageModel.generate` throws, and ModelOutputError when the model keeps writing what cannot be used. */
export async function runLoop(options: LoopOptions): Promise<LoopResult> {
  const { model, counter, desk, nonce, budgetTokens, signal } = options
  const definitions = [...desk.tools.values()].map(({ definition }) => definition)
  const until = Date.now() + options.patienceMs
  const seen = new Set<string>()
  const calls: string[] = []
  let messages: readonly ModelMessage[] = options.prompt
  let [tokens, turns, faults, repeats, shrinks] = [0, 0, 0, 0, 0]
  let mayCall = true

  for (;;) {
    turns += 1
    const offered = counter.ofRequest(messages, definitions)
    const bare = counter.ofRequest(messages, [])
    mayCall &&=
      turns < MOST_TURNS && tokens + offered + CALL_TOKENS + bare + CALL_TOKENS + ANSWER_TOKENS <= budgetTokens
    if (!mayCall && tokens + bare + ANSWER_TOKENS > budgetTokens) {
      const room = Math.max(budgetTokens - tokens - ANSWER_TOKENS, 0)
      messages = shrink(messages, (some) => counter.ofRequest(some, []) <= room) ?? overBudget(model.name)
    }
    const tools = mayCall ? definitions : []
    const promptTokens = counter.ofRequest(messages, tools)
    let reply: ModelReply
    try {
      reply = await model.generate({
        messages: mayCall ? messages : [...messages, writeNow],
        tools,
        promptTokens,
        maxTokens: REPLY_TOKENS,
        priority: 'question',
        patienceMs: Math.max(0, until - Date.now()),
        signal,
        onText: options.onText,
        onRestart: options.onRestart,
      })
      if (isJson(reply.text)) throw new ModelOutputError(model.name, 'bad-tool-call', { written: reply.text })
    } catch (error) {
      options.onRestart()
      signal?.throwIfAborted()
      tokens += promptTokens
      if (error instanceof RequestTooLargeError && shrinks < MOST_SHRINKS) {
        shrinks += 1
        mayCall = false
        const room = Math.min(promptTokens - 1, (error.limitTokens ?? promptTokens) - REPLY_TOKENS - COUNTING_MARGIN)
        messages = shrink(messages, (some) => counter.ofRequest(some, []) <= room) ?? rethrow(error)
        tokens -= promptTokens
        continue
      }
      if (!(error instanceof ModelOutputError) || faults >= MOST_FAULTS) throw error
      faults += 1
      const prose = error.fault === 'bad-tool-call' ? error.written : null
      if (prose !== null && looksLikeProse(prose) && options.stands(prose)) {
        options.onText(prose)
        return { text: prose, turns, tokens, calls }
      }
      // The first time it may try the call again; then it may only write.
      if (error.fault !== 'bad-tool-call' || faults > 1) mayCall = false
      messages = [...messages, { role: 'user', content: CORRECTIONS[error.fault] }]
      continue
    }
    tokens += reply.usage
      ? reply.usage.promptTokens + reply.usage.replyTokens
      : promptTokens + counter.ofText(reply.text) + callTokens(counter, reply.toolCalls)
    if (reply.toolCalls.length === 0) return { text: whole(reply), turns, tokens, calls }
    options.onRestart()
    if (!mayCall) {
      faults += 1
      if (faults > MOST_FAULTS) throw new ModelOutputError(model.name, 'bad-tool-call')
      continue
    }
    const asked = reply.toolCalls
      .slice(0, MOST_CALLS_A_TURN)
      .map((call, at) => ({ ...call, id: `${turns}-${at}-${call.id}` }))
    const answers: ModelMessage[] = []
    for (const call of asked) {
      options.onCall?.(call, 'running')
      const { outcome, note, lines } = await callTool(desk, call, seen)
      options.onCall?.(call, outcome === 'done' || outcome === 'repeated' ? 'done' : 'failed')
      if (outcome === 'done') calls.push(call.name)
      if (outcome === 'repeated') repeats += 1
      const content = [note ?? '', fenced(nonce, lines)].filter((part) => part !== '').join('\n')
      answers.push({ role: 'tool', toolCallId: call.id, content })
    }
    if (repeats >= MOST_REPEATS) mayCall = false
    messages = [...messages, { role: 'assistant', content: '', toolCalls: asked.map(sayable) }, ...answers]
  }
}

const writeNow: ModelMessage = { role: 'user', content: 'Write the answer now, from the rows above. No more tools.' }

const CORRECTIONS: Readonly<Record<ModelOutputError['fault'], string>> = {
  'bad-tool-call': 'That was no valid call. Call a tool with arguments of its schema, or write the answer.',
  empty: 'That was empty. Write the answer.',
  repetition: 'You repeated yourself. Write a short answer, once.',
}

/** A server refuses an earlier call whose arguments are no JSON or whose name is no name. */
const sayable = (call: ToolCall): ToolCall => ({
  ...call,
  name: call.name.replace(/[^\w-]/g, '_').slice(0, 64) || 'unnamed',
  arguments: isJson(call.arguments) ? call.arguments : '{}',
})

const callTokens = (counter: TokenCounter, calls: readonly ToolCall[]) =>
  calls.reduce((sum, call) => sum + counter.ofText(call.name) + counter.ofText(call.arguments), 0)

/** An object or a list and nothing else: a call that went astray, and nothing for people. */
function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const looksLikeProse = (text: string) => /\p{L}{2,}[^{}]*\s[^{}]*\p{L}{2,}/u.test(text) && !/[{}]/.test(text)

/** A reply that was cut off ends with its last whole sentence or line. */
function whole({ text, finish }: ModelReply): string {
  if (finish !== 'length') return text
  return /^[\s\S]*(?:[.!?。！？](?:\s?\[\d+\])*(?=\s|$)|\n)/.exec(text)?.[0].trimEnd() ?? text
}

function overBudget(name: string): never {
  throw new RequestTooLargeError(name, null)
}

function rethrow(error: unknown): never {
  throw error
}
