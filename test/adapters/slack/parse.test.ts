import { describe, expect, it } from 'vitest'
import { parseCommand, parseMessage, toPlainText } from '../../../adapters/slack/parse.ts'

const BOT = { team: 'T0', user: 'UBOT', id: 'BBOT' }
const said = (event: Readonly<Record<string, unknown>>) =>
  parseMessage({ type: 'message', channel: 'C1', channel_type: 'channel', user: 'UADA', ts: '1.000001', ...event }, BOT)

describe('what is meant for the bot', () => {
  it.each([
    ['a mention', { text: '<@UBOT> why?' }, 'why?'],
    ['a mention in the middle', { text: 'hey <@UBOT> why?' }, 'hey why?'],
    ['a mention with a name and a comma', { text: '<@UBOT|repobrain>, why?' }, 'why?'],
    ['a mention with code below', { text: '<@UBOT>\n```a\n  b```' }, '```a\n  b```'],
    ['a direct message', { text: 'why?', channel_type: 'im' }, 'why?'],
    ['a file with a question', { text: '<@UBOT> why?', subtype: 'file_share' }, 'why?'],
  ])('%s', (_, event, text) => {
    expect(said(event)).toMatchObject({ addressed: 'directly', text, thread: '1.000001' })
  })

  it('a follow-up in a thread', () => {
    expect(said({ text: 'and who?', thread_ts: '0.000009' })).toMatchObject({ addressed: 'thread', thread: '0.000009' })
  })

  it('a thread in which the bot is only quoted counts as any other thread', () => {
    const quote = { text: '&gt; <@UBOT> why?\nI asked that before', thread_ts: '0.000009' }
    expect(said(quote)).toMatchObject({ addressed: 'thread', text: '&gt; <@UBOT> why?\nI asked that before' })
  })
})

describe('what is not meant for the bot', () => {
  it.each([
    ['talk in a channel', { text: 'why?' }],
    ['a mention in code', { text: 'write `<@UBOT> why?` to ask' }],
    ['a mention in a code block', { text: '```\n<@UBOT> why?\n```' }],
    ['a mention in a quotation', { text: '&gt; <@UBOT> why?' }],
    ['a reply to somebody else in a thread', { text: '<@UBOB> what do you think?', thread_ts: '0.000009' }],
    ['an edit', { text: '<@UBOT> why?', edited: { user: 'UADA', ts: '2.000001' } }],
    ['news of an edit', { subtype: 'message_changed', message: { text: '<@UBOT> why?' } }],
    ['a deletion', { subtype: 'message_deleted' }],
    ['someone who joined', { subtype: 'channel_join', text: '<@UBOT> has joined' }],
    ['another bot', { text: '<@UBOT> bumped', bot_id: 'BINC' }],
    ['another app in the name of a person', { text: '<@UBOT> bumped', app_id: 'AX' }],
    ['the bot itself', { text: '<@UBOT> me', user: 'UBOT' }],
    ['something without a person', { text: '<@UBOT> why?', user: undefined }],
    ['something that is no message', { ts: 7 }],
  ])('%s', (_, event) => {
    expect(said(event)).toBeNull()
  })
})

describe('how people typed it', () => {
  const nameOf = async (user: string) => (user === 'UADA' ? 'Ada' : user)

  it.each([
    ['&lt;b&gt; &amp;&amp; &amp;amp;', '<b> && &amp;'],
    ['ask <@UADA> or <@UBOB|bob>', 'ask @Ada or @UBOB'],
    ['in <#C1|general> and <#C2>', 'in #general and #C2'],
    ['<!here> <!subteam^S1|@team>', '@here @team'],
    ['<https://github.com/o/r/pull/7>', 'https://github.com/o/r/pull/7'],
    ['<https://github.com/o/r/pull/7|PR 7>', 'PR 7 (https://github.com/o/r/pull/7)'],
    ['<https://github.com/o/r/blob/main/a.py#L3|a.py>', 'https://github.com/o/r/blob/main/a.py#L3'],
    ['<http://github.com/o/r|github.com/o/r>', 'http://github.com/o/r'],
    ['why is <http://app.py|app.py> so long?', 'why is app.py so long?'],
    ['<https://x.dev/?a=1&amp;b=2|https://x.dev/?a=1&amp;b=2>', 'https://x.dev/?a=1&b=2'],
    ['<mailto:ada@x.dev|ada@x.dev>', 'ada@x.dev'],
    ['a &lt;https://x.dev&gt; b', 'a <https://x.dev> b'],
  ])('%s', async (slack, plain) => {
    expect(await toPlainText(slack, nameOf)).toBe(plain)
  })
})

describe('commands', () => {
  it.each([
    ['ask why  is it?\nso', { name: 'ask', text: 'why  is it?\nso' }],
    ['  Ingest pallets/flask ', { name: 'ingest', text: 'pallets/flask' }],
    ['', { name: 'help', text: '' }],
  ])('%j', (text, command) => {
    expect(parseCommand(text)).toEqual(command)
  })
})
