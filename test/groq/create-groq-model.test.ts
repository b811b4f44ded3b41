import { describe, expect, test } from 'vitest'
import { ModelOutputError, RateLimitedError, RequestTooLargeError, UpstreamError } from '../../src/errors.ts'
import { createGroqModel } from '../../src/groq/create-groq-model.ts'
import type { ModelRequest } from '../../src/language-model.ts'
import { createLogger } from '../../src/logger.ts'
import { type GroqServerOptions, openGroqServer } from '../fakes/groq/groq-server.ts'
import type { Script } from '../fakes/groq/turn.ts'

const logger = createLogger({ level: 'silent' })

async function open(turns: Script[], options: GroqServerOptions & { silenceMs?: number; base?: string } = {}) {
  const server = await openGroqServer(turns, options)
  const model = createGroqModel({
    apiKey: 'key',
    model: 'openai/gpt-oss-120b',
    baseUrl: `${server.url}${options.base ?? ''}`,
    logger,
    silenceMs: options.silenceMs ?? 2_000,
  })
  const ask = (request: Partial<ModelRequest> = {}) =>
    model.generate({
      messages: [{ role: 'user', content: 'why?' }],
      promptTokens: 100,
      maxTokens: 100,
      priority: 'question',
      patienceMs: 3_000,
      ...request,
    })
  return { server, ask }
}

const tool = { name: 'find', description: 'finds', parameters: { type: 'object', properties: {} } }
const limited = (wait: string, headers: Record<string, string> = {}): Script => ({
  status: 429,
  error: {
    message: `Rate limit reached: Limit 8000, Used 7000, Requested 1500. Please try again in ${wait}.`,
    code: 'rate_limit_exceeded',
  },
  headers,
})

describe('a turn', () => {
  test('is streamed as text, without the reasoning', async () => {
    const { ask } = await open([{ text: 'Because of the cache.', reasoning: 'They want to know why.' }])
    const pieces: string[] = []
    const reply = await ask({ onText: (piece) => pieces.push(piece) })
    expect(reply).toMatchObject({ text: 'Because of the cache.', toolCalls: [], finish: 'stop' })
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.join('')).toBe('Because of the cache.')
  })

  test('is calls of tools, put together from their pieces', async () => {
    const { ask, server } = await open([
      {
        calls: [
          { name: 'find', arguments: { query: 'a b' } },
          { name: 'find', arguments: '' },
        ],
      },
    ])
    const reply = await ask({ tools: [tool] })
    expect(reply.toolCalls.map((call) => [call.name, call.arguments])).toEqual([
      ['find', '{"query":"a b"}'],
      ['find', ''],
    ])
    expect(reply.finish).toBe('tools')
    expect(server.requests[0]).toMatchObject({ include_reasoning: false, max_completion_tokens: 100 })
  })

  test('is read whole from a server that does not stream', async () => {
    const calls = [
      { name: 'find', arguments: { query: 'a' } },
      { name: 'find', arguments: { query: 'b' } },
    ]
    const { ask } = await open([{ text: 'Because of the cache.' }, { calls }], { wholeReplies: true })
    const pieces: string[] = []
    const usage = { promptTokens: 100, replyTokens: 20 }
    expect(await ask({ onText: (piece) => pieces.push(piece) })).toMatchObject({ text: 'Because of the cache.', usage })
    expect(pieces.join('')).toBe('Because of the cache.')
    const reply = await ask({ tools: [tool] })
    expect(reply.toolCalls.map((call) => call.arguments)).toEqual(['{"query":"a"}', '{"query":"b"}'])
  })

  test('goes to the path that another server has', async () => {
    const { ask } = await open([{ text: 'yes' }], { path: '/v1', base: '/v1/' })
    expect((await ask()).text).toBe('yes')
  })

  test.each([1, 3, 500])('F2: channel markers reach nobody, in pieces of %i', async (pieceLength) => {
    const content =
      '<|channel|>analysis<|message|>I should look...<|end|><|start|>assistant<|channel|>final<|message|>It is in a.py if a < b'
    const { ask } = await open([{ text: content }, { text: '<think>hm</think>Yes.' }], { pieceLength })
    const pieces: string[] = []
    expect((await ask({ onText: (piece) => pieces.push(piece) })).text).toBe('It is in a.py if a < b')
    expect(pieces.join('')).toBe('It is in a.py if a < b')
    expect((await ask()).text).toBe('Yes.')
  })

  test('F2: a marker is no part of a tool name', async () => {
    const { ask } = await open([
      {
        calls: [
          { name: 'find<|channel|>commentary', arguments: {} },
          { name: 'functions.find', arguments: {} },
        ],
      },
    ])
    expect((await ask({ tools: [tool] })).toolCalls.map(({ name }) => name)).toEqual(['find', 'find'])
  })
})

describe('faults', () => {
  test('F4: a short wait is waited for', async () => {
    const { ask, server } = await open([limited('0.1s'), limited('40ms'), { text: 'done' }])
    expect((await ask()).text).toBe('done')
    expect(server.requests).toHaveLength(3)
  })

  test('F4: a long wait is told', async () => {
    const { ask, server } = await open([limited('1h2m', { 'retry-after': '3600' })])
    await expect(ask()).rejects.toMatchObject({ constructor: RateLimitedError, retryAfterMs: 3_600_000 })
    await expect(ask()).rejects.toBeInstanceOf(RateLimitedError)
    expect(server.requests).toHaveLength(1)
  })

  test('F4: limits without a time to wait are not asked for ever', async () => {
    const { ask, server } = await open([limited('0ms')], { repeatLast: true })
    await expect(ask()).rejects.toBeInstanceOf(RateLimitedError)
    expect(server.requests).toHaveLength(5)
  })

  test.each([
    { status: 413, error: { message: 'Request too large' }, limitTokens: null },
    { status: 429, error: { message: 'Request too large: Limit 8000, Requested 9200' }, limitTokens: 8000 },
    { status: 400, error: { code: 'context_length_exceeded', message: '' }, limitTokens: null },
  ])('F4: what is too large is not sent again ($status)', async ({ status, error, limitTokens }) => {
    const { ask, server } = await open([{ status, error }], { repeatLast: true })
    await expect(ask()).rejects.toMatchObject({ constructor: RequestTooLargeError, limitTokens })
    expect(server.requests).toHaveLength(1)
  })

  test('F1: a tool call that failed is told with what was written, in both shapes', async () => {
    const error = { code: 'tool_use_failed', failed_generation: 'search{"q"' }
    const { ask } = await open([
      { status: 400, error },
      { streamError: error, after: 'Let me' },
    ])
    const expected = { constructor: ModelOutputError, fault: 'bad-tool-call', written: 'search{"q"' }
    await expect(ask()).rejects.toMatchObject(expected)
    await expect(ask()).rejects.toMatchObject(expected)
  })

  test('a server that is busy or breaks off is asked again, and the text starts anew', async () => {
    const { ask } = await open([{ cutAfter: 'Half of an' }, { status: 503, error: {} }, { text: 'Whole.' }])
    let shown = ''
    const reply = await ask({
      onText: (piece) => {
        shown += piece
      },
      onRestart: () => {
        shown = ''
      },
    })
    expect([reply.text, shown]).toEqual(['Whole.', 'Whole.'])
  })

  test('a server that says nothing is given up', async () => {
    const { ask, server } = await open([{ silent: true }], { silenceMs: 50, repeatLast: true })
    await expect(ask()).rejects.toMatchObject({ constructor: UpstreamError, retryable: true })
    expect(server.requests).toHaveLength(3)
  })

  test('endless repetition is stopped', async () => {
    const { ask } = await open([{ babble: 'I will now look at the code. ' }])
    await expect(ask()).rejects.toMatchObject({ fault: 'repetition' })
  })

  test('a reply of nothing is told', async () => {
    const { ask } = await open([{ text: '', reasoning: 'Hm.' }])
    await expect(ask()).rejects.toMatchObject({ fault: 'empty' })
  })

  test('a wrong key is said in words, without the key', async () => {
    const { ask } = await open([{ status: 401, error: { message: 'Invalid API Key' } }])
    await expect(ask()).rejects.toThrow('check GROQ_API_KEY')
  })

  test('an abort ends the wait at once', async () => {
    const { ask } = await open([limited('2s'), { text: 'late' }])
    const controller = new AbortController()
    const asked = ask({ signal: controller.signal })
    setTimeout(() => controller.abort(new Error('leaving')), 50)
    await expect(asked).rejects.toThrow('leaving')
  })
})
