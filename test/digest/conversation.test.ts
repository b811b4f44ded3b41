/** Digests as people set, read and press them; database, git and memory are real. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHandlers } from '../../handlers/create-handlers.ts'
import type { ChatHandlers, Reply } from '../../src/chat.ts'
import { tick } from '../../src/digest/tick.ts'
import { GITHUB_COM } from '../../src/ingest/fetch-github.ts'
import { createLogger } from '../../src/logger.ts'
import { buildRepository } from '../fixtures/build-repository.ts'
import { messageOf } from '../fixtures/notes-platform.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'
import { createBoard } from './board.ts'

const DAY_MS = 86_400_000
const fetchOf = (timeout: number) => `def fetch(url, timeout=${timeout}):\n    return open(url, timeout)\n`

let workspace: Workspace
let handlers: ChatHandlers
const board = createBoard()
const repository = buildRepository()
const logger = createLogger({ level: 'silent' })

beforeAll(async () => {
  workspace = await openWorkspace()
  repository.commit({ files: { 'net.py': fetchOf(5) } })
  await change(1, 'Fetch things', 30)
  handlers = createHandlers({
    database: workspace.database,
    dataDir: workspace.dataDir,
    github: GITHUB_COM,
    ingestMemory: workspace.memory,
    logger,
    signal: new AbortController().signal,
  })
})
afterAll(() => workspace.close())

/** Merges a pull request that sets another time-out, and brings the graph up to date. */
async function change(number: number, title: string, timeout: number): Promise<void> {
  const date = `${new Date().toISOString().slice(0, 19)}Z`
  const commits = [{ files: { 'net.py': fetchOf(timeout) }, date }]
  repository.pullRequest({ number, title, style: 'squash', commits, merged: date })
  await workspace.ingest(await repository.write(), { name: 'test/app' })
}

interface Where {
  readonly channel?: string
  readonly isPrivate?: boolean
  readonly by?: string
  readonly pressedOn?: string
}

/** What is replied to it, apart from digests. */
async function say(text: string, where: Where = {}): Promise<string> {
  const { by = 'Ann', channel = 'general', isPrivate = false, pressedOn = null } = where
  const author = { id: by, name: by, isBot: false, isAdmin: false }
  const conversation = `thread in ${channel}`
  const before = board.texts(conversation).length
  const message = messageOf(text, { conversation, channel, isPrivate, author })
  const [, name, rest = ''] = /^\/(\S+)\s*(.*)$/s.exec(text) ?? []
  const taken =
    name === undefined
      ? handlers.onMessage(message, board.platform)
      : handlers.onCommand({ ...message, name, text: rest, pressedOn }, board.platform)
  await (await taken).done
  return board.texts(conversation).slice(before).join('\n')
}

const waits = new Map()
const morning = (days: number) =>
  tick(
    { database: workspace.database, platforms: [board.platform], logger, waits },
    new Date(Date.now() + days * DAY_MS),
  )
const lastIn = (channel: string): Reply | undefined => board.posts(channel).at(-1)?.reply

describe('setting a digest', () => {
  it('says what is wrong and how to say it', async () => {
    expect(await say('/digest')).toContain('There is no daily digest.\nSet one: `digest 09:00 Europe/Berlin`')
    expect(await say('/digest 09:00')).toBe('09:00 in which time zone?\nName it, or a city in it: 09:00 Europe/Berlin')
    expect(await say('/digest 09:00 Berln')).toMatch(/^“Berln” is no time zone.*\nDid you mean Europe\/Berlin/)
    expect(await say('/digest 09:00 Berlin without gossip')).toBe(
      'A digest has no “gossip”.\nIt has facts, reviews, questions: `digest 09:00 Berlin only facts`.',
    )
    expect(await say('/digest off')).toBe('There is no daily digest here.')
  })

  it('takes time, zone and choice as people say them, and tells when it comes', async () => {
    expect(await say('/digest 9am Berlin only facts and reviews')).toMatch(
      /^A digest comes here every day at 09:00 \(Europe\/Berlin\), with facts and reviews alone, when there is something new; the next on \w+, \d+ \w+, 09:00\.$/,
    )
    expect(await say('/digest 10:00')).toContain('every day at 10:00 (Europe/Berlin), when')
    expect(await say('/digest')).toContain('every day at 10:00 (Europe/Berlin)')
    expect(await say('/digest 10:00 repo:test/app')).toContain('every day at 10:00 (Europe/Berlin)')
    expect(await say('/digest 10:00 repo:test/none')).toContain('test/none is not indexed')
    expect(await say('/digest off')).toBe('There is no daily digest here any more.')
  })
})

describe('a digest', () => {
  beforeAll(async () => {
    await say('/digest 00:00 UTC')
    await say('/digest 00:00 UTC', { channel: 'board room', isPrivate: true })
    await say('remember that `fetch` waits 30 s', { by: 'Bo' })
    await say('remember that `fetch` leaks the token', { channel: 'board room', isPrivate: true })
    await say('how does the flux capacitor recharge overnight?', { by: 'Cy' })
    await say('who was fired for the frobnication incident?', { channel: 'board room', isPrivate: true })
    await change(7, 'Tell @everyone and <@&424242> [now](https://evil.example) | `wait less', 10)
    await morning(1)
  })

  it('tells of stale facts with what made them so, of pull requests and of questions without an answer', () => {
    const { text = '' } = lastIn('general') ?? {}
    expect(text).toMatch(/^\*\*test\/app\*\*: what is new since /)
    expect(text).toContain('**A fact needs another look**\n1. 🟠 **Stale: code changed** in [PR #7](https://')
    expect(text).toMatch(/- \[#7\]\(https:\S+\) “Tell .*” by Ada Lovelace: merged/)
    expect(text).toContain('“`fetch` waits 30 s” on `fetch`')
    expect(text).toContain('“how does the flux capacitor recharge overnight?” (Cy)')
  })

  it('tells what was learnt or asked in a private channel there and nowhere else', () => {
    expect(lastIn('board room')?.text).toContain('leaks the token')
    expect(lastIn('board room')?.text).toContain('frobnication')
    for (const post of board.posts('general')) expect(post.reply.text).not.toMatch(/leaks|frobnication/)
  })

  it('B3: a title from outside makes no link, mention of a role or code of its own, and can be read', () => {
    const { text = '' } = lastIn('general') ?? {}
    expect(text).toContain('“Tell @everyone and ‹@&424242› (now)(evil.example) | wait less”')
  })

  it('has three buttons for each fact, which carry the fact and the repository', () => {
    const { text, buttons = [] } = lastIn('general') ?? {}
    const id = buttons[0]?.text.split(' ')[0]
    expect(id).toMatch(/^[0-9a-f]{10}$/)
    expect(buttons.map(({ label, verb, text }) => [label, verb, text])).toEqual([
      ['Still true', 'still-true', `${id} repo:test/app`],
      ['Retire', 'retire', `${id} repo:test/app`],
      ['Ask again', 'ask-again', `${id} repo:test/app`],
    ])
    expect(text).not.toContain(id)
  })

  it('is not posted again without news, nor when somebody asks', async () => {
    const before = board.posts('general').length
    await morning(2)
    expect(board.posts('general')).toHaveLength(before)
    expect(await say('/digest now')).toBe('Nothing is new since the last digest.')
    expect(board.posts('general')).toHaveLength(before)
  })

  it('shows that a fact was settled by its button, and tells of it anew when the code changes again', async () => {
    const [post] = board.posts('general')
    const press = post?.reply.buttons?.[0]
    const reply = await say(`/${press?.verb} ${press?.text}`, { by: 'Dee', pressedOn: post?.id ?? '' })
    expect(reply).toContain('Still true, says Dee')
    expect(lastIn('general')?.text).toContain('1. ✅ Still true: “`fetch` waits 30 s” on `fetch`')
    expect(lastIn('general')?.buttons).toEqual([])

    await change(8, 'Wait longer', 60)
    await morning(3)
    expect(lastIn('general')?.text).toMatch(/Stale: code changed\*\* in \[PR #8\]/)
    const retire = lastIn('general')?.buttons?.find(({ verb }) => verb === 'retire')
    await say(`/retire ${retire?.text}`, { pressedOn: board.posts('general').at(-1)?.id ?? '' })
    expect(lastIn('general')?.text).toContain('1. ⚪ Retired: “`fetch` waits 30 s”')
  })

  it('grows in place when it is asked for again the same day', async () => {
    await say('/digest 00:00 UTC', { channel: 'lively' })
    await say('how do flying saucers refuel their engines?', { by: 'Cy' })
    expect(await say('/digest now', { channel: 'lively' })).toBe('That is what is new.')
    expect(lastIn('lively')?.text).toContain('flying saucers')
    await say('where do the little green men park?', { by: 'Cy' })
    expect(await say('/digest now', { channel: 'lively' })).toBe('Today’s digest has been brought up to date.')
    expect(board.texts('lively')).toHaveLength(1)
    expect(lastIn('lively')?.text).toMatch(/flying saucers[\s\S]*little green men/)

    board.remove(board.posts('lively')[0]?.id ?? '')
    await say('why would anybody delete a digest?', { by: 'Cy' })
    expect(await say('/digest now', { channel: 'lively' })).toBe('That is what is new.')
    expect(board.texts('lively')).toHaveLength(1)
  })

  it('tells of the last day where none is set', async () => {
    expect(await say('/digest now', { channel: 'elsewhere' })).toContain('“Wait longer”')
  })
})

describe('a digest for one person', () => {
  it('wants to know who that is in the history', async () => {
    expect(await say('/digest me on', { by: 'Zoe' })).toBe(
      'Nobody called Zoe is in the history of test/app.\nSay your login on GitHub: `digest me on @login`.',
    )
    expect(await say('/digest me off', { by: 'Zoe' })).toBe('You get no digest.')
    expect(await say('/digest me', { by: 'Zoe' })).toContain('There is no daily digest.')
  })

  it('comes as a direct message, about what they know best, with what settles it', async () => {
    const by = 'Ada Lovelace'
    expect(await say('/digest me on 07:00 Rome', { by })).toMatch(
      /^You get a digest of what concerns the code of Ada Lovelace every day at 07:00 \(Europe\/Rome\)/,
    )
    await say('remember that `fetch` never retries', { by: 'Bo' })
    await change(9, 'Retry', 61)
    await morning(4)
    const { text, buttons } = lastIn(`direct to ${by}`) ?? {}
    expect(text).toMatch(
      /1\. 🟠 \*\*Stale: code changed\*\* in .*“`fetch` never retries” on `fetch` \(`[0-9a-f]{10}`\)/,
    )
    expect(text).toContain('Settle them in a channel: `still-true <id>`')
    expect(buttons).toEqual([])
    expect(await say('/digest me off', { by })).toBe('You get no more digests.')
  })
})
