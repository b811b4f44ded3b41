/** Handlers on a platform that only writes down what it is told to post; database, git and sample are real. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHandlers } from '../../handlers/create-handlers.ts'
import type { ChatHandlers } from '../../src/chat.ts'
import { UpstreamError } from '../../src/errors.ts'
import { openBundle } from '../../src/git/open-bundle.ts'
import { GITHUB_COM } from '../../src/ingest/fetch-github.ts'
import { createLogger } from '../../src/logger.ts'
import { createNotesPlatform, messageOf } from '../fixtures/notes-platform.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'

const BUNDLE = fileURLToPath(new URL('../../demo/sample.bundle', import.meta.url))

let workspace: Workspace
let source: string
let handlers: ChatHandlers
const logged: string[] = []
const services = () => ({
  database: workspace.database,
  dataDir: workspace.dataDir,
  github: GITHUB_COM,
  ingestMemory: workspace.memory,
  localSources: true,
  logger: createLogger({ level: 'info', destination: { write: (line: string) => void logged.push(line) } }),
  signal: new AbortController().signal,
})

beforeAll(async () => {
  workspace = await openWorkspace()
  source = (await openBundle(BUNDLE, join(workspace.dataDir, 'ferry.git'))).gitDir
  handlers = createHandlers(services())
})
afterAll(() => workspace.close())

let count = 0
interface Where {
  readonly conversation?: string
  readonly channel?: string
  readonly isBot?: boolean
}

const from = (text: string, { isBot = false, ...where }: Where = {}) =>
  messageOf(text, {
    conversation: `thread-${++count}`,
    ...where,
    author: { id: 'u1', name: 'Ann', isBot, isAdmin: false },
  })

async function say(text: string, where: Where = {}) {
  const notes = createNotesPlatform()
  await (await handlers.onMessage(from(text, where), notes.platform)).done
  return { replies: notes.replies(), texts: notes.texts() }
}

async function command(name: string, text: string, where: Where = {}) {
  const notes = createNotesPlatform()
  await (await handlers.onCommand({ ...from(text, where), name, pressedOn: null }, notes.platform)).done
  return { replies: notes.replies(), texts: notes.texts() }
}

describe('handlers', () => {
  it('say that nothing is indexed yet, and how to change that', async () => {
    const { texts } = await say('why is `retry_delay` like this?')
    expect(texts).toEqual(['No repository is indexed yet.\nIngest one first, for example: ingest pallets/flask'])
  })

  it('ingest in one message that ends as the report', async () => {
    const { texts } = await command('ingest', source)
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain('is indexed at a114421 (main).')
    expect(texts[0]?.startsWith('```')).toBe(true)
  })

  it('answer with path, sources and what is missing', async () => {
    const [reply] = (await say('why is `retry_delay` like this, and who should I ask?')).replies
    expect(reply?.text).toContain('PR #26')
    expect(reply?.path[0]).toMatchObject({
      from: { label: 'retry_delay' },
      edge: 'MODIFIES',
      to: { label: 'PR #26' },
    })
    expect(reply?.sources.map(({ label }) => label)).toContain(
      'PR #26: Let a task say when to try again (merged 2025-10-02)',
    )
    expect(reply?.note).toContain('reviews are not indexed')
  })

  it('answer in the language of the question', async () => {
    const { replies } = await say('`retry_delay` 为什么写成这样，我该问谁？')
    expect(replies[0]).toMatchObject({ language: 'zh' })
    expect(replies[0]?.note).toContain('未索引评审')
  })

  it('keep a conversation apart from others, and its thread together', async () => {
    await say('why is `retry_delay` like this?', { conversation: 'one' })
    await say('why is `Worker` like this?', { conversation: 'two' })
    const { replies } = await say('and who calls it?', { conversation: 'one' })
    expect(replies[0]?.text).toContain('retry_delay')
  })

  it('answer nothing to bots', async () => {
    expect((await say('why is `retry_delay` like this?', { isBot: true })).texts).toEqual([])
  })

  it('use remembers the repository of a channel, also in a new process, and not for other channels', async () => {
    await workspace.ingest(source, { name: 'test/second' })
    const [indexed] = (await command('status', '')).texts
    expect(indexed).toContain('test/second: at a114421')
    expect((await say('who calls `retry_delay`?', { channel: 'dev' })).texts[0]).toContain(
      'Several repositories are indexed',
    )
    expect((await command('use', 'nobody/nothing', { channel: 'dev' })).texts[0]).toContain(
      'nobody/nothing is not indexed',
    )
    expect((await command('use', 'test/second', { channel: 'dev' })).texts[0]).toContain('**test/second**')
    handlers = createHandlers(services())
    expect((await command('use', '', { channel: 'dev' })).texts[0]).toContain('**test/second**')
    expect((await say('who calls `retry_delay`?', { channel: 'dev' })).replies[0]?.note).toContain('test/second')
    expect((await say('who calls `retry_delay`?', { channel: 'other' })).texts[0]).toContain('Several repositories')
  })

  it('repo: in a question overrides the default once', async () => {
    const { replies } = await say('repo:test/second who calls `retry_delay`?', { channel: 'other' })
    expect(replies[0]?.note).toContain('test/second at')
  })

  it('help says what one can say; an unknown verb names those there are', async () => {
    expect((await command('help', '')).texts[0]).toContain('`ingest owner/name`')
    expect((await command('toString', '')).texts[0]).toContain('There is no verb toString.\nThere are ask, ask-again')
    expect((await command('ingest', '')).texts[0]).toContain('Which repository?')
  })

  it('say that it is our fault when it is, keep the details for the log, and go on', async () => {
    const broken = createHandlers({
      ...services(),
      database: {
        ...workspace.database,
        graphs: async () => {
          throw new UpstreamError('database', 'secret detail')
        },
      },
    })
    const { platform, texts } = createNotesPlatform()
    await (await broken.onMessage(from('why?'), platform)).done
    expect(texts()[0]).toContain('it is in the log')
    expect(texts()[0]).not.toContain('secret detail')
    expect(logged.join()).toContain('secret detail')
  })
})
