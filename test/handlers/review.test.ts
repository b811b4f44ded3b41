/** A review asked for in a conversation; database and git are real. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHandlers } from '../../handlers/create-handlers.ts'
import type { ChatHandlers } from '../../src/chat.ts'
import { GITHUB_COM } from '../../src/ingest/fetch-github.ts'
import { createLogger } from '../../src/logger.ts'
import { buildRepository } from '../fixtures/build-repository.ts'
import { createNotesPlatform, messageOf } from '../fixtures/notes-platform.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'

const PAY = `def pay(amount):
    return amount


def settle(bill):
    return pay(bill)
`
const GUARDED = PAY.replace(
  '    return amount',
  '    if amount < 0:\n        raise ValueError(amount)\n    return amount',
)

let workspace: Workspace
let handlers: ChatHandlers

beforeAll(async () => {
  const repository = buildRepository()
  repository.commit({ files: { 'pay.py': PAY } })
  repository.pullRequest({
    number: 3,
    title: 'Refuse negative [amounts](x)',
    body: 'Fixes #2',
    style: 'squash',
    author: 'Ada <ada@example.org>',
    commits: [{ files: { 'pay.py': GUARDED } }],
  })
  repository.pullRequest({
    number: 5,
    title: 'Pay *faster*',
    style: 'squash',
    author: 'Bob <bob@example.org>',
    commits: [{ files: { 'pay.py': PAY } }],
  })
  workspace = await openWorkspace()
  await workspace.ingest(await repository.write(), { name: 'test/app' })
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

async function send(text: string): Promise<string> {
  const { platform, texts } = createNotesPlatform()
  await (await handlers.onMessage(messageOf(text), platform)).done
  return texts().join('\n')
}

it.each(['review 5', 'review #5', 'review https://github.com/test/app/pull/5'])(
  '%s is answered with what the pull request takes back',
  async (text) => {
    const reply = await send(text)
    expect(reply).toContain('**Review of #5 Pay \\*faster\\***')
    expect(reply).toContain('🔴 **`pay` loses what #3 fixed**')
    expect(reply).toContain('#3, which fixes #2, added the check `if amount < 0:`')
    expect(reply).toContain('called from 1 place')
  },
)

it('names of others mark nothing up', async () => {
  expect(await send('review 5')).toContain('Refuse negative \\[amounts\\](x)')
})

it('a pull request that nobody knows is told so', async () => {
  expect(await send('review 99')).toContain('Nothing is known of pull request #99')
})
