import { describe, expect, test } from 'vitest'
import { readQuestion } from '../../../src/agent/question/read-question.ts'

describe('what is asked', () => {
  test.each([
    ['why is X written like this?', ['why']],
    ['How come X is so slow?', ['why']],
    ['why is X like this, and who should I ask?', ['expert', 'why']],
    ['Who should I ask about X in Flask?', ['expert']],
    ['who maintains X', ['expert']],
    ['who wrote X?', ['author']],
    ['Who made X work without parentheses?', ['author']],
    ['Who changed Choice.shell_complete to use normalize_choice?', ['author']],
    ['and who reviewed it?', ['reviewer']],
    ['who merged it?', ['merger']],
    ['who reported issue 5?', ['opener']],
    ['who calls X?', ['callers']],
    ['Where is X used?', ['callers']],
    ['Which functions depend directly on X?', ['callers']],
    ['which functions does X call?', ['callees']],
    ['what breaks if I change X?', ['impact']],
    ['is it safe to remove X?', ['impact']],
    ['is X unused?', ['unused']],
    ['show weak callers of X', ['weak', 'callers']],
    ['how does X reach Y?', ['path-between']],
    ['which issue wanted that?', ['which-issue']],
    ['something about X changed, which PR was it?', ['which-change']],
    ['what happened to X?', ['fate']],
    ['what was fixed last in X', ['last-change']],
    ['when was X changed?', ['when']],
    ['where is X defined?', ['where']],
    ['what changed lately?', ['last-change']],
    ['history of X', ['history']],
    ['X 为什么写成这样，我该问谁？', ['expert', 'why']],
    ['谁调用 X？', ['callers']],
    ['改了 X 会影响什么？', ['impact']],
    ['谁写的 X', ['author']],
    ['那谁评审的？', ['reviewer']],
    ['X 最近改了什么', ['last-change']],
    ['X 什么时候改的', ['when']],
    ['哪个 PR 改了 X', ['which-change']],
    ['X 怎么没了', ['fate']],
    ['X 调用了哪些函数', ['callees']],
    ['X 在哪里定义', ['where']],
  ])('%s', (text, expected) => {
    expect(readQuestion(text).intents).toEqual(expected)
  })
})

describe('what it names', () => {
  const named = (text: string) =>
    readQuestion(text)
      .mentions.filter(({ kind }) => kind !== 'word')
      .map((m) => m.text)

  test.each([
    ['why does full_dispatch_request take it', ['full_dispatch_request']],
    ['`redirect` and Flask.redirect', ['redirect', 'Flask.redirect']],
    ['parse() fails', ['parse']],
    ['`def get(self, key): ...` is odd', ['get']],
    ['src/flask/app.py:120 and app.py', ['src/flask/app.py', 'app.py']],
    ['tests/test_x.py::test_foo', ['tests/test_x.py::test_foo']],
    ['why does JSONDecodeError define __reduce__?', ['JSONDecodeError', '__reduce__']],
    ['e.g. this, i.e. that, 3.7 and .env', []],
    ['为什么full_dispatch_request这样写', ['full_dispatch_request']],
    ['Plain words only, Capitalised too', []],
  ])('%s', (text, expected) => {
    expect(named(text)).toEqual(expected)
  })

  test('numbers with their kind; bare numbers are none', () => {
    const { numbers } = readQuestion('PR 12, issue #7, #9 and 303, in 2026; Python 3.12, bug 4')
    expect(numbers).toEqual([
      { kind: 'pull_request', number: 12 },
      { kind: 'issue', number: 7 },
      { kind: 'either', number: 9 },
      { kind: 'issue', number: 4 },
    ])
  })

  test('links in all forms that people paste', () => {
    const text = [
      'https://github.com/a/b/blob/main/src/x.py#L10-L20,',
      '<https://github.com/a/b/pull/5/files|PR>',
      'https://github.com/a/b/issues/6#issuecomment-1',
      'https://github.com/a/b/commit/0123456789abcdef',
      'https://example.org/nothing/here',
      'https://github.com/a/b/blob/main/caf%C3%A9.py#L3',
    ].join(' ')
    expect(readQuestion(text).links.map(({ link }) => link)).toEqual([
      { kind: 'blob', path: 'src/x.py', startLine: 10, endLine: 20, revision: 'main' },
      { kind: 'pull_request', number: 5 },
      { kind: 'issue', number: 6 },
      { kind: 'commit', sha: '0123456789abcdef' },
      { kind: 'blob', path: 'café.py', startLine: 3, endLine: 3, revision: 'main' },
    ])
  })

  test('frames of a traceback, also from Windows and in short form', () => {
    const text = '  File "C:\\app\\shop\\pay.py", line 12, in charge\n    x\nshop/cart.py:7: in checkout'
    expect(readQuestion(text).frames).toEqual([
      { path: 'C:/app/shop/pay.py', line: 12, function: 'charge' },
      { path: 'shop/cart.py', line: 7, function: 'checkout' },
    ])
  })

  test('words meet across endings, and numbers are words', () => {
    const { stems } = readQuestion('Why is the default redirect code 303?')
    expect(stems).toEqual(['default', 'redirect', '303'])
    expect(readQuestion('redirects defaulted to 303').stems).toEqual(['redirect', 'default', '303'])
  })
})
