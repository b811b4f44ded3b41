import { describe, expect, test } from 'vitest'
import { type Claim, readClaim } from '../../src/memory/claim.ts'

const claim = (text: string, anchors = ['fetch']) => readClaim(text, anchors)
const isContrary = (a: Claim, b: Claim) =>
  a.topic === b.topic && (a.values !== b.values ? !a.negated && !b.negated : a.negated !== b.negated)

describe('the same in other words', () => {
  test.each([
    ['the timeout of fetch() is 30 s', '`fetch` times out after thirty seconds'],
    ['fetch() timeout is 10 s now', 'timeout in fetch is ten seconds'],
    ['the timeout is 1 minute', 'the timeout is 60,000 ms'],
    ['fetch retries twice', 'fetch retries 2 times'],
    ['the limit of retries is 3', 'the retries limit is 3'],
    ['fetch is not thread safe', "fetch isn't thread safe"],
    ['fetch is thread unsafe', 'fetch is not thread safe'],
    ['fetch never retries', 'fetch does not retry'],
    ['fetch 的超时是 10 秒', 'fetch 超时为 10秒'],
  ])('%s = %s', (a, b) => {
    expect(claim(a)).toEqual(claim(b))
  })
})

describe('the contrary', () => {
  test.each([
    ['the timeout of fetch is 30 s', 'fetch() timeout is 10 s now'],
    ['fetch is thread safe', 'fetch is not thread safe'],
    ['caching is enabled', 'caching is disabled'],
    ['fetch always retries', 'fetch never retries'],
    ['fetch 支持重试', 'fetch 不支持重试'],
  ])('%s ≠ %s', (a, b) => {
    expect(isContrary(claim(a), claim(b))).toBe(true)
  })
})

describe('two claims that can both be true', () => {
  test.each([
    ['the timeout is 30 s', 'the timeout is configurable'],
    ['the timeout is not 10 s', 'the timeout is 30 s'],
    ['fixed in #12', 'fixed in #15'],
    ['raises 404 for missing pages', 'raises 500 for broken pages'],
    ['closes the file before the lock', 'closes the lock before the file'],
    ['at least 3 retries', 'at most 5 retries'],
  ])('%s / %s', (a, b) => {
    expect(claim(a)).not.toEqual(claim(b))
    expect(isContrary(claim(a), claim(b))).toBe(false)
  })

  test('who calls whom counts where it is about both', () => {
    const both = ['fetch', 'parse']
    expect(claim('fetch calls parse', both)).not.toEqual(claim('parse calls fetch', both))
  })
})
