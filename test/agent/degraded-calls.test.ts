import { expect, test } from 'vitest'
import { openShop } from './ask-shop.ts'

const questions = [
  'who calls charge()?',
  'is charge() unused?',
  'is Cart.add_item() unused?',
  'what breaks if I change charge?',
]

test('D11: calls of every file failed: the answer says that call data is missing, and never "no callers" or "unused"', async () => {
  const { ask } = await openShop({ callsFailedFiles: 4 })
  for (const question of questions) {
    const { text } = await ask(question)
    expect(text).toContain('is not known: the calls of 4 files could not be resolved, so call data is missing')
    expect(text).not.toMatch(/No caller|directly affects/)
  }
})

test('D11: calls of some files failed: what is known is told, with what may be missing', async () => {
  const { ask } = await openShop({ callsFailedFiles: 3 })
  const { text } = await ask('who calls charge()?')
  expect(text).toContain('is called by 2 places')
  expect(text).toContain('calls of 3 of 4 files could not be resolved, so callers may be missing')
  const unused = (await ask('is Cart.add_item() unused?')).text
  expect(unused).toContain('callers may be missing')
  expect(unused).not.toContain('does not prove it unused')
})

test('D11: the same in Chinese', async () => {
  const { ask } = await openShop({ callsFailedFiles: 4 })
  expect((await ask('谁调用 charge？')).text).toContain('缺少调用数据')
})
