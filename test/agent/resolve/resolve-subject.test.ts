import { beforeAll, describe, expect, test } from 'vitest'
import { SHOP_COMMIT } from '../../fixtures/graphs/shop.ts'
import { type Ask, openShop, subjectNames } from '../ask-shop.ts'

let ask: Ask
beforeAll(async () => {
  ask = (await openShop()).ask
})

const blob = `https://github.com/test/shop/blob/${SHOP_COMMIT}`

describe('what "this" is', () => {
  test.each([
    ['a bare name', 'why is checkout like this?', ['checkout']],
    ['a name in back-ticks that is plain English', 'why does `charge` retry?', ['charge']],
    ['a qualified name', 'why Cart.add_item', ['Cart.add_item']],
    ['a call', 'what does add_item() do', ['Cart.add_item']],
    ['a name behind its module', 'who wrote shop.pay.charge', ['charge']],
    ['a file and a name', 'who wrote shop/pay.py::charge', ['charge']],
    ['the class said in other words', 'why does convert of Money round?', ['Money.convert']],
    ['a member that a base class has', 'why Cart.total', ['BaseCart.total']],
    ['a name from before a renaming', 'why Cart.put', ['Cart.add_item']],
    ['the longest of repeated definitions', 'why `load`', ['load']],
    ['a class', 'who knows `BaseCart`', ['BaseCart']],
    ['the end of a path', 'who knows pay.py', ['shop/pay.py']],
    ['a folder', 'who knows shop/?', ['shop/']],
    ['a permalink to lines', `why ${blob}/shop/pay.py#L8-L12 ?`, ['charge']],
    ['a link to a line between functions', `why ${blob}/shop/pay.py#L2`, ['shop/pay.py']],
    ['words of the change that made it', 'Why does a cart refuse an empty owner?', ['Cart.__init__']],
    ['words among Chinese ones', 'add_item为什么写成这样', ['Cart.add_item']],
    ['a parameter', 'why does it take idempotency_key=None?', ['charge']],
  ])('%s', async (_, question, expected) => {
    expect(subjectNames(await ask(question))).toEqual(expected)
  })

  test('a traceback: the innermost frame of the repository', async () => {
    const trace = [
      'Traceback (most recent call last):',
      '  File "/usr/lib/app/shop/cart.py", line 70, in checkout',
      '    charge(card, total)',
      '  File "/usr/lib/app/shop/pay.py", line 12, in charge',
      '    send(amount)',
      '  File "/usr/lib/python3/http/client.py", line 99, in send',
      'OSError: gone',
    ].join('\n')
    expect(subjectNames(await ask(`why?\n\`\`\`\n${trace}\n\`\`\``))).toEqual(['charge'])
  })

  test('a traceback whose lines have shifted: the function by its name', async () => {
    expect(subjectNames(await ask('File "shop/cart.py", line 5, in checkout'))).toEqual(['checkout'])
  })

  test('a code block: the definition that it shows, told from its namesake by its text', async () => {
    const source = `${'\n'.repeat(44)}def convert(self, to):\n    return self.amount * rate(to)\n`
    const readSource = async (_: string, path: string) => (path === 'shop/pay.py' ? source : '')
    const question = 'who knows this?\n```python\ndef convert(self, to):\n    return self.amount*rate(to)\n```'
    expect(subjectNames(await ask(question, { readSource }))).toEqual(['Money.convert'])
  })

  test('a code block without a definition: the function that holds it', async () => {
    const source = `${'\n'.repeat(68)}    log()\n    charge(card, sum(items))\n`
    const readSource = async (_: string, path: string) => (path === 'shop/cart.py' ? source : '')
    expect(subjectNames(await ask('why?\n```\ncharge(card, sum(items))\n```', { readSource }))).toEqual(['checkout'])
  })

  test('several that match equally well are listed, and none is taken', async () => {
    const answer = await ask('why does `convert` round?')
    expect(answer.subjects).toEqual([])
    expect(answer.text).toContain('`Money.convert` (shop/pay.py:45-50)')
    expect(answer.text).toContain('`Basket.convert` (shop/cart.py:90-95)')
    expect(answer.text).toContain('Which one do you mean?')
  })

  test('of two of one name, the one that the other forwards to', async () => {
    const answer = await ask('why does `settle` wait?')
    expect(subjectNames(answer)).toEqual(['Bank.settle'])
    expect(answer.text).toContain('`settle` (shop/pay.py:84-86) [2] has the same name and calls it.')
  })

  test('a name that does not exist is refused, with names that look like it', async () => {
    const answer = await ask('Why is Cart.add_items written like this?')
    expect(answer.subjects).toEqual([])
    expect(answer.evidence).toEqual([])
    expect(answer.text).toContain('There is no `Cart.add_items` in test/shop')
    expect(answer.text).toContain('Names that look like it: `Cart.add_item`')
  })

  test('a second name that does not exist is not passed over in silence', async () => {
    const answer = await ask('why does `checkout` not use `pay_later`?')
    expect(subjectNames(answer)).toEqual(['checkout'])
    expect(answer.text).toContain('Not indexed under that name: `pay_later`')
  })

  test('words that match nothing are no answer', async () => {
    const answer = await ask('how is the weather in Paris?')
    expect(answer.subjects).toEqual([])
    expect(answer.text).toContain('Nothing indexed fits these words well enough')
  })

  test('a link into another repository is not answered from this one', async () => {
    const answer = await ask('why https://github.com/other/thing/pull/12')
    expect(answer.evidence).toEqual([])
    expect(answer.text).toContain('other/thing')
  })

  test.each([
    ['#12', 'PR #12'],
    ['PR 12', 'PR #12'],
    ['pull request 12', 'PR #12'],
    ['https://github.com/test/shop/pull/12', 'PR #12'],
    ['what about issue 10?', 'Issue #10'],
    ['问题 10 是什么', '#10'],
    ['https://github.com/test/shop/issues/10', 'Issue #10'],
    ['what is #7', 'Issue #7'],
    ['what did feedbee0 do', 'feedbee000'],
  ])('%s is the record of that number', async (question, expected) => {
    expect((await ask(question)).text).toContain(expected)
  })

  test.each([
    ['#404', 'No issue #404 is recorded'],
    ['PR 404', 'No pull request #404 is recorded'],
  ])('%s: a number that is not recorded is said to be so', async (question, expected) => {
    const answer = await ask(question)
    expect(answer.text).toContain(expected)
    expect(answer.evidence).toEqual([])
  })
})
