import { describe, expect, it } from 'vitest'
import { decodeConversation, encodeConversation } from '../../../adapters/terminal/conversation-id.ts'
import { isInsideFence, parseInput } from '../../../adapters/terminal/parse.ts'
import { renderReply } from '../../../adapters/terminal/render.ts'
import { type Reply, textReply } from '../../../src/chat.ts'

const plain = (reply: Reply, columns: number | undefined = 80) => renderReply(reply, { columns, color: false })
const node = (label: string) => ({ label, url: null })

describe('text', () => {
  it.each([
    ['**bold** and `code`', 'bold and code'],
    ['**why is `f` so?**', 'why is f so?'],
    ['`f(*args, **kwargs)` and `g(**kw)`', 'f(*args, **kwargs) and g(**kw)'],
    ['# Heading', 'Heading'],
    ['- one\n- two', '• one\n• two'],
    ['1. one\n2. two', '1. one\n2. two'],
    ['see [the change](https://example.org/1)', 'see the change (https://example.org/1)'],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['```python\ndef f():\n    return 1\n```', '    def f():\n        return 1'],
  ])('%j', (text, expected) => {
    expect(plain(textReply(text))).toBe(expected)
  })

  it('is bold, coloured and dim only where colours are wanted', () => {
    const reply = { ...textReply('**bold** `code`'), note: 'note' }
    expect(renderReply(reply, { columns: 80, color: true })).toBe(
      '\u001b[1mbold\u001b[22m \u001b[36mcode\u001b[39m\n\n\u001b[2mnote\u001b[22m',
    )
    expect(plain(reply)).toBe('bold code\n\nnote')
  })

  it('cannot move the cursor, ring the bell or colour the screen', () => {
    const reply = {
      ...textReply('a\u001b[2Jb\u0007c\rd\u009b1me'),
      sources: [{ ref: 1, label: 'x\u001b]0;title\u0007', url: null }],
    }
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be left
    expect(plain(reply)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
  })
})

describe('width', () => {
  it.each([
    ['English', 'a few words that go on and on '.repeat(20)],
    ['Chinese', '这个函数为什么写成这样，我应该去问谁才好呢。'.repeat(20)],
    ['a list', `- ${'words in an item '.repeat(20)}`],
  ])('%s is broken at 80 columns, or fewer in a narrower window', (_, text) => {
    for (const columns of [80, 50]) {
      for (const line of plain(textReply(text), columns).split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(columns)
    }
  })

  it('is never more than 80 columns, nor less than 40, whatever the window says', () => {
    const text = 'word '.repeat(100)
    const widest = (columns: number | undefined) =>
      Math.max(...plain(textReply(text), columns).split('\n').map(widthOf))
    expect([widest(300), widest(undefined), widest(5)]).toEqual([79, 79, 39])
  })
})

describe('path and sources', () => {
  it('joins hops that go on where the last one ended', () => {
    const path = [
      { from: node('f'), edge: 'MODIFIES', direction: 'in', to: node('PR #1') },
      { from: node('PR #1'), edge: 'FIXES', direction: 'out', to: node('#2') },
      { from: node('f'), edge: 'CALLS', direction: 'in', to: node('g') },
    ] as const
    expect(plain({ ...textReply('t'), path })).toBe('t\n\nPath\n  f ← MODIFIES — PR #1 — FIXES → #2\n  f ← CALLS — g')
  })

  it('puts an address beside its label where both fit, else below, whole', () => {
    const long = `https://github.com/o/r/blob/${'a'.repeat(40)}/src/a/very/long/path/to/some/file.py#L1-L2`
    const sources = [
      { ref: 1, label: '#5', url: 'https://github.com/o/r/issues/5' },
      { ref: 12, label: 'f · src/f.py:1–2', url: long },
      { ref: 3, label: 'Ann', url: null },
    ]
    expect(plain({ ...textReply('t'), sources })).toBe(
      `t\n\nSources\n [1] #5  https://github.com/o/r/issues/5\n[12] f · src/f.py:1–2\n     ${long}\n [3] Ann`,
    )
  })

  it('has its headings in the language of the text', () => {
    const reply: Reply = { ...textReply('答'), language: 'zh', sources: [{ ref: 1, label: 'Ann', url: null }] }
    expect(plain(reply)).toBe('答\n\n来源\n[1] Ann')
  })
})

describe('what is typed', () => {
  it.each([
    ['  why?  ', { kind: 'question', text: 'why?' }],
    ['/ingest  a/b ', { kind: 'command', name: 'ingest', text: 'a/b' }],
    ['/help', { kind: 'command', name: 'help', text: '' }],
    ['/usr/lib/x.py fails', { kind: 'question', text: '/usr/lib/x.py fails' }],
    ['/ask why\nso?', { kind: 'command', name: 'ask', text: 'why\nso?' }],
    ['/quit', { kind: 'quit' }],
    ['   ', { kind: 'nothing' }],
  ])('%j', (text, expected) => {
    expect(parseInput(text)).toEqual(expected)
  })

  it.each([
    ['```', true],
    ['```py\nx', true],
    ['```\nx\n```', false],
    ['~~~\n```', true],
    ['no fence', false],
  ])('%j leaves a code block open: %s', (text, open) => {
    expect(isInsideFence(text)).toBe(open)
  })
})

it.each(['1', 'a:b', 'über'])('session %s survives its conversation id', (session) => {
  expect(decodeConversation(encodeConversation(session))).toBe(session)
})

it.each(['slack:1', 'terminal:', 'terminal'])('%s is no conversation of a terminal', (id) => {
  expect(decodeConversation(id)).toBeNull()
})

const widthOf = (line: string) =>
  [...line].reduce(
    (width, character) => width + (/[\u2e80-\u9fff\uff00-\uffef\u3000-\u303f]/.test(character) ? 2 : 1),
    0,
  )
