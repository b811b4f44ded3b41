/** Conversations with several people on one durable platform; database, git and sample are real. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDurableHandlers, type DurableHandlers } from '../../handlers/create-handlers.ts'
import type { IncomingMessage, Reply, ReplyButton } from '../../src/chat.ts'
import { openBundle } from '../../src/git/open-bundle.ts'
import { GITHUB_COM } from '../../src/ingest/fetch-github.ts'
import { createLogger } from '../../src/logger.ts'
import { buildRepository } from '../fixtures/build-repository.ts'
import { createNotesPlatform, messageOf } from '../fixtures/notes-platform.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'

const BUNDLE = fileURLToPath(new URL('../../demo/sample.bundle', import.meta.url))
const ANN = { id: 'u1', name: 'Ann', isBot: false, isAdmin: false }
const BO = { id: 'u2', name: 'Bo', isBot: false, isAdmin: false }
const ADMIN = { id: 'u9', name: 'Cy', isBot: false, isAdmin: true }

let workspace: Workspace
let source: string
let durable: DurableHandlers
const notes = createNotesPlatform()

const services = () => ({
  database: workspace.database,
  dataDir: workspace.dataDir,
  github: GITHUB_COM,
  ingestMemory: workspace.memory,
  localSources: true,
  admins: ['notes:nobody'],
  logger: createLogger({ level: 'silent' }),
  signal: new AbortController().signal,
})

beforeAll(async () => {
  workspace = await openWorkspace()
  source = (await openBundle(BUNDLE, join(workspace.dataDir, 'ferry.git'))).gitDir
  await workspace.ingest(source, { name: 'test/ferry' })
  durable = createDurableHandlers(services(), 'notes')
  durable.start(notes.platform)
})
afterAll(async () => {
  await durable.stop()
  await workspace.close()
})

let threads = 0
const newThread = () => `thread-${++threads}`

/** What people see because of one message: its posts as they look in the end. */
async function say(text: string, fields: Partial<IncomingMessage> = {}): Promise<Reply[]> {
  const before = notes.posts.length
  const { done } = await durable.handlers.onMessage(messageOf(text, { author: ANN, ...fields }), notes.platform)
  await done
  return notes.replies().slice(before)
}

async function verb(name: string, text: string, fields: Partial<IncomingMessage> = {}): Promise<Reply[]> {
  const before = notes.posts.length
  const message = { ...messageOf(text, { author: ANN, ...fields }), name, pressedOn: null }
  const { done } = await durable.handlers.onCommand(message, notes.platform)
  await done
  return notes.replies().slice(before)
}

const press = (button: ReplyButton | undefined, fields: Partial<IncomingMessage> = {}) =>
  verb(button?.verb ?? 'none', button?.text ?? '', fields)
const buttonOf = (reply: Reply | undefined, verbName: string) =>
  reply?.buttons?.find((button) => button.verb === verbName)

describe('a conversation', () => {
  it('is not joined uninvited, and goes on without a mention', async () => {
    const conversation = newThread()
    const follow = { conversation, addressed: 'thread' } as const
    expect(await say('who calls `retry_delay`?', follow)).toEqual([])
    expect((await say('who calls `retry_delay`?', { conversation }))[0]?.text).toContain('retry_delay')
    expect((await say('and who wrote it?', follow))[0]?.text).toContain('retry_delay')
  })

  it('leaves thanks alone, and answers a question that begins with them', async () => {
    const conversation = newThread()
    await say('who calls `retry_delay`?', { conversation })
    const follow = { conversation, addressed: 'thread' } as const
    for (const text of ['Thanks a lot!', 'ok', '👍', '谢谢']) expect(await say(text, follow)).toEqual([])
    expect((await say('thanks, and who wrote it?', follow))[0]?.text).toContain('retry_delay')
  })

  it('answers the same message once, also when it comes as a mention and as a message', async () => {
    const conversation = newThread()
    const id = 'twice'
    const [first, second] = await Promise.all([
      durable.handlers.onMessage(messageOf('who calls `retry_delay`?', { id, conversation }), notes.platform),
      durable.handlers.onMessage(
        messageOf('who calls `retry_delay`?', { id, conversation, addressed: 'thread' }),
        notes.platform,
      ),
    ])
    await Promise.all([first.done, second.done])
    expect(notes.posts.filter((post) => post.conversation === conversation)).toHaveLength(1)
  })

  it('takes "this" for the text that the thread hangs on', async () => {
    const about = 'I do not get why `retry_delay` doubles the wait'
    const [reply] = await say('why is this written like this?', { conversation: newThread(), about })
    expect(reply?.text).toContain('retry_delay')
  })

  it('understands verbs that are said to it, and leaves questions that begin like one alone', async () => {
    expect((await say('status', { conversation: newThread() }))[0]?.text).toContain('test/ferry: at')
    expect((await say('who retry_delay', { conversation: newThread() }))[0]?.text).toMatch(/ask|wrote/i)
    expect((await say('use of `retry_delay`?', { conversation: newThread() }))[0]?.text).toContain('retry_delay')
  })
})

describe('an answer', () => {
  it('can be rated; who did not like it is asked why, and what they say is kept', async () => {
    const conversation = newThread()
    const [answer] = await say('why is `retry_delay` like this?', { conversation })
    const episode = answer?.feedbackOn ?? ''
    expect((await verb('feedback', `up ${episode}`, { conversation, author: BO }))[0]?.text).toBe('Thank you, noted.')
    const [asked] = await verb('feedback', `down ${episode}`, { conversation })
    expect(asked?.text).toContain('What was wrong')
    expect(notes.posts.at(-1)?.inReplyTo?.audience).toBe('author')
    const [thanks] = await say('It forgets the jitter.', { conversation, addressed: 'thread' })
    expect(thanks?.text).toContain('kept with the answer')
    const [props] = (await workspace.entities('ferry', { memory: true })).flatMap(({ label, props: all }) =>
      label === 'Episode' && all.id === episode ? [all] : [],
    )
    expect(props).toMatchObject({ liked_by: ['Bo'], disliked_by: ['Ann'], remarks: ['Ann: It forgets the jitter.'] })
    expect((await say('who calls it?', { conversation, addressed: 'thread' }))[0]?.text).toContain('retry_delay')
  })

  it('shows its path as a picture with words for those who cannot see it', async () => {
    const conversation = newThread()
    const [answer] = await say('why is `retry_delay` like this?', { conversation })
    const [shown] = await press(buttonOf(answer, 'path'), { conversation })
    expect(
      Buffer.from(shown?.picture?.png ?? [])
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
    expect(shown?.picture?.alt).toContain('retry_delay')
  })

  it('is shared by who asked in private, with the question', async () => {
    const conversation = newThread()
    const [answer] = await verb('ask', 'why is `retry_delay` like this?', { conversation, audience: 'author' })
    expect(notes.posts.at(-1)?.inReplyTo?.audience).toBe('author')
    const [shared] = await press(buttonOf(answer, 'share'), { conversation, audience: 'author' })
    expect(notes.posts.at(-1)?.inReplyTo?.audience).toBe('everyone')
    expect(shared?.text).toContain('**Ann** asked:\n> why is `retry_delay` like this?')
    expect(shared?.sources).toEqual(answer?.sources)
    expect(buttonOf((await say('why is `retry_delay` like this?', { conversation }))[0], 'share')).toBeUndefined()
  })

  it('of a private channel is nobody else’s to share or look into', async () => {
    const inside = { conversation: newThread(), channel: 'secret', isPrivate: true }
    const [answer] = await say('why is `retry_delay` like this?', inside)
    expect((await press(buttonOf(answer, 'path'), { channel: 'general' }))[0]?.text).toContain('not kept any more')
    expect((await press(buttonOf(answer, 'path'), inside))[0]?.picture).toBeDefined()
  })

  it('asks back with buttons when several match, and answers for the one that was meant', async () => {
    const repository = buildRepository()
    repository.commit({
      files: { 'a.py': 'def load(path):\n    return 1\n', 'b.py': 'def load(name):\n    return 2\n' },
    })
    await workspace.ingest(await repository.write(), { name: 'test/twins' })
    const conversation = newThread()
    const [asked] = await say('why is `load` like this? repo:test/twins', { conversation })
    const choices = asked?.buttons?.filter((button) => button.verb === 'choose') ?? []
    expect(choices.map(({ label }) => label)).toEqual(['load · a.py', 'load · b.py'])
    const [answer] = await press(choices[1], { conversation })
    expect(answer?.text).toContain('load')
    expect(answer?.sources[0]?.label).toContain('b.py')
  })

  it('carries the buttons of a fact whose code changed, and they settle it', async () => {
    const repository = buildRepository()
    repository.commit({ files: { 'net.py': 'def fetch(url, timeout=30):\n    return open(url, timeout)\n' } })
    const path = await repository.write()
    await workspace.ingest(path, { name: 'test/net' })
    const there = { conversation: newThread() }
    await say('remember that `fetch` waits 30 s repo:test/net', there)
    repository.commit({ files: { 'net.py': 'def fetch(url, timeout=10):\n    return open(url, timeout)\n' } })
    await repository.write()
    await workspace.ingest(path, { name: 'test/net' })
    const [stale] = await say('why is `fetch` like this? repo:test/net', there)
    expect(stale?.text).toContain('🟠')
    const labels = stale?.buttons?.map(({ label }) => label)
    expect(labels).toEqual(expect.arrayContaining(['Still true', 'Retire', 'Ask again']))
    expect((await press(buttonOf(stale, 'still-true'), there))[0]?.text).toContain('Still true, says Ann')
    expect((await say('why is `fetch` like this? repo:test/net', there))[0]?.text).not.toContain('🟠')
  })
})

describe('permissions', () => {
  it('refuse what only admins may do, and say who could', async () => {
    const elsewhere = { conversation: newThread() }
    const refusals = [await verb('ingest', source, elsewhere), await verb('use', 'test/ferry', elsewhere)].map(
      ([reply]) => reply?.text,
    )
    expect(refusals).toEqual([
      expect.stringMatching(/^Only admins may ingest repositories\.\nAsk an admin/),
      expect.stringMatching(/^Only admins may set the default repository\.\n/),
    ])
    expect((await verb('use', 'test/ferry', { ...elsewhere, author: ADMIN }))[0]?.text).toContain('**test/ferry**')
  })

  it('let people forget what they said themselves, and admins the rest', async () => {
    const there = { conversation: newThread() }
    const [saved] = await say('remember that `retry_delay` doubles each time repo:test/ferry', there)
    const id = /`([0-9a-f]{10})`/.exec(saved?.text ?? '')?.[1] ?? ''
    const forget = (author: IncomingMessage['author']) =>
      verb('forget', `${id} repo:test/ferry`, { ...there, author }).then(([reply]) => reply?.text)
    expect(await forget(BO)).toContain('Only admins may forget what others said.')
    expect(await forget(ANN)).toContain('Forgotten')
  })

  it('show a bound repository in its channel only, until an admin lets another one see it', async () => {
    await workspace.ingest(source, { name: 'test/secret' })
    const { createChannelSettings } = await import('../../src/settings/channel-settings.ts')
    await createChannelSettings(workspace.database, 'local').bindRepository('vault', 'test/secret')
    const ask = (channel: string) =>
      say('who calls `retry_delay`? repo:test/secret', { channel, conversation: newThread() }).then(
        ([reply]) => `${reply?.text} ${reply?.note}`,
      )
    const statusIn = async (channel: string) => (await verb('status', '', { channel }))[0]?.text
    expect(await ask('vault')).toContain('test/secret at')
    expect(await ask('general')).toContain('test/secret is not indexed')
    expect(await statusIn('general')).not.toContain('secret')
    const [listed, home] = [
      await durable.handlers.suggest({
        workspace: 'local',
        channel: 'general',
        isPrivate: false,
        field: 'repository',
        text: 'te',
      }),
      await durable.handlers.home({ workspace: 'local', author: ANN }),
    ]
    expect(listed.map(({ value }) => value)).toEqual(['test/ferry', 'test/net', 'test/twins'])
    expect(home.reply.text).not.toContain('secret')
    expect((await verb('use', 'test/secret', { channel: 'general' }))[0]?.text).toContain('Only admins')
    expect((await verb('use', 'test/secret', { channel: 'dev', author: ADMIN }))[0]?.text).toContain('may see it now')
    expect(await ask('dev')).toContain('test/secret at')
  })
})

describe('what is typed', () => {
  it('is completed to symbols of the channel’s repository', async () => {
    const typed = { workspace: 'local', channel: 'home', isPrivate: false, field: 'symbol', text: 'retry' } as const
    await verb('use', 'test/ferry', { channel: 'home', author: ADMIN })
    const found = await durable.handlers.suggest(typed)
    expect(found.map(({ value }) => value)).toContain('retry_delay')
    expect(await durable.handlers.suggest({ ...typed, text: 'nothing-like-it' })).toEqual([])
    expect(await durable.handlers.suggest({ ...typed, channel: 'no default' })).toEqual([])
  })

  it('begins best with what is offered', async () => {
    const { prompts } = await durable.handlers.home({ workspace: 'local', author: ANN })
    expect(prompts).toHaveLength(3)
    for (const prompt of prompts.slice(0, 2)) {
      const [reply] = await say(`${prompt} repo:test/ferry`, { conversation: newThread() })
      expect(reply?.sources.length).toBeGreaterThan(0)
    }
  })
})
