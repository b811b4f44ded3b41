import { describe, expect, test } from 'vitest'
import { subjectNames } from '../ask-shop.ts'
import { lastContent, openModelShop, rowOf } from './ask-model.ts'

describe('an answer that a model writes', () => {
  test('rests on tools that it chose, cites their rows and shows the way there', async () => {
    const { ask, server } = await openModelShop([
      { calls: [{ name: 'find', arguments: { query: 'charge' } }], reasoning: 'Let me look.' },
      (request) => ({ calls: [{ name: 'history', arguments: { ref: `${rowOf(request, 'function charge')}` } }] }),
      { calls: [{ name: 'issue', arguments: { number: 7 } }] },
      (request) => ({
        text: `\`charge\` retries since PR #9 [${rowOf(request, 'PR #9')}], because declined cards were lost [${rowOf(request, 'issue #7')}].\n\nAsk Bo Chen [${rowOf(request, 'Bo Chen')}].`,
      }),
    ])
    const shown: string[] = []
    const answer = await ask('why does charge retry declined cards?', { onText: (text) => shown.push(text) })
    expect(answer).toMatchObject({ mode: 'model', note: null })
    expect(answer.text).toBe(
      '`charge` retries since PR #9 [1], because declined cards were lost [2].\n\nAsk Bo Chen [3].',
    )
    expect(answer.evidence.slice(0, 3)).toMatchObject([
      { ref: 1, kind: 'pull_request', number: 9, url: 'https://github.com/test/shop/pull/9' },
      { ref: 2, kind: 'issue', number: 7 },
      { ref: 3, kind: 'person', name: 'Bo Chen' },
    ])
    expect(subjectNames(answer)).toEqual(['charge'])
    expect(answer.path.map(({ from, edge, to }) => `${from.label} ${edge} ${to.label}`)).toEqual([
      'charge MODIFIES PR #9',
      'PR #9 FIXES #7',
      'PR #9 AUTHORED Bo Chen',
    ])
    expect(answer.queries.map(({ name }) => name)).toEqual(expect.arrayContaining(['history', 'issue']))
    expect(shown[0]).toBe('`charge` retries since PR #9 [1], because declined cards were lost [2].')
    expect(JSON.stringify(server.requests)).not.toContain('Let me look')
    expect(server.left).toBe(0)
  })

  test('of a second question in the thread knows the first', async () => {
    const { ask, server } = await openModelShop([
      { text: 'It charges in minor units since PR #12.' },
      { text: 'Bo Chen reviewed PR #12.' },
    ])
    await ask('why is charge written like this?', { session: 's' })
    const answer = await ask('and who reviewed it?', { session: 's' })
    const [, asked] = server.requests
    expect(lastContent(asked)).toContain('Q: why is charge written like this?')
    expect(lastContent(asked)).toContain('A: It charges in minor units since PR #12.')
    expect(lastContent(asked)).toMatch(/\[1\] function charge shop\/pay\.py:5-30/)
    expect(answer.text).toBe('Bo Chen reviewed PR #12 [1].')
  })

  test('is checked against the evidence: what was never retrieved does not stand', async () => {
    const { ask, log } = await openModelShop([
      {
        text: 'Rewritten in [#12](https://github.com/test/shop/pull/99) by @ana, hardened in PR #41, see src/ghost.py:10 and commit deadbee. @everyone',
      },
    ])
    const answer = await ask('why is charge written like this?')
    expect(answer.text).toBe(
      'Rewritten in #12 [1] by @ana [2], hardened in an unverified pull request, see an unverified file and an unverified commit. everyone',
    )
    expect(answer.evidence.map(({ url }) => url)).toEqual(
      expect.arrayContaining(['https://github.com/test/shop/pull/12', 'https://github.com/ana']),
    )
    expect(log.find(({ msg }) => msg === 'the model wrote an answer')?.removed).toEqual({
      number: 1,
      path: 1,
      sha: 1,
      ping: 1,
    })
  })

  test('F7: a general question gets no fake citation', async () => {
    const { ask } = await openModelShop([{ text: 'Paris, see PR #12 [1].' }])
    const answer = await ask('what is the capital of France?')
    expect(answer).toMatchObject({ mode: 'graph', evidence: [] })
    expect(answer.text).not.toMatch(/Paris|\[\d/)
  })

  test.each(['why is Cart.nothing_here so?', 'why is convert so?', 'what is PR #99?'])(
    'is not asked for where the rules ask back or refuse: %s',
    async (question) => {
      const { ask, server } = await openModelShop([{ text: 'never' }])
      expect(await ask(question)).toMatchObject({ mode: 'graph', note: null })
      expect(server.requests).toHaveLength(0)
    },
  )

  test('is found by the model where the rules find nothing', async () => {
    const { ask, server } = await openModelShop([
      { calls: [{ name: 'history', arguments: { ref: 'charge' } }] },
      { text: 'Declined cards are tried again since PR #9.' },
    ])
    const question = 'why is plastic money that bounced attempted twice?'
    expect((await ask(question, { model: undefined })).subjects).toEqual([])
    const answer = await ask(question)
    expect(answer.text).toBe('Declined cards are tried again since PR #9 [1].')
    expect(subjectNames(answer)).toEqual(['charge'])
    expect(server.left).toBe(0)
  })

  test('speaks the language of the question', async () => {
    const { ask, server } = await openModelShop([{ text: '因为 PR #12，见 PR #41。' }])
    const answer = await ask('为什么 charge 这样写？')
    expect(answer.text).toBe('因为 PR #12 [1]，见 未经证实的合并请求。')
    expect(server.requests[0]?.messages[0]?.content).toContain('in Chinese')
  })
})
