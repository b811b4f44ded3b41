import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutMarkdown, type SizeLimit, splitMarkdown } from '../../src/markdown/split-markdown.ts'

const size = (text: string, limit: SizeLimit) => ('bytes' in limit ? Buffer.byteLength(text) : text.length)
const room = (limit: SizeLimit) => ('bytes' in limit ? limit.bytes : limit.characters)

const word = fc.stringMatching(/^[a-z]{1,12}$/)
const sentence = fc
  .array(
    fc.oneof(word, fc.constantFrom('`a.b()`', '**bold**', '[PR 7](https://x.dev/pull/7)', '变更', '👩‍👩‍👧', 'e\u0301')),
    { minLength: 1, maxLength: 40 },
  )
  .map((words) => `${words.join(' ')}.`)
const codeLine = fc.stringMatching(/^[ -_a-}]{0,60}$/)
const closedBlock = fc.oneof(
  sentence,
  sentence.map((text) => `## ${text}`),
  fc
    .array(sentence, { minLength: 1, maxLength: 8 })
    .map((items) => items.map((item, at) => `${'  '.repeat(at % 3)}- ${item}`).join('\n')),
  fc
    .tuple(
      fc.constantFrom('```', '~~~', '````'),
      fc.constantFrom('', 'python', 'ts title="a"'),
      fc.array(codeLine, { maxLength: 30 }),
    )
    .map(([marker, info, lines]) => `${marker}${info}\n${lines.join('\n')}\n${marker}`),
  fc
    .array(fc.tuple(word, word), { minLength: 1, maxLength: 30 })
    .map((rows) => `| a | b |\n|---|---|\n${rows.map(([a, b]) => `| ${a} | ${b} |`).join('\n')}`),
  fc.constantFrom('> ```js\n> quoted()\n> ```', 'x'.repeat(700), '变'.repeat(300)),
)
const block = fc.oneof(closedBlock, fc.constant('```python\nnever closed'))
const markdownOf = (one: fc.Arbitrary<string>) => fc.array(one, { maxLength: 12 }).map((blocks) => blocks.join('\n\n'))
const markdown = markdownOf(block)
const noise = fc.string({
  unit: fc.constantFrom(
    'a',
    'bc',
    ' ',
    '\n',
    '```',
    '~~~',
    '|',
    '|-|',
    '>',
    '- ',
    '[',
    '](',
    ')',
    '变',
    '\ud83d',
    '\udc69',
    '\u200d',
  ),
  maxLength: 400,
})
const limit = fc.oneof(
  fc.integer({ min: 100, max: 800 }).map((characters) => ({ characters })),
  fc.integer({ min: 100, max: 800 }).map((bytes) => ({ bytes })),
)

/** Fences that a reader of the text, one line after the other, would still be in at its end. */
function openFence(text: string): string | null {
  let open: string | null = null
  for (const line of text.split('\n')) {
    const marker = /^[ >]*(`{3,}|~{3,})/.exec(line)?.[1]
    if (!marker) continue
    if (open === null) open = marker
    else if (marker.startsWith(open) && line.trim().endsWith(marker)) open = null
  }
  return open
}

describe('splitting Markdown', () => {
  it('loses nothing: the bodies of the pieces are the text', () => {
    fc.assert(
      fc.property(fc.oneof(markdown, noise), limit, (text, most) => {
        expect(
          cutMarkdown(text, most)
            .map(({ body }) => body)
            .join(''),
        ).toBe(text)
      }),
    )
  })

  it('keeps every piece within the limit, with whole characters and balanced fences', () => {
    fc.assert(
      fc.property(markdown, limit, (text, most) => {
        for (const piece of splitMarkdown(text, most)) {
          expect(size(piece, most)).toBeLessThanOrEqual(room(most))
          expect(Buffer.from(piece).toString()).toBe(piece)
          expect(openFence(piece)).toBeNull()
          expect(piece.trim()).not.toBe('')
        }
      }),
    )
  })

  it('leaves links, code and bold text whole', () => {
    fc.assert(
      fc.property(markdownOf(closedBlock), limit, (text, most) => {
        const spans = (part: string) =>
          part.match(/`a\.b\(\)`|\*\*bold\*\*|\[PR 7\]\(https:\/\/x\.dev\/pull\/7\)/g) ?? []
        expect(splitMarkdown(text, most).flatMap(spans)).toEqual(spans(text))
      }),
    )
  })

  it('leaves a text that fits as it is', () => {
    expect(splitMarkdown('a\n\nb', { characters: 100 })).toEqual(['a\n\nb'])
    expect(splitMarkdown(' \n', { characters: 100 })).toEqual([])
  })

  it('cuts between blocks rather than within one', () => {
    const [first, second] = [`${'a '.repeat(60)}end.`, `${'b '.repeat(60)}end.`]
    expect(splitMarkdown(`${first}\n\n${second}`, { characters: 200 })).toEqual([first, second])
  })

  it('opens a fence again with its language', () => {
    const lines = Array.from({ length: 20 }, (_, at) => `line_${at} = ${at}`)
    const pieces = splitMarkdown(`\`\`\`python\n${lines.join('\n')}\n\`\`\``, { characters: 120 })
    expect(pieces.length).toBeGreaterThan(2)
    for (const piece of pieces) expect(piece).toMatch(/^```python\n[^`]+\n```$/)
    expect(pieces.flatMap((piece) => piece.split('\n').slice(1, -1))).toEqual(lines)
  })

  it('repeats the header of a table', () => {
    const rows = Array.from({ length: 20 }, (_, at) => `| f${at} | ${at} |`)
    const pieces = splitMarkdown(`| name | line |\n|---|---:|\n${rows.join('\n')}`, { characters: 120 })
    for (const piece of pieces) expect(piece).toMatch(/^\| name \| line \|\n\|---\|---:\|\n\| f/)
    expect(pieces.flatMap((piece) => piece.split('\n').slice(2))).toEqual(rows)
  })

  it('closes a fence that half an answer leaves open', () => {
    expect(splitMarkdown('so far:\n```js\nf(', { characters: 100 })).toEqual(['so far:\n```js\nf(\n```'])
  })
})
