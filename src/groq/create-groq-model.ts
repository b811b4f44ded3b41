/** Groq, or any server that speaks the OpenAI protocol, as a language model. The only file that knows `groq-sdk`. */
import { setTimeout as sleep } from 'node:timers/promises'
import Groq, { APIError } from 'groq-sdk'
import type { ChatCompletionCreateParamsBase } from 'groq-sdk/resources/chat/completions'
import { ModelOutputError, RateLimitedError, RequestTooLargeError, UpstreamError } from '../errors.ts'
import type { LanguageModel, ModelReply, ModelRequest } from '../language-model.ts'
import type { Logger } from '../logger.ts'
import { asEventStream } from './as-event-stream.ts'
import { createOrganisationBudget } from './organisation-budget.ts'
import { readFault } from './read-fault.ts'
import { readReply, type TurnChunk } from './read-reply.ts'

export interface GroqOptions {
  readonly apiKey: string
  readonly model: string
  /** `https://api.groq.com`; of another server the address that its `/chat/completions` follows: `http://localhost:11434/v1`. */
  readonly baseUrl: string
  readonly logger: Logger
  /** A server that says nothing for so long is taken to be gone. Default 20 s. */
  readonly silenceMs?: number
}

const SERVICE = 'the language model'
const SILENCE_MS = 20_000
/** Of one request, whatever the reasons; waiting for limits is bounded by the patience of the request as well. */
const MOST_ATTEMPTS = 5
const PASSING_RETRIES_MS = [250, 750]

export function createGroqModel(options: GroqOptions): LanguageModel {
  const { model, logger, silenceMs = SILENCE_MS } = options
  const { origin, pathname } = new URL(options.baseUrl)
  const path = pathname.replace(/\/+$/, '')
  const client = new Groq({
    apiKey: options.apiKey,
    baseURL: origin,
    // Its own retries wait without listening to an abort, for as long as the server asks.
    maxRetries: 0,
    logLevel: 'off',
    // The SDK knows Groq's path only.
    fetch: async (url, init) =>
      asEventStream(
        await fetch(path === '' ? url : String(url).replace(`${origin}/openai/v1`, `${origin}${path}`), init),
      ),
  })
  const budget = createOrganisationBudget(SERVICE)
  return { name: model, generate }

  async function generate(request: ModelRequest): Promise<ModelReply> {
    const until = Date.now() + request.patienceMs
    let passing = 0
    for (let attempt = 1; ; attempt += 1) {
      let pauseMs = 0
      const leave = await budget.enter({
        tokens: request.promptTokens + request.maxTokens,
        priority: request.priority,
        patienceMs: until - Date.now(),
        signal: request.signal,
      })
      try {
        return await takeTurn(request)
      } catch (error) {
        request.signal?.throwIfAborted()
        if (error instanceof ModelOutputError) throw error
        const fault = readFault(error instanceof APIError ? error : {})
        logger.debug({ fault, attempt, err: error }, 'a request to the model failed')
        const retry = PASSING_RETRIES_MS[passing]
        if (fault.kind === 'too-large') throw new RequestTooLargeError(SERVICE, fault.limitTokens, { cause: error })
        if (fault.kind === 'bad-tool-call')
          throw new ModelOutputError(SERVICE, 'bad-tool-call', { written: fault.written, cause: error })
        if (fault.kind === 'refused') throw refusal(fault.status, fault.message, error)
        if (fault.kind === 'limited') {
          budget.pause(fault.waitMs)
          if (attempt >= MOST_ATTEMPTS || Date.now() + fault.waitMs > until)
            throw new RateLimitedError(SERVICE, fault.waitMs, { cause: error })
        } else {
          if (retry === undefined || attempt >= MOST_ATTEMPTS)
            throw new UpstreamError(SERVICE, 'it cannot be reached', { retryable: true, cause: error })
          passing += 1
          pauseMs = retry
        }
        request.onRestart?.()
      } finally {
        leave()
      }
      await sleep(pauseMs, undefined, { signal: request.signal })
    }
  }

  async function takeTurn(request: ModelRequest): Promise<ModelReply> {
    const silence = new AbortController()
    const signal = request.signal ? AbortSignal.any([silence.signal, request.signal]) : silence.signal
    let timer = setTimeout(() => silence.abort(), silenceMs)
    try {
      const { data, response } = await client.chat.completions
        .create({ ...toParams(model, request), stream: true }, { signal, timeout: silenceMs })
        .withResponse()
      learnLimits(response.headers)
      const heard = async function* (): AsyncIterable<TurnChunk> {
        for await (const chunk of data) {
          clearTimeout(timer)
          timer = setTimeout(() => silence.abort(), silenceMs)
          yield chunk
        }
      }
      return await readReply(heard(), SERVICE, request.onText)
    } finally {
      clearTimeout(timer)
    }
  }

  function learnLimits(headers: Headers) {
    const limit = Number(headers.get('x-ratelimit-limit-tokens') ?? Number.NaN)
    const remaining = Number(headers.get('x-ratelimit-remaining-tokens') ?? Number.NaN)
    if (Number.isFinite(limit) && Number.isFinite(remaining)) budget.learn(limit, remaining)
  }
}

function refusal(status: number | null, message: string, cause: unknown): UpstreamError {
  if (status === 401 || status === 403)
    return new UpstreamError(SERVICE, 'it does not accept the key; check GROQ_API_KEY', { cause })
  if (status === 404)
    return new UpstreamError(SERVICE, 'it is not there; check GROQ_MODEL and GROQ_BASE_URL', { cause })
  return new UpstreamError(SERVICE, `it refuses the request (${status}): ${message.slice(0, 200)}`, { cause })
}

function toParams(model: string, request: ModelRequest): ChatCompletionCreateParamsBase {
  const { tools = [], schema } = request
  return {
    model,
    messages: request.messages.map(toMessage),
    max_completion_tokens: request.maxTokens,
    temperature: 0.2,
    // Others do not know these fields, and some refuse what they do not know.
    ...(/\bgpt-oss\b/.test(model) ? { reasoning_effort: 'low' as const, include_reasoning: false } : {}),
    ...(tools.length > 0
      ? {
          tools: tools.map((tool) => ({
            type: 'function' as const,
            function: { ...tool, parameters: { ...tool.parameters } },
          })),
        }
      : {}),
    ...(schema
      ? { response_format: { type: 'json_schema' as const, json_schema: { ...schema, schema: { ...schema.schema } } } }
      : {}),
  }
}

function toMessage(message: ModelRequest['messages'][number]): ChatCompletionCreateParamsBase['messages'][number] {
  switch (message.role) {
    case 'tool':
      return { role: 'tool', tool_call_id: message.toolCallId, content: message.content }
    case 'assistant': {
      const calls = message.toolCalls?.map(({ id, name, arguments: written }) => ({
        id,
        type: 'function' as const,
        function: { name, arguments: written },
      }))
      return { role: 'assistant', content: message.content, ...(calls ? { tool_calls: calls } : {}) }
    }
    default:
      return { role: message.role, content: message.content }
  }
}
