import { expect, it } from 'vitest'
import { statingSentence } from '../../../src/agent/findings/stating-sentence.ts'

it.each([
  [
    'the reason among descriptions',
    'Adds a cache to the loader. It is needed because every request reads the file again. Tests are included.',
    'It is needed because every request reads the file again.',
  ],
  [
    'trouble, where no reason is given outright',
    'I tried the new loader. It crashes on an empty file.',
    'It crashes on an empty file.',
  ],
  [
    'the first sentence of a plain description',
    'The loader reads all lines.\n\nIt returns a list.',
    'The loader reads all lines.',
  ],
  [
    'prose, not code, quotations, headings or check lists',
    '# Because of headings\n\n> because of quotations, somebody said\n\n```\nbecause = "this is code"\n```\n\n- [ ] I did this because of the template\n\nLocks are taken to avoid a race.',
    'Locks are taken to avoid a race.',
  ],
  [
    'across the lines of a paragraph, past abbreviations',
    'Names are checked first, e.g. those\nof files, because the index is slow.',
    'Names are checked first, e.g. those of files, because the index is slow.',
  ],
  [
    'what is left of a line that closes an issue',
    'fixes #12. Reads lines one by one to keep memory low.',
    'Reads lines one by one to keep memory low.',
  ],
  [
    'the text of a link',
    'See [the report](https://example.org/because), the result is wrong.',
    'See the report, the result is wrong.',
  ],
  ['Chinese', '增加缓存。因为每次请求都会重新读取文件，所以很慢。', '因为每次请求都会重新读取文件，所以很慢。'],
])('quotes %s', (_, text, sentence) => {
  expect(statingSentence(text)?.sentence).toBe(sentence)
})

it.each([
  '',
  'closes #12',
  'ok',
  '```\nbecause it is code\n```',
  'https://example.org/because',
  'Python version: 3.12',
])('quotes nothing of %j', (text) => {
  expect(statingSentence(text)).toBeNull()
})

it('takes a question for no reason', () => {
  expect(statingSentence('Why does it fail because of that? The loader is fine today.')?.strength).toBe(0)
})

it('takes no longer for a hostile text', () => {
  const texts = [
    '<'.repeat(50_000),
    '['.repeat(50_000),
    ' '.repeat(50_000),
    `${'a '.repeat(30_000)}because`,
    '#1 '.repeat(20_000),
  ]
  for (const text of texts) statingSentence(text.slice(0, 16_000))
})
