import { beforeAll, describe, expect, test } from 'vitest'
import { type Ask, openShop } from './ask-shop.ts'

let ask: Ask
beforeAll(async () => {
  ask = (await openShop()).ask
})

describe('G3: texts that break search engines', () => {
  test.each([
    'foo-bar',
    '__init__',
    'a:b',
    '`parse()`',
    'src/api/v1.py',
    'C++',
    'repo acme-web',
    '(a|b)',
    '100%',
    'name with @ and {}',
    '@user {x} [y]',
    'why "*" OR 1=1 --',
    "it's `` ` ``",
    '$param } DETACH DELETE n //',
    'a\u0000b \uD800 c',
    'x'.repeat(50_000),
    '\u202Ereversed',
    '🙂🙂',
    '```\n```',
    'https://github.com/%E0%A4%A/x/pull/1',
  ])('%j is answered without an error', async (question) => {
    const answer = await ask(question)
    expect(answer.text.length).toBeGreaterThan(0)
  })

  test.each(['_', 'the', '???', '', '   ', '%', '这个', 'what is it?', '`_`'])(
    '%j names nothing: asks to name something',
    async (question) => {
      const answer = await ask(question)
      expect(answer.evidence).toEqual([])
      expect(answer.text).toMatch(/Please name something|请说明具体对象/)
    },
  )

  test('an exact identifier comes before words that hold it', async () => {
    const answer = await ask('charge')
    expect(answer.subjects[0]?.qualified_name).toBe('charge')
  })
})
