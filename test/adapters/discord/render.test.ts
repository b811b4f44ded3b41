import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toDiscordMarkdown } from '../../../adapters/discord/markdown.ts'
import { decodeButton, renderReply } from '../../../adapters/discord/render.ts'
import { type Reply, textReply } from '../../../src/chat.ts'
import { checkMessage } from '../../fakes/discord/check-request.ts'

const contentOf = (reply: Reply) => renderReply(reply).map(({ content }) => content)
const detailsOf = (reply: Reply) =>
  renderReply(reply).flatMap(({ embeds }) => embeds.map(({ description }) => description ?? ''))

/** Fences open after the text; an answer must leave none behind. */
const openFences = (text: string) => (text.match(/^\s*```/gm) ?? []).length % 2
const hasLoneSurrogate = (text: string) => /\p{Surrogate}/u.test(text)

describe('Markdown for Discord', () => {
  it.each([
    ['deep headings are bold', '#### Callers', '**Callers**'],
    ['the three headings that Discord knows stay', '## Callers', '## Callers'],
    ['links have no preview', '[PR #7](https://github.com/o/r/pull/7)', '[PR #7](<https://github.com/o/r/pull/7>)'],
    ['bare addresses have none either', 'see https://a.b/c.', 'see <https://a.b/c>.'],
    ['what is in angle brackets already stays', '<https://a.b/c>', '<https://a.b/c>'],
    ['pictures are links', '![graph](https://a.b/c.png)', '[graph](<https://a.b/c.png>)'],
    ['boxes of tasks are signs', '- [ ] one\n- [x] two', '- ☐ one\n- ☑ two'],
    ['tildes make no fence on Discord', '~~~py\nx\n~~~', '```py\nx\n```'],
    ['a fence within a longer one does not end it', '````\n```\nx\n````', '```\n`\u200b``\nx\n```'],
    ['code keeps its addresses and mentions', '`@everyone https://a.b`', '`@everyone https://a.b`'],
    ['everyone is not pinged', 'tell @everyone and @here', 'tell @\u200beveryone and @\u200bhere'],
    ['roles and people are not pinged', '<@&42> <@7> <#9>', '<\u200b@&42> <\u200b@7> <\u200b#9>'],
  ])('%s', (_, markdown, expected) => {
    expect(toDiscordMarkdown(markdown)).toBe(expected)
  })

  it('tables are code with columns, Chinese counted double', () => {
    const table = '| function | **calls** |\n| :-- | --: |\n| `run` | 7 |\n| 运行 | [12](https://a.b) |\n\nafter'
    expect(toDiscordMarkdown(table)).toBe(
      [
        '```',
        'function  calls',
        '────────  ──────────────',
        'run       7',
        '运行      12 https://a.b',
        '```',
        '',
        'after',
      ].join('\n'),
    )
  })
})

describe('replies', () => {
  it('B1: long prose, a fence, a line without blanks and an emoji at the border are cut where nothing breaks', () => {
    const prose = 'word '.repeat(380)
    const fence = [
      '```python',
      ...Array.from({ length: 60 }, (_, line) => `value_${line} = compute(value_${line}, attempts=${line})`),
      '```',
    ].join('\n')
    const long = 'x'.repeat(2_600)
    const text = `${prose}\n\n${fence}\n\n${long}\n\n${'y'.repeat(1_999)}🎉 end`
    const chunks = contentOf(textReply(text))
    for (const chunk of chunks) {
      expect(chunk.length).toBeLessThanOrEqual(2_000)
      expect(openFences(chunk)).toBe(0)
      expect(hasLoneSurrogate(chunk)).toBe(false)
    }
    const code = chunks.filter((chunk) => chunk.includes('value_'))
    expect(code.length).toBeGreaterThan(1)
    for (const chunk of code) expect(chunk).toContain('```python\n')
    const joined = chunks.join('\n').replace(/```(?:python)?\n?/g, '')
    expect(joined.replace(/\s/g, '')).toBe(text.replace(/```(?:python)?\n?/g, '').replace(/\s/g, ''))
  })

  it('loses no word, and sends nothing that Discord would refuse', () => {
    const blocks = fc.oneof(
      fc.lorem({ maxCount: 60 }),
      fc.lorem({ maxCount: 30 }).map((text) => `\`\`\`py\n${text.replaceAll(' ', '\n')}\n\`\`\``),
      fc.lorem({ maxCount: 6 }).map((text) => `#### ${text}`),
      fc.lorem({ maxCount: 12 }).map(
        (text) =>
          `| a | b |\n| - | - |\n${text
            .split(' ')
            .map((word) => `| ${word} | 1 |`)
            .join('\n')}`,
      ),
      fc.lorem({ maxCount: 8 }).map((text) => `- ${text.replaceAll(' ', '\n- ')}`),
      fc.nat(4_000).map((length) => 'z'.repeat(length)),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
    )
    fc.assert(
      fc.property(fc.array(blocks, { maxLength: 25 }), fc.nat(40), (parts, count) => {
        const sources = Array.from({ length: count }, (_, index) => ({
          ref: index + 1,
          label: `source${index}`,
          url: `https://github.com/o/r/blob/${'a'.repeat(40)}/src/${index}.py#L1-L9`,
        }))
        const messages = renderReply({ ...textReply(parts.join('\n\n')), sources, note: 'the note' })
        for (const message of messages) {
          expect(checkMessage({ ...message, picture: undefined })).toBe(null)
          expect(openFences(message.content)).toBe(0)
          expect(message.content !== '' || message.embeds.length > 0).toBe(true)
        }
        const contents = messages.map(({ content }) => content).join('\n')
        const shown = `${contents}\n${messages.map(({ embeds }) => embeds[0]?.description ?? '').join('\n')}`
        // The language of a fence is said again where it is opened again.
        const letters = (text: string) => text.replace(/[^a-z]+/gi, '').replaceAll('py', '')
        expect(letters(contents.replace(/-# the note$/, ''))).toBe(letters(parts.join('')))
        expect(sources.every(({ label }) => shown.includes(label))).toBe(true)
        expect(shown).toContain('the note')
      }),
      { numRuns: 60 },
    )
  })

  it('puts the path as linked hops and numbered sources below the text', () => {
    const pr = { label: 'PR #7', url: 'https://github.com/o/r/pull/7' }
    const [details] = detailsOf({
      ...textReply('Because of [1].'),
      path: [
        { from: { label: 'full_dispatch', url: null }, edge: 'MODIFIES', direction: 'in', to: pr },
        { from: pr, edge: 'FIXES', direction: 'out', to: { label: '#5', url: 'https://github.com/o/r/issues/5' } },
      ],
      sources: [{ ref: 1, label: 'PR #7: keep *order*', url: pr.url }],
      note: 'As of 1a2b3c4',
    })
    expect(details).toBe(
      [
        '**Path**',
        'full\\_dispatch ← MODIFIES — [PR #7](<https://github.com/o/r/pull/7>) — FIXES → [#5](<https://github.com/o/r/issues/5>)',
        '',
        '**Sources**',
        '`1` [PR #7: keep \\*order\\*](<https://github.com/o/r/pull/7>)',
        '',
        '-# As of 1a2b3c4',
      ].join('\n'),
    )
  })

  it('is amber beside a stale fact, and speaks Chinese in a Chinese answer', () => {
    const sources = [{ ref: 1, label: 'a', url: null }]
    const [stale] = renderReply({ ...textReply('**🟠 Stale: code changed**'), sources })
    const [current] = renderReply({ ...textReply('当前'), language: 'zh', sources, feedbackOn: 'e1' })
    expect(stale?.embeds[0]?.color).toBe(0xf5a524)
    expect(current?.embeds[0]?.color).not.toBe(0xf5a524)
    expect(current?.embeds[0]?.description).toContain('**来源**')
    expect(current?.components[0]?.components.map(({ label }) => label)).toEqual(['有帮助', '没有帮助'])
  })

  it('carries what a button does in its id, even twice the same', () => {
    const button = { label: 'Still true', verb: 'still-true', text: '3f09c2 repo:o/r', style: 'primary' as const }
    const [message] = renderReply({
      ...textReply('x'),
      buttons: Array.from({ length: 6 }, () => button),
      feedbackOn: 'e1',
    })
    expect(checkMessage({ components: message?.components })).toBe(null)
    const pressed = message?.components.flatMap((row) => row.components.map(({ custom_id }) => decodeButton(custom_id)))
    expect(pressed?.slice(0, 6)).toEqual(Array(6).fill({ verb: 'still-true', text: '3f09c2 repo:o/r' }))
    expect(pressed?.slice(6)).toEqual([
      { verb: 'feedback', text: 'up e1' },
      { verb: 'feedback', text: 'down e1' },
    ])
  })
})
