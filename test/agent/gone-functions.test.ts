import { expect, test } from 'vitest'
import { openShop, subjectNames } from './ask-shop.ts'

test('E3: what happened to a function that is gone: who removed it, and when', async () => {
  const { ask } = await openShop()
  const answer = await ask('what happened to Cart.apply_coupon?')
  expect(answer.text).toMatch(
    /^`Cart.apply_coupon` \(shop\/cart.py\) \[1\] no longer exists: it was deleted in PR #16 “Remove coupons” \[2\] by Bo Chen \[3\] on 2024-07-07/,
  )
  expect(answer.evidence[0]?.url).toBeNull()
})

test('E3: a gone function is not offered as current: not by words, not as a near name', async () => {
  const { ask } = await openShop()
  expect((await ask('why do coupons apply twice?')).text).not.toContain('apply_coupon')
  const misspelt = await ask('why Cart.aply_coupon?')
  expect(misspelt.subjects).toEqual([])
  expect(misspelt.text).not.toContain('`Cart.apply_coupon`')
})

test('E3: a function under its old name is answered under the new one, and says so', async () => {
  const { ask } = await openShop()
  const answer = await ask('what happened to Cart.put?')
  expect(subjectNames(answer)).toEqual(['Cart.add_item'])
  expect(answer.text).toMatch(/^`Cart.put` is called `Cart.add_item` \[1\] today/)
})
