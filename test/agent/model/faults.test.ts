/** What models and their servers do wrong, each handled a bounded number of times; then the rules answer and say why. */
import { describe, expect, test } from 'vitest'
import { createGroqModel } from '../../../src/groq/create-groq-model.ts'
import { createLogger } from '../../../src/logger.ts'
import type { Script } from '../../fakes/groq/turn.ts'
import { type Ask, openShop } from '../ask-shop.ts'
import { lastContent, openModelShop } from './ask-model.ts'

const QUESTION = 'why does charge retry declined cards?'
const good: Script = { text: '`charge` retries since PR #9.' }
const toolUseFailed = (written: string): Script => ({
  status: 400,
  error: { code: 'tool_use_failed', message: 'Failed to call a function.', failed_generation: written },
})
const limited = (wait: string, headers: Record<string, string> = {}): Script => ({
  status: 429,
  error: { code: 'rate_limit_exceeded', message: `Limit 8000, Used 7000, Requested 1500, try again in ${wait}` },
  headers,
})

describe('F1: a tool call that failed', () => {
  test('is told to the model, which goes on', async () => {
    const { ask, server } = await openModelShop([toolUseFailed('search_prs{"q":"cache"}'), good])
    expect(await ask(QUESTION)).toMatchObject({ mode: 'model', text: '`charge` retries since PR #9 [1].' })
    expect(lastContent(server.requests[1])).toContain('no valid call')
  })

  test('is the answer when it is prose with true references, and not with an unknown one', async () => {
    const finished = await openModelShop([toolUseFailed('It retries since PR #9, which Bo Chen wrote for issue #7.')])
    expect(await finished.ask(QUESTION)).toMatchObject({ mode: 'model', text: expect.stringContaining('PR #9 [1]') })
    const invented = await openModelShop([
      toolUseFailed('It retries since [PR #9](https://evil.example), see #41.'),
      good,
    ])
    expect((await invented.ask(QUESTION)).text).toBe('`charge` retries since PR #9 [1].')
  })

  test('again and again ends in the answer of the rules, with one line and no raw error', async () => {
    const { ask, server } = await openModelShop([toolUseFailed('search{"q"')], { repeatLast: true })
    const answer = await ask(QUESTION)
    expect(answer).toMatchObject({
      mode: 'graph',
      note: 'Answered from the graph alone: the language model wrote nothing that can be used.',
    })
    expect(answer.text).toContain('PR #9')
    expect(JSON.stringify([answer.text, answer.note])).not.toMatch(/tool_use_failed|\{|search/)
    expect(server.requests).toHaveLength(3)
  })

  test('as text that is nothing but JSON is one, too', async () => {
    const { ask } = await openModelShop([{ text: '{"name": "history", "arguments": {"ref": "1"}}' }, good])
    expect((await ask(QUESTION)).text).toBe('`charge` retries since PR #9 [1].')
  })
})

describe('F2: channel markers and unknown tools', () => {
  test('run the tool that was meant, show the final channel, and tell what tools there are', async () => {
    const { ask, server } = await openModelShop(
      [
        { calls: [{ name: 'find<|channel|>commentary', arguments: { query: 'refund' } }] },
        { calls: [{ name: 'assistant<|channel|>analysis', arguments: {} }] },
        { calls: [{ name: 'grep_repo', arguments: { q: 'x' } }] },
        {
          text: '<|channel|>analysis<|message|>I should look...<|end|><|start|>assistant<|channel|>final<|message|>It is in shop/pay.py',
        },
      ],
      { questionTokens: 9_000 },
    )
    const shown: string[] = []
    const answer = await ask(QUESTION, { onText: (text) => shown.push(text) })
    expect(answer.text).toBe('It is in shop/pay.py [1]')
    expect(lastContent(server.requests[1])).toContain('function refund')
    for (const request of server.requests.slice(2))
      expect(lastContent(request)).toMatch(/There is no tool .*There are: find, history/)
    expect(shown.join()).not.toContain('<|')
    expect(JSON.stringify(server.requests[3]?.messages)).not.toContain('<|')
  })
})

describe('F3: arguments', () => {
  test.each([
    ['recent', '', /PR #13/],
    ['recent', 'null', /PR #13/],
    ['recent', '{"limit": "2"}', /PR #13(?![\s\S]*PR #14)/],
    ['recent', '{"limit": 1000000}', /PR #13/],
    ['find', '"{\\"query\\":\\"refund\\"}"', /function refund/],
    ['find', '', /query: .*find takes/],
    ['find', '{"query": "x', /no JSON object.*find takes/],
    ['find', '{"query": 5}', /Nothing recorded|\[\d+\]/],
    ['find', '["refund"]', /no JSON object/],
    ['find', '{"query": "refund", "repo": "other/private"}', /about test\/shop only/],
    ['find', '{"query": "refund", "repo": "test/shop"}', /function refund/],
    ['history', '{"ref": "99"}', /no row "99" here/],
    ['history', '{"ref": "[1]"}', /PR #12/],
    ['history', '{"ref": 1}', /PR #12/],
    ['history', '{"ref": "refund"}', /PR #5/],
    ['issue', '{"number": "#7"}', /issue #7/],
    ['issue', '{"number": -3}', /number: .*issue takes/],
    ['source', '{"path": "../../etc/passwd", "start_line": 1, "end_line": 9e99}', /Nothing recorded/],
  ])('%s %s', async (name, written, told) => {
    const { ask, server } = await openModelShop([{ calls: [{ name, arguments: written }] }, good])
    expect(await ask(QUESTION)).toMatchObject({ mode: 'model' })
    expect(lastContent(server.requests[1])).toMatch(told)
  })
})

describe('F4: limits', () => {
  test('(a) a short wait is waited for: one answer', async () => {
    const { ask, server } = await openModelShop([limited('0.05s'), limited('50ms'), good])
    expect(await ask(QUESTION)).toMatchObject({ mode: 'model', note: null })
    expect(server.requests).toHaveLength(3)
  })

  test('(b) what is too large is sent again with less in it, never the same', async () => {
    const { ask, server } = await openModelShop([
      {
        calls: [
          { name: 'history', arguments: { ref: '1' } },
          { name: 'callers', arguments: { ref: '1' } },
        ],
      },
      { status: 413, error: { message: 'Request too large: Limit 1900, Requested 2300' } },
      good,
    ])
    expect(await ask(QUESTION)).toMatchObject({ mode: 'model' })
    const sizes = server.requests.map((request) => JSON.stringify(request).length)
    expect(sizes[2]).toBeLessThan(Number(sizes[1]))
    expect(server.requests[2]?.tools).toBeUndefined()
  })

  test('(b) what stays too large ends in the answer of the rules', async () => {
    const { ask, server } = await openModelShop([{ status: 413, error: { message: '' } }], { repeatLast: true })
    expect((await ask(QUESTION)).note).toContain('too large for the language model')
    const sent = server.requests.map((request) => JSON.stringify(request))
    expect(new Set(sent).size).toBe(sent.length)
    expect(sent.length).toBeLessThanOrEqual(3)
  })

  test('(c) ten people in the same second are answered, by the model as far as its limit goes', async () => {
    const headers = { 'x-ratelimit-limit-tokens': '8000', 'x-ratelimit-remaining-tokens': '0' }
    const { ask } = await openModelShop([good], { headers, repeatLast: true, patienceMs: 300 })
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => ask(QUESTION, { session: `s${at}` })))
    expect(answers.filter(({ mode }) => mode === 'model').length).toBeGreaterThanOrEqual(1)
    for (const { mode, note, text } of answers) {
      expect(text).toContain('PR #9')
      if (mode === 'graph') expect(note).toMatch(/limit is reached, it can be asked again in \d+ s/)
    }
  })

  test('(d) the limit of the day is told with the time to come back', async () => {
    const { ask } = await openModelShop([limited('1h', { 'retry-after': '3600' })])
    expect((await ask(QUESTION)).note).toBe(
      "Answered from the graph alone: the language model's limit is reached, it can be asked again in 60 min.",
    )
    const { ask: inChinese } = await openModelShop([limited('1h', { 'retry-after': '3600' })])
    expect((await inChinese('为什么 charge 这样写？')).note).toBe('仅根据图回答：语言模型已达到限额，60 分钟后可再用。')
  })
})

describe('a loop that does not end by itself', () => {
  test('of the same call is ended: the model may only write', async () => {
    const again: Script = { calls: [{ name: 'history', arguments: { ref: '1' } }] }
    const { ask, server } = await openModelShop([again, again, again, good])
    expect(await ask(QUESTION)).toMatchObject({ mode: 'model' })
    expect(lastContent(server.requests[2])).toContain('Asked before')
    expect(server.requests[3]?.tools).toBeUndefined()
  })

  test('of different calls is ended by the budget of tokens', async () => {
    const calls = (request: {
      messages: readonly unknown[]
      tools?: readonly unknown[]
    }): ReturnType<Extract<Script, (request: never) => unknown>> =>
      request.tools
        ? { calls: [{ name: 'find', arguments: { query: `word${request.messages.length}` } }] }
        : { text: 'PR #9 did.' }
    const { ask, log } = await openModelShop([calls as Script], { repeatLast: true, questionTokens: 5_000 })
    expect(await ask(QUESTION)).toMatchObject({ mode: 'model', text: 'PR #9 [1] did.' })
    const written = log.find(({ msg }) => msg === 'the model wrote an answer')
    expect(written?.tokens).toBeLessThanOrEqual(5_000)
    expect(written?.turns).toBeGreaterThan(2)
  })

  test('of calls although it may only write, too', async () => {
    const again: Script = { calls: [{ name: 'history', arguments: { ref: '1' } }] }
    const { ask, server } = await openModelShop([again], { repeatLast: true })
    expect(await ask(QUESTION)).toMatchObject({
      mode: 'graph',
      note: expect.stringContaining('nothing that can be used'),
    })
    expect(server.requests.length).toBeLessThan(8)
  })

  test('an answer that was cut off ends with its last sentence', async () => {
    const { ask } = await openModelShop([{ text: 'It retries since PR #9. Besides, it', finish: 'length' }])
    expect((await ask(QUESTION)).text).toBe('It retries since PR #9 [1].')
  })

  test('one that names no evidence is not used', async () => {
    const { ask } = await openModelShop([{ text: 'It is just how it is.' }])
    expect(await ask(QUESTION)).toMatchObject({ mode: 'graph', note: expect.stringContaining('named no evidence') })
  })
})

/** One question of each kind that the verified questions have. */
const KINDS = [
  'why does charge retry declined cards?',
  'who should I ask about charge?',
  'what breaks if I change charge?',
  'who calls charge?',
  'what does checkout call?',
  'what happened to Cart.apply_coupon?',
  'which issue did the last change of charge fix?',
  'when did charge change last?',
  'which PR changed Cart.add_item?',
  'what is PR #12?',
  'what is issue #7?',
  'what changed lately?',
  'what is in shop/pay.py?',
  'how does main reach charge?',
  'where is refund?',
  'why is Cart.nothing_here so?',
  'what is the capital of France?',
  '谁最懂 charge？',
]
const FAILURES: readonly (readonly [string, readonly Script[], RegExp])[] = [
  ['slow', [{ silent: true }], /cannot be reached|无法连接/],
  ['rate-limited', [limited('10m', { 'retry-after': '600' })], /limit is reached|限额/],
  ['busy', [{ status: 503, error: {} }], /cannot be reached|无法连接/],
  ['breaking off', [{ cutAfter: 'Half an' }], /cannot be reached|无法连接/],
  ['babbling', [{ babble: 'I will now look at the code. ' }], /nothing that can be used|不可用/],
  ['silent', [{ text: '' }], /nothing that can be used|不可用/],
]

describe.each(FAILURES)('with a server that is %s', (name, script, why) => {
  test('every kind of question gets the answer of the rules, which says so', async () => {
    const { ask } = await openModelShop(script, {
      repeatLast: true,
      silenceMs: name === 'slow' ? 30 : 2_000,
      patienceMs: 20_000,
    })
    await Promise.all(KINDS.map((question) => expectRules(ask, question, why)))
  })
})

test('with a server that is down every kind of question gets the answer of the rules', async () => {
  const { ask } = await openShop()
  const logger = createLogger({ level: 'silent' })
  const model = createGroqModel({ apiKey: 'key', model: 'm', baseUrl: 'http://127.0.0.1:9', logger })
  const use = { model, logger, questionTokens: 6_000, patienceMs: 20_000 }
  const askModel: Ask = (question, more = {}) => ask(question, { model: use, ...more })
  await Promise.all(KINDS.map((question) => expectRules(askModel, question, /cannot be reached|无法连接/)))
})

async function expectRules(ask: Ask, question: string, why: RegExp) {
  const [answer, alone] = [await ask(question), await ask(question, { model: undefined })]
  expect(answer).toMatchObject({ mode: 'graph', text: alone.text })
  expect(answer.evidence).toEqual(alone.evidence)
  if (alone.evidence.length > 0) expect(answer.note).toMatch(why)
}
