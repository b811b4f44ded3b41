import { describe, expect, test } from 'vitest'
import { ground } from './acme-references.ts'

describe('references of an answer', () => {
  test('F7: what was retrieved survives with its own link, the rest is said to be unverified', () => {
    const { text, cited } = ground(
      'Added in PR #8 ([#8](https://github.com/acme/api/pull/3)) and hardened in PR #41, see src/ghost.py:10, commit deadbee',
    )
    expect(text).toBe(
      'Added in PR #8 [1] (#8) and hardened in an unverified pull request, see an unverified file, an unverified commit',
    )
    expect(cited).toEqual(['pr:8'])
  })

  test('of ten references with six invented ones, the four true ones are linked and nothing else can be clicked', () => {
    const { text, cited, removed } = ground(
      [
        'Ana (@ana) cached it in [#8](https://github.com/acme/api/pull/3) for issue #7, in `src/api/cache.py:12`.',
        'It was tuned in #9041 by @ghosty, see src/ghost.py and commit 0badc0de1, [the docs](https://evil.example/x). @everyone read it.',
      ].join(' '),
    )
    expect(cited).toEqual(['person:ana', 'pr:8', 'issue:7', 'function:src/api/cache.py::Cache.get'])
    expect(text).toBe(
      'Ana (@ana [1]) cached it in #8 [2] for issue #7 [3], in `src/api/cache.py:12` [4]. ' +
        'It was tuned in an unverified reference by somebody unverified, see an unverified file and an unverified commit, the docs. *(unsupported)* everyone read it.',
    )
    expect(removed).toEqual(['number', 'login', 'path', 'sha', 'link', 'ping'])
  })

  test('citations are numbered anew, in the order of the text; unknown ones go', () => {
    const { text, cited } = ground('So it is [4]. And this [2, 4][9]. Nobody knows [12].')
    expect(text).toBe('So it is [1]. And this [2][1]. Nobody knows. *(unsupported)*')
    expect(cited).toEqual(['issue:7', 'pr:8'])
  })

  test.each([
    ['[a page](https://github.com/acme/api/pull/8#discussion)', 'a page [1]'],
    ['https://github.com/acme/api/pull/8/files.', '[1].'],
    ['acme/api#8 and other/api#8', 'acme/api#8 [1] and an unverified reference'],
    ['issue #8', 'PR #8 [1]'],
    ['pull request 7', 'issue #7 [1]'],
    ['commit FEEDBEE1', 'commit FEEDBEE1 [1]'],
    ['cache.py:99', 'cache.py [1]'],
    ['in src/api/ of it', 'in src/api/ [1] of it'],
    ['`#8`', '`#8` [1]'],
    ['`#41` of `git show 0badc0de1`', 'an unverified reference of `git show …` *(unsupported)*'],
    ['【2†L4-L9】', '[1]'],
    ['![pixel](https://evil.example/p.png)', 'pixel *(unsupported)*'],
    ['<https://evil.example|click>', 'click *(unsupported)*'],
    ['<script>x</script> <@U123> <!channel>', 'x'],
    ['eve@evil.example', 'an unverified address *(unsupported)*'],
    ['[x][1] and\n[1]: https://evil.example', 'x and *(unsupported)*'],
  ])('%s', (text, expected) => {
    expect(ground(text).text.trim()).toBe(expected)
  })

  test.each([
    'Use `@app.route("/x")`, `@property` and `items[0]`, and/or `text/html`, e.g. in Node.js 20.1.',
    'The default is 303 (see RFC 7231), not 302; it is #fff on a C# page.',
    '| name | does |\n|---|---|\n| `get` | reads |',
    '```python\n@app.route("/")\ndef index(items): return items[0]  # 24/7\n```',
    '> **Note** that *this* stays\n\n1. one\n2. two',
  ])('what refers to nothing stays as it is: %s', (text) => {
    expect(ground(text)).toEqual({ text, cited: [], removed: [] })
  })

  test('code in a fence keeps its lines, without addresses, unknown numbers and pings; an open fence is closed', () => {
    expect(ground('```py\n# see #41, #8, https://evil.example, @here\nx = 1').text).toBe(
      '```py\n# see …, #8, …, here\nx = 1\n```',
    )
  })

  test('the mark stays inside a table, and speaks Chinese', () => {
    expect(ground('| #41 | x |').text).toBe('| an unverified reference | x *(unsupported)* |')
    expect(ground('参见 PR #41。由 @ana 修复了问题 #7。', 'zh').text).toBe(
      '参见 未经证实的合并请求。*（没有依据）*由 @ana [1] 修复了问题 #7 [2]。',
    )
  })
})
