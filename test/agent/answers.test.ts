import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Evidence } from '../../src/agent/answer.ts'
import { SHOP_COMMIT } from '../fixtures/graphs/shop.ts'
import { type Ask, openShop } from './ask-shop.ts'

let ask: Ask
beforeAll(async () => {
  ask = (await openShop()).ask
})

const short = (evidence: Evidence): string => {
  switch (evidence.kind) {
    case 'pull_request':
      return `${evidence.role} #${evidence.number}`
    case 'issue':
      return `${evidence.role} issue ${evidence.number}`
    case 'person':
      return `${evidence.role} ${evidence.name}`
    case 'commit':
      return `${evidence.role} ${evidence.sha.slice(0, 7)}`
    case 'comment':
      return `${evidence.role} review of #${evidence.number}`
    case 'fact':
      return evidence.text
    default:
      return `${evidence.role} ${evidence.qualified_name ?? evidence.path}`
  }
}
const shortly = (answer: Answer) => answer.evidence.map(short)

describe('why, and whom to ask', () => {
  test('the newest change leads, then its issue, the person to ask and the older changes', async () => {
    const answer = await ask('why is charge written like this, and who should I ask?')
    expect(shortly(answer)).toEqual([
      'subject charge',
      'change #12',
      'fixed issue 10',
      'expert Ana Silva',
      'expert Bo Chen',
      'expert Cy Young',
      'change #9',
      'fixed issue 7',
      'change #8',
      'change #5',
      'change #3',
      'caller checkout',
      'caller shop/cli.py',
    ])
    expect(answer.text.split('\n\n').slice(0, 2)).toEqual([
      '`charge` (shop/pay.py:5-30) [1] last changed its signature in PR #12 “Charge in minor units” [2] by Ana Silva [4] on 2025-05-01, fixing issue #10 “Totals are off by one cent” [3].',
      'Ask Ana Silva [4] about `charge`: wrote 2 of the 5 recorded changes, latest 2025-05-01. Or Bo Chen [5] (wrote 1, latest 2025-05-01) and Cy Young [6] (wrote 1, latest 2023-06-01).',
    ])
  })

  test('the same evidence for the same question in Chinese, worded in Chinese', async () => {
    const english = await ask('why is charge written like this, and who should I ask?')
    const chinese = await ask('charge 为什么写成这样，我该问谁？')
    expect(chinese.evidence).toEqual(english.evidence)
    expect(chinese.path).toEqual(english.path)
    expect(chinese.text).toContain(
      '`charge` (shop/pay.py:5-30) [1] 在 PR #12 “Charge in minor units” [2] 中最近一次改了签名（2025-05-01），作者 Ana Silva [4]，修复问题 #10',
    )
    expect(chinese.text).toContain('请问 Ana Silva [4]：有记录的 5 次改动中写了 2 次')
  })

  test('the path shows how each piece of evidence was reached', async () => {
    const { path } = await ask('why is charge written like this?')
    const hops = path.map(
      ({ from, edge, direction, to }) =>
        `${from.label} ${direction === 'in' ? `← ${edge} —` : `— ${edge} →`} ${to.label}`,
    )
    expect(hops.slice(0, 2)).toEqual(['charge ← MODIFIES — PR #12', 'PR #12 — FIXES → #10'])
    expect(hops).toContain('PR #12 ← AUTHORED — Ana Silva')
    expect(hops).toContain('charge ← CALLS — checkout')
  })

  test('permalinks carry the indexed commit and the lines; other pages hang on the repository', async () => {
    const { evidence } = await ask('why is charge written like this?')
    expect(evidence.slice(0, 4).map(({ url }) => url)).toEqual([
      `https://github.com/test/shop/blob/${SHOP_COMMIT}/shop/pay.py#L5-L30`,
      'https://github.com/test/shop/pull/12',
      'https://github.com/test/shop/issues/10',
      'https://github.com/ana',
    ])
  })

  test('every number in the text is evidence, and every piece of evidence is cited once', async () => {
    const { text, evidence } = await ask('why is charge written like this?')
    const cited = new Set(Array.from(text.matchAll(/\[(\d+)\]/g), ([, ref]) => Number(ref)))
    expect(cited).toEqual(new Set(evidence.map(({ ref }) => ref)))
    const numbers = evidence.flatMap((each) => ('number' in each ? each.number : []))
    for (const [, number] of text.matchAll(/#(\d+)/g)) expect(numbers).toContain(Number(number))
  })

  test('a change whose title fits the question leads before newer ones', async () => {
    const answer = await ask('why does charge retry declined cards?')
    expect(shortly(answer).slice(1, 3)).toEqual(['change #9', 'fixed issue 7'])
    expect(answer.text).toContain('The newest change is PR #12')
  })

  test('pure moves and merges of branches are no changes', async () => {
    expect(shortly(await ask('why Cart.add_item'))).not.toContain('change #15')
    expect((await ask('why Cart.add_item')).text).toContain('It was also moved on 2024-06-06, unchanged')
    expect(shortly(await ask('what changed charge last?'))).not.toContain('change #13')
  })
})

describe('people', () => {
  test('who made it: the author of the change that is meant comes first', async () => {
    const answer = await ask('who made charge retry declined cards?')
    expect(shortly(answer).filter((each) => /author|expert/.test(each))[0]).toBe('author Bo Chen')
    expect(answer.text).toMatch(/^Bo Chen \[\d+\], in PR #9/)
  })

  test('the asker, bots and deleted accounts are nobody to ask', async () => {
    const answer = await ask('who should I ask about charge?', { asker: 'ana' })
    expect(answer.text).toMatch(/^Ask Bo Chen/)
    expect(shortly(answer)).not.toContain('expert dependabot[bot]')
    expect(shortly(answer).filter((each) => each.startsWith('expert'))).not.toContain('expert Ana Silva')
  })

  test('who reviewed it', async () => {
    const answer = await ask('who reviewed the last change of charge?')
    expect(answer.text).toMatch(/^Bo Chen \[\d+\] reviewed PR #12/)
    expect(shortly(answer)).toContain('reviewer Bo Chen')
  })

  test('no review recorded, and reviews not indexed, are two answers', async () => {
    expect((await ask('who reviewed PR 9?')).text).toMatch(/^No review of PR #9 .* is recorded\./)
    const { ask: askBare } = await openShop({ missing: ['reviews are not indexed (no GitHub records)'] })
    expect((await askBare('who reviewed PR 9?')).text).toMatch(/^Who reviewed PR #9 .* is not known: .* not indexed/)
  })

  test('nobody recorded: said so, with who knows the file', async () => {
    const answer = await ask('who should I ask about Money.convert?')
    expect(answer.text).toContain('Nobody who can be asked is recorded for `Money.convert` itself')
    expect(answer.text).toContain('knows `shop/pay.py`')
  })
})

describe('calls', () => {
  test('who calls it: direct callers with lines, tests apart, guesses counted', async () => {
    const answer = await ask('who calls charge?')
    expect(shortly(answer)).toEqual(['subject charge', 'caller checkout', 'caller shop/cli.py', 'test test_charge'])
    expect(answer.evidence.slice(1).every((each) => 'depth' in each && each.depth === 1)).toBe(true)
    expect(answer.text).toContain('is called by 2 places')
    expect(answer.text).toContain('lines 70, 74')
    expect(answer.text).toContain('1 test calls it directly')
    expect(answer.text).toContain('1 possible caller with a weak link is hidden')
    expect(answer.text).not.toContain('refund')
  })

  test('weak callers on request', async () => {
    const answer = await ask('show weak callers of charge')
    expect(answer.text).toContain('`refund` (shop/pay.py:33-40)')
    expect(answer.text).toContain('may mean another function')
  })

  test('what breaks: direct callers, then how far it reaches', async () => {
    const answer = await ask('what breaks if I change charge?')
    expect(answer.text).toMatch(/^Changing `charge` .* directly affects 2 callers/)
    expect(answer.text).toContain('Through them it reaches 1 more function')
    expect(answer.evidence).toContainEqual(expect.objectContaining({ qualified_name: 'main', depth: 2 }))
  })

  test('what it calls', async () => {
    const answer = await ask('which functions does checkout call?')
    expect(shortly(answer)).toEqual(['subject checkout', 'callee charge'])
  })

  test('how one reaches the other', async () => {
    expect((await ask('how does main reach charge?')).text).toMatch(
      /`main` \[\d\] → `checkout` \[\d\] → `charge` \[\d\]/,
    )
  })

  test('a chain over a guessed call says so', async () => {
    expect((await ask('how does refund reach charge?')).text).toContain('1 call of it is a guess by name')
  })

  test('no caller is not the same as unused', async () => {
    const answer = await ask('is Cart.add_item unused?')
    expect(answer.text).toContain('No caller of `Cart.add_item`')
    expect(answer.text).toContain('does not prove it unused')
  })
})

describe('records', () => {
  test('a pull request: people, issue, functions', async () => {
    const answer = await ask('PR 12')
    expect(answer.text).toContain('is by Ana Silva')
    expect(answer.text).toContain('merged on 2025-05-01 by Bo Chen')
    expect(shortly(answer)).toEqual(
      expect.arrayContaining(['change #12', 'fixed issue 10', 'subject charge', 'mentioned #9']),
    )
  })

  test('an issue whose title nobody recorded', async () => {
    expect((await ask('issue 11')).text).toMatch(/^Issue #11 \[1\] was fixed by PR #14/)
  })

  test('which issue', async () => {
    expect((await ask('which issue did the last change of charge fix?')).text).toMatch(/^Issue #10/)
    expect((await ask('which issue asked for checkout?')).text).toContain('No issue is recorded for PR #5')
  })

  test('no pull request recorded', async () => {
    const answer = await ask('why `main`')
    expect(shortly(answer)).toContain('change feedbee')
    expect((await ask('when did shop/cli.py change?')).text).toContain('2023-06-01')
  })

  test('nothing recorded at all', async () => {
    expect((await ask('why Basket.convert')).text).toMatch(/^Nothing is recorded that changed `Basket.convert`/)
  })

  test('what changed lately, in the whole repository', async () => {
    const answer = await ask('what changed lately?')
    expect(shortly(answer)[0]).toBe('change #13')
    expect(answer.text).toContain('PR #12 “Charge in minor units”')
  })

  test('where it is', async () => {
    expect((await ask('where is charge defined?')).text).toMatch(
      /^`charge` \(shop\/pay.py:5-30\) \[1\] is `def charge\(card/,
    )
  })
})

describe('what the graph lacks', () => {
  test('history that was not ingested is not called missing', async () => {
    const { ask: askBare } = await openShop({ history: 'none', missing: ['history is not indexed'] })
    const answer = await askBare('why is charge written like this?')
    expect(answer.text).toContain('is indexed, its history is not')
    expect(answer.coverage.missing).toEqual(['history is not indexed'])
  })

  test('a local repository has no links', async () => {
    const { ask: askLocal } = await openShop({ webUrl: null })
    const { evidence } = await askLocal('why is charge written like this?')
    expect(new Set(evidence.map(({ url }) => url))).toEqual(new Set([null]))
  })
})
