/** The verbs of memory as people use them in a conversation; database and git are real. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHandlers } from '../../handlers/create-handlers.ts'
import { readVerb } from '../../handlers/read-verb.ts'
import type { ChatHandlers } from '../../src/chat.ts'
import { GITHUB_COM } from '../../src/ingest/fetch-github.ts'
import { createLogger } from '../../src/logger.ts'
import { buildRepository } from '../fixtures/build-repository.ts'
import { createNotesPlatform, messageOf } from '../fixtures/notes-platform.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'

const FETCH = 'def fetch(url, timeout=30):\n    return open(url, timeout)\n'

let workspace: Workspace
let handlers: ChatHandlers
let path: string
const repository = buildRepository()
beforeAll(async () => {
  workspace = await openWorkspace()
  repository.commit({ files: { 'net.py': `${FETCH}\n\ndef close():\n    pass\n` } })
  path = await repository.write()
  await workspace.ingest(path)
  handlers = createHandlers({
    database: workspace.database,
    dataDir: workspace.dataDir,
    github: GITHUB_COM,
    ingestMemory: workspace.memory,
    logger: createLogger({ level: 'silent' }),
    signal: new AbortController().signal,
  })
})
afterAll(() => workspace.close())

let count = 0
async function send(
  text: string,
  where: { channel?: string; isPrivate?: boolean; conversation?: string; by?: string } = {},
) {
  const { platform, texts } = createNotesPlatform()
  const { by = 'Ann', ...place } = where
  const author = { id: by, name: by, isBot: false, isAdmin: false }
  const message = messageOf(text, { conversation: `thread-${++count}`, ...place, author })
  const [, name, rest = ''] = /^\/(\S+)\s*(.*)$/s.exec(text) ?? []
  const taken =
    name === undefined
      ? handlers.onMessage(message, platform)
      : handlers.onCommand({ ...message, name, text: rest, pressedOn: null }, platform)
  await (await taken).done
  return texts().join('\n')
}

const idIn = (text: string) => /`([0-9a-f]{10})`/.exec(text)?.[1] ?? ''

describe('a message that asks to remember', () => {
  it.each([
    ['remember that fetch is slow', 'fetch is slow'],
    ['Please remember: fetch is slow', 'fetch is slow'],
    ['请记住：fetch 很慢', 'fetch 很慢'],
    ['remember me?', null],
    ['why do we remember the timeout?', null],
  ])('%s → %s', (text, fact) => {
    expect(readVerb(text)).toEqual(fact === null ? null : { name: 'remember', text: fact })
  })
})

describe('memory in a conversation', () => {
  it('saves what a message says to remember, and answers say it from then on', async () => {
    expect(await send('remember that `fetch` waits 30 s')).toMatch(
      /^Remembered on `fetch` as `\w+`: “`fetch` waits 30 s”\.$/,
    )
    expect(await send('why is `fetch` like this?')).toContain('“`fetch` waits 30 s”')
    expect(await send('/facts')).toMatch(/^- `\w+` “`fetch` waits 30 s” on `fetch` \(Ann, /)
  })

  it('knows what a thread is about', async () => {
    await send('who calls `close`?', { conversation: 'about-close' })
    expect(await send('remember that it may be called twice', { conversation: 'about-close' })).toContain(
      'Remembered on `close`',
    )
  })

  it('asks back rather than save on the wrong function', async () => {
    expect(await send('remember that the weather is fine')).toContain('It is not clear what')
    expect(await send('/remember slow --about nothing_here')).toContain('The index knows no `nothing_here`')
  })

  it('says so when it knew, and what it takes the place of', async () => {
    expect(await send('/remember `fetch` waits thirty seconds', { by: 'Bo' })).toMatch(
      /^Known already .* It has 2 sources now \(Ann, Bo,/,
    )
    expect(await send('/remember waits 10 s --about fetch', { by: 'Cy' })).toContain(
      'It takes the place of “`fetch` waits 30 s”',
    )
    expect(await send('/facts')).toContain('Superseded on')
  })

  it('keeps a private fact in its channel', async () => {
    const inside = { channel: 'C1', isPrivate: true }
    await send('remember that `fetch` leaks the token', inside)
    expect(await send('/facts', inside)).toContain('leaks the token')
    expect(await send('why is `fetch` like this?', inside)).toContain('leaks the token')
    for (const elsewhere of [{}, { channel: 'C1' }, { channel: 'C2', isPrivate: true }]) {
      expect(await send('/facts', elsewhere)).not.toContain('leaks')
      expect(await send('why is `fetch` like this?', elsewhere)).not.toContain('leaks')
      expect(await send('/forget leaks the token', elsewhere)).toContain('There is no fact')
    }
  })

  it('marks what a sync made stale, and settles it: still true, retire, ask again, forget', async () => {
    expect(await send('/facts stale')).toBe('No fact is out of date.')
    const changed = FETCH.replace('30', '10')
    repository.pullRequest({
      number: 7,
      title: 'Wait less',
      style: 'squash',
      commits: [{ files: { 'net.py': `${changed}\n\ndef close():\n    pass\n` } }],
    })
    await repository.write()
    await workspace.ingest(path)
    const stale = await send('/facts stale')
    expect(stale).toMatch(/^- `\w+` 🟠 \*\*Stale: code changed\*\* in PR #7 “Wait less” on \S+: “waits 10 s”/)
    const id = idIn(stale)
    expect(await send('why is `fetch` like this?')).toContain('🟠 **Stale: code changed** in PR #7')
    expect(await send(`/ask-again ${id}`)).toContain('`fetch`')

    expect(await send(`/still-true ${id}`, { by: 'Dee' })).toContain('Still true, says Dee')
    expect(await send('/facts stale')).toBe('No fact is out of date.')
    expect(await send('/facts')).toContain('confirmed by Dee')

    expect(await send(`/retire ${id.slice(0, 6)}`)).toContain('It is kept as history')
    expect(await send('why is `fetch` like this?')).not.toContain('waits 10 s')
    expect(await send(`/forget ${id}`)).toMatch(/^Forgotten: “waits 10 s” on `fetch`/)
    expect(await send(`/forget ${id}`)).toContain('There is no fact')
    expect(await send('/facts')).not.toContain('waits 10 s')
  })
})
