/** `ingest` as people in a channel see it, against a GitHub on loopback. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createDurableHandlers, type DurableHandlers } from '../../handlers/create-handlers.ts'
import { createProgressWords } from '../../handlers/word-progress.ts'
import type { IncomingMessage, Reply } from '../../src/chat.ts'
import { createLogger } from '../../src/logger.ts'
import {
  type Fault,
  type GitHubServer,
  openGitHubServer,
  type SentQuery,
  TOKEN,
} from '../fakes/github/github-server.ts'
import { buildRepository } from '../fixtures/build-repository.ts'
import { createNotesPlatform, messageOf } from '../fixtures/notes-platform.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'

const ANN = { id: 'u1', name: 'Ann', isBot: false, isAdmin: false }
const CY = { id: 'u9', name: 'Cy', isBot: false, isAdmin: true }
const BUSY: Fault = {
  status: 403,
  body: { message: 'You have exceeded a secondary rate limit' },
  headers: { 'retry-after': '60' },
}

let workspace: Workspace
let github: GitHubServer
let durable: DurableHandlers
let fault: (query: SentQuery) => Fault | null = () => null
const notes = createNotesPlatform()

beforeAll(async () => {
  const builder = buildRepository()
  builder.commit({ message: 'Start', files: { 'a.py': 'def a():\n    return 1\n' } })
  const directory = await builder.write()
  github = await openGitHubServer({
    repositories: {
      'acme/api': { directory },
      'acme/slow': { directory },
      'acme/secret': { directory, private: true },
    },
    fault: (query) => fault(query),
  })
  workspace = await openWorkspace()
  durable = createDurableHandlers(
    {
      database: workspace.database,
      dataDir: workspace.dataDir,
      github: { apiUrl: github.url, token: TOKEN },
      ingestMemory: workspace.memory,
      logger: createLogger({ level: 'silent' }),
      signal: new AbortController().signal,
    },
    'notes',
  )
  durable.start(notes.platform)
})
beforeEach(() => {
  fault = () => null
})
afterAll(async () => {
  await durable.stop()
  await github.close()
  await workspace.close()
})

let threads = 0
async function send(name: string, text: string, fields: Partial<IncomingMessage> = {}) {
  const conversation = `thread-${++threads}`
  const message = { ...messageOf(text, { author: ANN, conversation, ...fields }), name, pressedOn: null }
  const { done } = await durable.handlers.onCommand(message, notes.platform)
  const seen = (): Reply[] => notes.posts.flatMap((post) => (post.conversation === conversation ? post.versions : []))
  return { done, seen, last: () => seen().at(-1)?.text }
}

it('is one message that ends as the report; what asks for nothing but that name cannot reach this machine’s disk', async () => {
  const { done, last } = await send('ingest', 'https://github.com/acme/api')
  await done
  expect(last()).toContain('acme/api is indexed at')
  const local = await send('ingest', '/etc')
  await local.done
  expect(local.last()).toContain('/etc is no repository on GitHub.')
})

it('is joined by whoever asks for the same meanwhile, and both see the report', async () => {
  const [first, second] = await Promise.all([send('ingest', 'acme/api'), send('ingest', 'Acme/API')])
  const before = github.queries.filter(({ operation }) => operation === 'PullRequests').length
  await Promise.all([first.done, second.done])
  expect(github.queries.filter(({ operation }) => operation === 'PullRequests').length - before).toBeLessThanOrEqual(1)
  expect(first.last()).toContain('acme/api is indexed at')
  expect(second.last()).toBe(first.last())
})

it('shows what it waits for, and can be cancelled by who began it or an admin; nothing half-written stays', async () => {
  fault = ({ operation }) => (operation === 'PullRequests' ? BUSY : null)
  const running = await send('ingest', 'acme/slow')
  await expect.poll(running.last, { timeout: 20_000 }).toContain('GitHub lets us wait 60 s')
  expect(running.seen().at(-1)).toMatchObject({
    unfinished: true,
    buttons: [{ label: 'Cancel', verb: 'cancel', text: 'acme/slow' }],
  })
  const stranger = await send('cancel', 'acme/slow', { author: { ...ANN, id: 'u2', name: 'Bo' } })
  await stranger.done
  expect(stranger.last()).toContain('Only who began it')
  await (await send('cancel', 'acme/slow', { author: CY })).done
  await running.done
  expect(running.last()).toBe('Reading acme/slow was cancelled by Cy.\nWhat was indexed before is as it was.')
  const status = await send('status', '')
  await status.done
  expect(status.last()).not.toContain('acme/slow')
  const again = await send('cancel', 'acme/slow')
  await again.done
  expect(again.last()).toContain('not being read any more')
})

it('brings a private repository for admins only, into the channel that it was asked in', async () => {
  const refused = await send('ingest', 'acme/secret', { channel: 'vault' })
  await refused.done
  expect(refused.last()).toContain('only admins may bring it here')
  await (await send('ingest', 'acme/secret', { channel: 'vault', author: CY })).done
  const statusIn = async (channel: string) => {
    const { done, last } = await send('status', '', { channel })
    await done
    return last()
  }
  expect(await statusIn('vault')).toContain('acme/secret: at')
  expect(await statusIn('general')).not.toContain('acme/secret')
})

it('tells how far it is: stage, counts, bar, time left', () => {
  let now = 0
  const words = createProgressWords('acme/api', () => now)
  const pause = { waiting: 'GitHub lets us wait 9 s' }
  expect(words(pause).text).toBe('Reading **acme/api**: GitHub lets us wait 9 s …')
  expect(words({ stage: 'fetch', done: 50, total: 100 }).text).toContain('GitHub lets us wait')
  words({ stage: 'tree', done: 12, total: null })
  words({ stage: 'code', done: 0, total: 400 })
  now = 4_000
  const { text, steps } = words({ stage: 'code', done: 100, total: 400 })
  expect(text).toBe(
    'Reading **acme/api**: parse the files, 4 s so far …\n`█████░░░░░░░░░░░░░░░` 100 of 400, about 12 s left of this step',
  )
  expect(steps).toEqual([
    { label: 'Fetch from GitHub', state: 'done' },
    { label: 'List the files', state: 'done' },
    { label: 'Parse the files (100 of 400)', state: 'running' },
  ])
})
