import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../../adapters/slack/limits.ts'
import { escapeMarkdown, markdownToMrkdwn } from '../../../adapters/slack/markup.ts'
import { pressedPost } from '../../../adapters/slack/post-id.ts'
import { renderReply, withEarlier } from '../../../adapters/slack/render.ts'
import { type Reply, textReply } from '../../../src/chat.ts'
import { blocksSchema, charactersOf, type FakeBlock, markdownOf } from '../../fakes/slack/blocks.ts'
import { SLACK } from '../../fakes/slack/limits.ts'
import { readMarkdown } from '../../fakes/slack/view.ts'

const markdownText = (reply: Reply) =>
  renderReply(reply).flatMap(({ blocks }) => blocks.flatMap((block) => (block.type === 'markdown' ? [block.text] : [])))

describe('text', () => {
  it.each([
    ['a<b && c>d', 'a&lt;b &amp;&amp; c&gt;d'],
    ['x &amp; y', 'x &amp; y'],
    ['&amp;lt;', '&amp;lt;'],
    ['> quoted <b>\n>> deeper', '> quoted &lt;b&gt;\n>> deeper'],
    ['`a < b && c` and a < b', '`a < b && c` and a &lt; b'],
    ['``a ` <b>`` <b>', '``a ` <b>`` &lt;b&gt;'],
    ['an ` alone <b>', 'an ` alone &lt;b&gt;'],
    ['```\na < b\n```\na < b', '```\na < b\n```\na &lt; b'],
    ['- list\n  ```py\n  a < b\n  ```\n  a < b', '- list\n  ```py\n  a < b\n  ```\n  a &lt; b'],
    ['[a & b](https://x.dev/?a=1&b=2)', '[a &amp; b](https://x.dev/?a=1&amp;b=2)'],
    ['<https://x.dev/7|PR 7> <https://x.dev>', '[PR 7](https://x.dev/7) https://x.dev'],
  ])('%j is escaped once, and not in code', (markdown, escaped) => {
    expect(escapeMarkdown(markdown)).toBe(escaped)
  })

  it.each(['<!channel>', '<!here|here>', '<@U123>', '@channel', '`<!channel>`', '```\n<@U123>\n```', '@Everyone'])(
    '%j calls nobody',
    (markdown) => {
      expect(escapeMarkdown(markdown)).not.toMatch(/<[!@]|@(?:channel|everyone)/i)
    },
  )

  it('A6: what a repository says calls nobody, is escaped once, and links stay links', () => {
    const title = 'Fix Map<K,V> & drop <!channel> for a<b && c>d'
    const reply = {
      ...textReply(`It is in <https://github.com/acme/api/pull/7|PR 7> [1]: ${title}. So x &amp; y.`),
      sources: [{ ref: 1, label: `PR #7: ${title}`, url: 'https://github.com/acme/api/pull/7' }],
    }
    const [message] = renderReply(reply)
    const [text, sources] = message?.blocks ?? []
    expect(text).toEqual({
      type: 'markdown',
      text:
        'It is in [PR 7](https://github.com/acme/api/pull/7) [1]: ' +
        'Fix Map&lt;K,V&gt; &amp; drop &lt;!channel&gt; for a&lt;b &amp;&amp; c&gt;d. So x &amp; y.',
    })
    expect(JSON.stringify(sources)).toContain(
      '<https://github.com/acme/api/pull/7|PR #7: Fix Map&lt;K,V&gt; &amp; drop &lt;!channel&gt; for a&lt;b &amp;&amp; c&gt;d>',
    )
  })

  it('A7: a fence is left as it is; tables, nested lists and links reach Slack as Markdown', () => {
    const fence = '```python\n| a | b |\nx = "**k**"\ny = "[n](u)"\n```'
    const table = '| pull request | by |\n|---|---|\n| [PR 7](https://github.com/acme/api/pull/7) | Ada |'
    const list = '- one\n  - two\n    - three: https://en.wikipedia.org/wiki/Foo_(bar)'
    expect(markdownText(textReply(`${fence}\n\n${table}\n\n${list}`))).toEqual([`${fence}\n\n${table}\n\n${list}`])
  })

  it('reads the same after it has been split, whatever it is', () => {
    const word = fc.constantFrom(
      'a',
      'b<c',
      '&',
      '`x<y`',
      '**z**',
      '变更',
      '👩‍👩‍👧',
      '[l](https://x.dev/a_(b))',
      '<!here>',
      '@channel',
    )
    const line = fc.array(word, { minLength: 1, maxLength: 60 }).map((words) => words.join(' '))
    const block = fc.oneof(
      line,
      line.map((text) => `> ${text}`),
      fc.array(line, { minLength: 1, maxLength: 20 }).map((lines) => `\`\`\`ts\n${lines.join('\n')}\n\`\`\``),
    )
    const text = fc.array(block, { minLength: 1, maxLength: 60 }).map((blocks) => blocks.join('\n\n'))
    fc.assert(
      fc.property(text, (markdown) => {
        const reply = { ...textReply(markdown), note: 'as of now' }
        const messages = renderReply(reply)
        for (const { blocks } of messages) expectTaken(blocks)
        const read = readMarkdown(markdownText(reply).join('\n\n'))
        expect(letters(read)).toBe(letters(readMarkdown(escapeMarkdown(markdown))))
      }),
      { numRuns: 40 },
    )
  })
})

describe('a whole reply', () => {
  const source = (ref: number) => ({
    ref,
    label: `PR #${ref}: ${'a title & more '.repeat(8)}`,
    url: `https://x.dev/pull/${ref}`,
  })

  it('has every source, within what Slack takes, when there are very many', () => {
    const reply = {
      ...textReply('word '.repeat(6_000)),
      sources: Array.from({ length: 300 }, (_, index) => source(index + 1)),
    }
    const messages = renderReply(reply)
    for (const { blocks } of messages) expectTaken(blocks)
    const shown = JSON.stringify(messages)
    expect(reply.sources.filter(({ url }) => !shown.includes(`<${url}|`))).toEqual([])
    expect(JSON.stringify(messages.at(-1))).toContain('/pull/300|')
  })

  it('shows the path as one line of linked hops', () => {
    const [message] = renderReply({
      ...textReply('Because.'),
      path: [
        {
          from: { label: 'dispatch', url: 'https://x.dev/d' },
          edge: 'MODIFIES',
          direction: 'in',
          to: { label: 'PR #7', url: 'https://x.dev/7' },
        },
        {
          from: { label: 'PR #7', url: 'https://x.dev/7' },
          edge: 'FIXES',
          direction: 'out',
          to: { label: '#5', url: null },
        },
      ],
    })
    expect(message?.blocks[1]).toEqual({
      type: 'context',
      elements: [
        {
          type: 'mrkdwn',
          text: '*Path*\n<https://x.dev/d|dispatch> ← MODIFIES — <https://x.dev/7|PR #7> — FIXES → #5',
        },
      ],
    })
  })

  it('keeps every button, in rows that Slack takes', () => {
    const buttons = Array.from({ length: 30 }, (_, index) => ({
      label: `b${index}`,
      verb: 'choose',
      text: `${index} e`,
      style: 'plain' as const,
    }))
    const [message] = renderReply({ ...textReply('Which one?'), buttons })
    expectTaken(message?.blocks ?? [])
    expect(JSON.stringify(message).match(/"choose \d+ e"/g)).toHaveLength(30)
  })

  it('lets a pressed button name the whole post', () => {
    const [message] = renderReply({
      ...textReply('x'),
      buttons: [{ label: 'Retire', verb: 'retire', text: '7', style: 'danger' }],
    })
    const earlier = ['1700000000.000100', '1700000000.000200']
    const block = (message ? withEarlier(message, earlier) : null)?.blocks.at(-1)
    expect(pressedPost(block?.block_id ?? '', '1700000000.000300')).toBe([...earlier, '1700000000.000300'].join(','))
  })

  it('speaks Chinese where the answer does', () => {
    const reply: Reply = { ...textReply('因为。'), language: 'zh', sources: [{ ref: 1, label: 'PR #7', url: null }] }
    expect(JSON.stringify(renderReply(reply))).toContain('来源')
  })
})

it('pages without a markdown block get Slack’s own mark-up', () => {
  const markdown = '## Index\n- **flask** at [1a2b](https://x.dev/a_(b)) & `a<b`'
  expect(markdownToMrkdwn(markdown)).toBe('*Index*\n• *flask* at <https://x.dev/a_(b)|1a2b> &amp; `a&lt;b`')
})

function expectTaken(blocks: readonly unknown[]): void {
  const parsed = blocksSchema.safeParse(blocks)
  expect(parsed.error?.issues ?? []).toEqual([])
  const taken = blocks as readonly FakeBlock[]
  expect(charactersOf(taken)).toBeLessThanOrEqual(SLACK.blockCharacters)
  expect(markdownOf(taken)).toBeLessThanOrEqual(Math.min(SLACK.markdownCharacters, LIMITS.markdownCharacters))
}

/** Text without layout and what splitting adds. */
const letters = (text: string) => text.replace(/```(?:ts)?|\s/g, '')
