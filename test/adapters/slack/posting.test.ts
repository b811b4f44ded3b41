/** From replies to what people see in Slack. */
import { describe, expect, it } from 'vitest'
import { type IncomingCommand, type IncomingMessage, type Reply, textReply } from '../../../src/chat.ts'
import { ChannelGoneError, NotAllowedError } from '../../../src/errors.ts'
import { handlersThat } from '../../fixtures/handlers-that.ts'
import { platformFor, type SlackWithBot, startSlack, until } from './start-slack.ts'

/** A person has asked in the general channel; `place` is where the answer belongs. */
async function asked(how: { readonly direct?: boolean } = {}) {
  const messages: IncomingMessage[] = []
  const commands: IncomingCommand[] = []
  const running = await startSlack(
    handlersThat({
      onMessage: (message) => void messages.push(message),
      onCommand: (command) => void commands.push(command),
    }),
  )
  const { slack, ada } = running
  const channel = how.direct ? slack.direct(ada) : running.general
  const { ts } = await slack.says(ada, channel, how.direct ? 'why?' : `<@${slack.bot}> why?`)
  await until(() => messages.length === 1)
  const [message] = messages
  if (!message) throw new Error('Nothing was heard.')
  const seen = (viewer = ada) => slack.seen(channel, { thread: ts, viewer })
  const command = async (text: string) => {
    await slack.command(ada, channel, text)
    await until(() => commands.length > 0)
    const [first] = commands
    if (!first) throw new Error('Nothing was heard.')
    return first
  }
  return { ...running, channel, thread: ts, message, seen, command }
}

const methodsOf = ({ slack }: Pick<SlackWithBot, 'slack'>) =>
  slack.calls.map(({ method }) => method).filter((method) => method.startsWith('chat.'))
const progress = (text: string, more: Partial<Reply> = {}): Reply => ({ ...textReply(text), unfinished: true, ...more })
const ANSWER: Reply = {
  ...textReply('It keeps the order [1].\n\n```py\nx = 1\n```'),
  sources: [{ ref: 1, label: 'PR #7: Keep the order', url: 'https://x.dev/7' }],
  note: 'As of 1a2b3c4',
  feedbackOn: 'ep1',
}
const ANSWERED = `RepoBrain:
It keeps the order [1].

\`\`\`py
x = 1
\`\`\`
Sources
[1] PR #7: Keep the order (https://x.dev/7)
As of 1a2b3c4
[👍 Helpful] [👎 Not helpful]`

describe('a streamed answer', () => {
  it('shows steps and text as they come, and ends with sources and feedback, in one message', async () => {
    const here = await asked()
    const posted = await here.platform.post(here.message.conversation, progress('Looking it up …'), {
      inReplyTo: here.message,
    })
    await posted.update(progress('Looking it up …', { steps: [{ label: 'reads the history', state: 'running' }] }))
    await posted.update(progress('It keeps …', { steps: [{ label: 'reads the history', state: 'done' }] }))
    await until(() => here.slack.session(here.channel, here.thread) === 'processing')
    expect(here.seen()).toContain('RepoBrain:\n✓ Looking it up\n✓ reads the history\nIt keeps')
    await posted.update(ANSWER)
    expect(here.seen()).toContain(
      ANSWERED.replace('RepoBrain:\n', 'RepoBrain:\n✓ Looking it up\n✓ reads the history\n'),
    )
    expect(methodsOf(here)).toEqual(['chat.startStream', 'chat.appendStream', 'chat.appendStream', 'chat.stopStream'])
    expect(here.slack.session(here.channel, here.thread)).toBe('active')
  })

  it('is written anew where the last word is another than what was streamed', async () => {
    const here = await asked()
    const posted = await here.platform.post(here.message.conversation, progress('Looking it up …'), {
      inReplyTo: here.message,
    })
    await posted.update(progress('It drops the order …'))
    await posted.update(ANSWER)
    expect(here.seen()).toContain(ANSWERED)
    expect(here.seen()).not.toContain('drops')
  })

  it('goes on by edits when Slack has closed the stream', async () => {
    const here = await asked()
    const posted = await here.platform.post(here.message.conversation, progress('Looking it up …'), {
      inReplyTo: here.message,
    })
    here.slack.refuse('message_not_in_streaming_state', { method: 'chat.appendStream' })
    here.slack.refuse('message_not_in_streaming_state', { method: 'chat.stopStream' })
    await here.slack.stops(here.ada, here.channel, here.thread)
    await posted.update(progress('It keeps …'))
    expect(here.seen()).toContain('RepoBrain:\nIt keeps …')
    await posted.update(ANSWER)
    expect(here.seen()).toContain(ANSWERED)
  })

  it('is edited in where Slack does not stream', async () => {
    const here = await asked()
    here.slack.refuse('channel_type_not_supported', { method: 'chat.startStream' })
    const posted = await here.platform.post(here.message.conversation, progress('Looking it up …'), {
      inReplyTo: here.message,
    })
    await posted.update(progress('It keeps …', { steps: [{ label: 'reads the history', state: 'running' }] }))
    expect(here.seen()).toContain('RepoBrain:\nIt keeps …\n◌ reads the history')
    await posted.update(ANSWER)
    expect(here.seen()).toContain(ANSWERED)
    expect(methodsOf(here)).toEqual(['chat.startStream', 'chat.postMessage', 'chat.update', 'chat.update'])
  })

  it('loses nothing when the answer is longer than a message', async () => {
    const here = await asked()
    const words = Array.from({ length: 3_000 }, (_, index) => `word${index}`)
    const posted = await here.platform.post(here.message.conversation, progress('Looking it up …'), {
      inReplyTo: here.message,
    })
    await posted.update(progress(`${words.slice(0, 100).join(' ')} …`))
    await posted.update({ ...textReply(words.join(' ')), feedbackOn: 'ep1' })
    expect(here.seen().match(/word\d+/g)).toEqual(words)
    await posted.update(textReply('in short'))
    expect(here.seen()).toMatch(/RepoBrain:\nin short$/)
  })
})

describe('what only the asker sees', () => {
  it('is answered where the command was typed, with nobody else reading it, and is shared on request', async () => {
    const here = await asked()
    const bob = here.slack.person('Bob')
    const ask = await here.command('ask why?')
    const share = [{ label: 'Share', verb: 'share', text: 'ep1', style: 'plain' as const }]
    const posted = await here.platform.post(ask.conversation, progress('Looking it up …'), { inReplyTo: ask })
    await posted.update(progress('It keeps …'))
    await posted.update({ ...ANSWER, buttons: share })
    expect(here.slack.seen(here.channel, { viewer: bob })).not.toContain('It keeps the order')
    const seen = here.slack.seen(here.channel, { viewer: here.ada })
    expect(seen).toContain('(only visible to you)\nIt keeps the order')
    expect(seen).toContain('[Share]')
    expect(methodsOf(here)).toEqual([])
    await here.slack.presses(here.ada, here.channel, 'Share')
  })

  it('reaches the asker without the address of the command, as after a restart', async () => {
    const here = await asked()
    const ask = await here.command('ask why?')
    const later = platformFor(here.slack)
    const { id } = await later.post(ask.conversation, ANSWER, { inReplyTo: ask })
    await later.posted(ask.conversation, id).update(textReply('and more'))
    const seen = here.slack.seen(here.channel, { viewer: here.ada })
    expect(seen.match(/only visible to you/g)).toHaveLength(2)
    here.slack.removeBot(here.channel)
    await later.post(ask.conversation, textReply('in a channel without the bot'), { inReplyTo: ask })
    expect(here.slack.seen(here.slack.direct(here.ada))).toContain('in a channel without the bot')
  })

  it('is a picture in the direct messages, never in the channel', async () => {
    const here = await asked()
    const ask = await here.command('ask why?')
    const picture = { png: new Uint8Array([137, 80, 78, 71]), alt: 'dispatch ← PR #7' }
    await here.platform.post(ask.conversation, { ...textReply('The path:'), picture }, { inReplyTo: ask })
    expect(here.slack.seen(here.channel, { viewer: here.ada })).not.toContain('picture')
    expect(here.slack.seen(here.slack.direct(here.ada))).toContain('[picture: dispatch ← PR #7]')
  })
})

it('a picture comes into the thread, with words for those who cannot see it', async () => {
  const here = await asked()
  const picture = { png: new Uint8Array([137, 80, 78, 71]), alt: 'dispatch ← PR #7' }
  await here.platform.post(
    here.message.conversation,
    { ...textReply('The path:'), picture },
    { inReplyTo: here.message },
  )
  expect(here.seen()).toContain('RepoBrain:\nThe path:\n\nRepoBrain:\n[picture: dispatch ← PR #7]')
})

describe('a post that is made again', () => {
  it('is found by its key after a restart, and is not there twice', async () => {
    const here = await asked()
    const long = 'word '.repeat(4_000)
    await here.platform.post(here.message.conversation, textReply(long), { inReplyTo: here.message, key: 'q:1' })
    const later = platformFor(here.slack)
    const again = await later.post(here.message.conversation, ANSWER, { inReplyTo: here.message, key: 'q:1' })
    expect(here.seen().match(/RepoBrain:/g)).toHaveLength(1)
    expect(here.seen()).toContain(ANSWERED)
    await later.posted(here.message.conversation, again.id).update(textReply('corrected'))
    expect(here.seen()).toContain('RepoBrain:\ncorrected')
  })

  it('is found whole when a process before us had made it longer', async () => {
    const here = await asked()
    const posted = await here.platform.post(here.message.conversation, textReply('short'), {
      inReplyTo: here.message,
      key: 'q:1',
    })
    const noted = posted.id
    const long = textReply('word '.repeat(4_000))
    await posted.update(long)
    await platformFor(here.slack).posted(here.message.conversation, noted).update(long)
    expect(here.seen().match(/word/g)).toHaveLength(4_000)
  })

  it('is there once when the connection broke after Slack had taken it, and when it broke before', async () => {
    const here = await asked()
    here.slack.hangUp('chat.postMessage', 'after')
    await here.platform.post(here.message.conversation, textReply('first'), { inReplyTo: here.message, key: 'q:1' })
    here.slack.hangUp('chat.postMessage', 'before')
    await here.platform.post(here.message.conversation, textReply('second'), { inReplyTo: here.message })
    expect(here.seen().match(/first|second/g)).toEqual(['first', 'second'])
  })

  it('is there once when it was tried again because nobody could tell', async () => {
    const here = await asked()
    here.slack.hangUp('chat.postMessage', 'after')
    here.slack.refuse('ratelimited_for_good', { method: 'conversations.replies', times: 1 })
    const options = { inReplyTo: here.message, key: 'q:1' }
    await expect(here.platform.post(here.message.conversation, textReply('first'), options)).rejects.toThrow()
    await here.platform.post(here.message.conversation, ANSWER, options)
    expect(here.seen().match(/RepoBrain:/g)).toHaveLength(1)
    expect(here.seen()).toContain(ANSWERED)
  })

  it('is whole and there once when the last word was interrupted halfway', async () => {
    const here = await asked()
    const long = textReply(Array.from({ length: 6_000 }, (_, index) => `word${index}`).join(' '))
    const posted = await here.platform.post(here.message.conversation, textReply('short'), { inReplyTo: here.message })
    here.slack.failAfter('chat.postMessage', 1)
    await expect(posted.update(long)).rejects.toThrow()
    here.slack.recover()
    await posted.update(long)
    expect(here.seen().match(/word\d+/g)).toEqual(long.text.split(' '))
  })

  it('takes over a stream that the process before left open', async () => {
    const here = await asked()
    const posted = await here.platform.post(here.message.conversation, progress('Looking it up …'), {
      inReplyTo: here.message,
    })
    await posted.update(progress('It keeps …'))
    await platformFor(here.slack).posted(here.message.conversation, posted.id).update(ANSWER)
    expect(here.seen()).toContain(ANSWERED)
  })
})

describe('where the bot cannot post', () => {
  it('says that the channel is gone', async () => {
    const here = await asked()
    here.slack.archive(here.channel)
    await expect(here.platform.post(here.message.conversation, ANSWER)).rejects.toBeInstanceOf(ChannelGoneError)
  })

  it('says what to do, to the caller and to whoever asked', async () => {
    const here = await asked()
    const other = here.slack.channel('other', { hasBot: false })
    const ask = { ...(await here.command('ingest o/r')), conversation: `slack:${here.slack.team}:${other}`, id: 'x' }
    const refused = here.platform.post(ask.conversation, ANSWER, { inReplyTo: ask })
    await expect(refused).rejects.toBeInstanceOf(NotAllowedError)
    await expect(refused).rejects.toMatchObject({ remedy: expect.stringContaining('/invite') })
    expect(here.slack.seen(here.slack.direct(here.ada))).toContain('/invite @RepoBrain')
  })

  it('writes to a person alone', async () => {
    const here = await asked()
    const alone = await here.platform.direct?.(`slack:${here.slack.team}`, here.ada)
    await here.platform.post(alone ?? '', textReply('your digest'))
    expect(here.slack.seen(here.slack.direct(here.ada))).toContain('your digest')
  })
})

it('shows the last of many edits, in order, and does without the ones that Slack has no time for', async () => {
  const here = await asked()
  const posted = await here.platform.post(here.message.conversation, textReply('0'))
  here.slack.rateLimit(1, { method: 'chat.update' })
  await Promise.all([posted.update(progress('1')), posted.update(progress('2')), posted.update(textReply('done'))])
  expect(here.seen()).toMatch(/RepoBrain:\ndone$/)
})

it('nothing that it says calls anybody', async () => {
  const here = await asked()
  const nasty = 'Fix Map<K,V> & drop <!channel> for <@U1>, @here and `<!everyone>`'
  await here.platform.post(here.message.conversation, {
    ...textReply(`${nasty}\n\`\`\`\n${nasty}\n\`\`\``),
    sources: [{ ref: 1, label: nasty, url: 'https://x.dev' }],
    note: nasty,
    steps: [{ label: nasty, state: 'running' }],
    unfinished: true,
  })
  expect(here.slack.pings()).toEqual([])
  expect(here.seen()).toContain('Fix Map<K,V> & drop <!channel> for <@U1>')
})
