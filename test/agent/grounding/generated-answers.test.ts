/** A thousand answers made of true and invented references in the ways in which people and models write them. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAcmeGrounder } from './acme-references.ts'

/** What is written, the key it stands for (null: invented), and what must be found or must not be found afterwards. */
interface Piece {
  readonly text: string
  readonly key: string | null
  readonly trace: RegExp | null
}

const truth = (text: string, key: string): Piece => ({ text, key, trace: null })
const lie = (text: string, trace: RegExp): Piece => ({ text, key: null, trace })
const plain = (text: string): Piece => ({ text, key: null, trace: null })

const TRUE_PIECES: readonly Piece[] = [
  ...[
    '#8',
    'PR #8',
    'pull request 8',
    'PR 8',
    'GH-8',
    'acme/api#8',
    '[2]',
    '[#8](https://evil.example/8)',
    '`#8`',
    '**#8**',
    'https://github.com/acme/api/pull/8',
    '<https://github.com/acme/api/pull/8>',
    '[it](https://github.com/acme/api/pull/8)',
  ].map((text) => truth(text, 'pr:8')),
  ...['#7', 'issue #7', 'issue 7', '[4]', '(#7)', '[bug #7][x]'].map((text) => truth(text, 'issue:7')),
  ...['@ana', '@Ana', '[5]', '_@ana_', 'https://github.com/ana'].map((text) => truth(text, 'person:ana')),
  ...[
    'src/api/cache.py',
    'cache.py:12',
    '`src/api/cache.py:10-30`',
    '[1]',
    'api/cache.py#L12',
    './src/api/cache.py',
  ].map((text) => truth(text, 'function:src/api/cache.py::Cache.get')),
  ...['feedbee123450', 'commit feedbee1', '`feedbee1234`', '[6]'].map((text) =>
    truth(text, 'commit:feedbee123450000000000000000000000000001'),
  ),
]

const number = fc.integer({ min: 9_000, max: 99_999 })
const name = fc.stringMatching(/^[a-z]{3,8}$/).map((word) => `zq${word}`)
const INVENTED: fc.Arbitrary<Piece> = fc.oneof(
  fc
    .tuple(
      number,
      fc.constantFrom(
        '#N',
        'PR #N',
        'PRs #N',
        'issue N',
        'GH-N',
        'acme/api#N',
        'other/api#N',
        '[#N](https://github.com/acme/api/pull/N)',
        '`#N`',
        '(#N)',
        '**PR #N**',
        'https://github.com/acme/api/pull/N',
        'other/api#8N',
      ),
    )
    .map(([n, form]) => lie(form.replaceAll('N', `${n}`), new RegExp(`${n}`))),
  fc
    .tuple(fc.integer({ min: 30, max: 999 }), fc.constantFrom('[N]', '[N, M]', '【N†L1】'))
    .map(([n, form]) => lie(form.replace('N', `${n}`).replace('M', `${n}`), new RegExp(`[[【]${n}`))),
  fc
    .tuple(name, fc.constantFrom('@N', '@N-x', '*@N*', '(@N)', '[@N](https://github.com/N)', '@N[bot]'))
    .map(([n, form]) => lie(form.replaceAll('N', n), new RegExp(`@${n}`))),
  fc
    .tuple(
      name,
      fc.constantFrom(
        'src/N.py',
        'N.py:10',
        '`src/N.ts`',
        'tests/N/deep_x.go#L5',
        '[src/N.py](https://github.com/acme/api/blob/main/src/N.py)',
        'src/N/',
        '`lib/N/x`',
      ),
    )
    .map(([n, form]) => lie(form.replaceAll('N', n), new RegExp(n))),
  fc
    .stringMatching(/^[0-9a-f]{7,40}$/)
    .filter((sha) => /\d/.test(sha) && /[a-f]/.test(sha) && !'feedbee123450000000000000000000000000001'.startsWith(sha))
    .map((sha) => lie(`commit ${sha}`, new RegExp(sha))),
  fc
    .tuple(
      name,
      fc.constantFrom(
        'https://N.example/a(b)',
        'http://N.com',
        '<https://N.example|text>',
        '[words](https://N.example "t")',
        '![p](http://N.example/p.png)',
        'www.N.com/x',
        'N.com/y',
        'mailto:N@zq.example',
        'N@zq.com',
        'javascript:N',
        '<a href="https://N.example">',
      ),
    )
    .map(([n, form]) => lie(form.replaceAll('N', n), new RegExp(n))),
  fc
    .constantFrom('@everyone', '@here', '@channel', '<!channel>', '<@U0ZQ123>', '<#C0ZQ123>')
    .map((text) => lie(text, /@everyone|@here|@channel|<[!@#]/)),
)
const WORDS = fc
  .constantFrom(
    'It was',
    'rewritten',
    'because the cache',
    'was slow',
    '`Cache.get`',
    '**now**',
    'and/or',
    'since 2.0.1',
    'e.g.',
    'returns `items[0]`',
    '因为',
  )
  .map(plain)
const PIECE = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TRUE_PIECES) },
  { weight: 3, arbitrary: INVENTED },
  { weight: 4, arbitrary: WORDS },
)
const SENTENCE = fc.tuple(
  fc.array(PIECE, { minLength: 1, maxLength: 8 }),
  fc.constantFrom('. ', '! ', '? ', ', ', '\n', '\n- ', '\n\n', '\n> ', '。'),
)
const ANSWER = fc.array(SENTENCE, { minLength: 1, maxLength: 6 })

test('over 1,000 generated answers nothing invented survives and nothing true is lost', () => {
  fc.assert(
    fc.property(ANSWER, (sentences) => {
      const pieces = sentences.flatMap(([some]) => some)
      const text = sentences.map(([some, end]) => some.map((piece) => piece.text).join(' ') + end).join('')
      const grounder = createAcmeGrounder()
      const grounded = grounder.ground(text)
      const cited = grounder.cited()
      for (const { trace } of pieces) if (trace) expect(grounded).not.toMatch(trace)
      for (const { key } of pieces) {
        if (key === null) continue
        expect(cited).toContain(key)
        expect(grounded).toContain(`[${cited.indexOf(key) + 1}]`)
      }
      expect(new Set(cited)).toEqual(new Set(pieces.flatMap(({ key }) => key ?? [])))
      expect(grounded).not.toMatch(/\]\(|https?:/)
      expect(createAcmeGrounder().ground(grounded)).toBeDefined()
    }),
    { numRuns: 1_000, seed: 7 },
  )
})
