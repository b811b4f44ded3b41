/** A model's answer as people in a chat see it come. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createDurableHandlers, createHandlers } from '../../handlers/create-handlers.ts'
import type { ChatPlatform, Reply } from '../../src/chat.ts'
import { openBundle } from '../../src/git/open-bundle.ts'
import { GITHUB_COM } from '../../src/ingest/fetch-github.ts'
import type { LanguageModel } from '../../src/language-model.ts'
import { createLogger } from '../../src/logger.ts'
import { createNotesPlatform, messageOf } from '../fixtures/notes-platform.ts'
import { openWorkspace } from '../fixtures/open-workspace.ts'

test('a sign of life is edited as the text grows, then into the answer with its sources', async () => {
  const workspace = await openWorkspace()
  const { gitDir } = await openBundle(
    fileURLToPath(new URL('../../demo/sample.bundle', import.meta.url)),
    join(workspace.dataDir, 'ferry.git'),
  )
  await workspace.ingest(gitDir, { name: 'sample/ferry' })

  const seen: string[] = []
  const whenSeen = async (text: string) => {
    while (!seen.some((each) => each.includes(text))) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const posted = {
    id: 'p1',
    update: async (next: Reply) => void seen.push(`${next.text} (${next.sources.length} sources)`),
  }
  const platform: ChatPlatform = {
    name: 'notes',
    start: async () => {},
    stop: async () => {},
    post: async (_, reply) => {
      seen.push(reply.text)
      return posted
    },
    posted: () => posted,
  }
  /** Speaks its second paragraph when it was heard, and ends when that could be read. */
  const model: LanguageModel = {
    name: 'slow',
    generate: async ({ onText }) => {
      onText?.('It waits [1].\n\n')
      await whenSeen('It waits')
      onText?.('See #9999.\n\n')
      await whenSeen('unverified')
      onText?.('The end.')
      return { text: 'It waits [1].\n\nSee #9999.\n\nThe end.', toolCalls: [], finish: 'stop', usage: null }
    },
  }
  const logger = createLogger({ level: 'silent' })
  const handlers = createHandlers({
    database: workspace.database,
    dataDir: workspace.dataDir,
    github: GITHUB_COM,
    ingestMemory: workspace.memory,
    logger,
    model: { model, logger, questionTokens: 6_000, patienceMs: 0 },
    signal: new AbortController().signal,
  })
  const { done } = await handlers.onMessage(messageOf('why is `retry_delay` written like this?'), platform)
  await done
  const soFar = 'It waits [1].\n\nSee an unverified reference. *(unsupported)*'
  expect(seen[0]).toBe('It waits [1]. …')
  expect(seen.at(-2)).toBe(`${soFar} … (0 sources)`)
  expect(seen.at(-1)).toMatch(/^It waits \[1\]\.\n\nSee an unverified reference\. .*\n\nThe end\. \(\d sources\)$/)
  await workspace.close()
})

test('what the model looks up is shown while it does; whoever does not want to wait stops it, and it is no answer', async () => {
  const workspace = await openWorkspace()
  const { gitDir } = await openBundle(
    fileURLToPath(new URL('../../demo/sample.bundle', import.meta.url)),
    join(workspace.dataDir, 'ferry.git'),
  )
  await workspace.ingest(gitDir, { name: 'test/ferry' })
  let turn = 0
  const model: LanguageModel = {
    name: 'thinking',
    generate: async ({ signal }) => {
      turn += 1
      if (turn === 1) {
        const call = { id: 'c1', name: 'history', arguments: '{"ref":"retry_delay"}' }
        return { text: '', toolCalls: [call], finish: 'tools', usage: null }
      }
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    },
  }
  const logger = createLogger({ level: 'silent' })
  const notes = createNotesPlatform()
  const durable = createDurableHandlers(
    {
      database: workspace.database,
      dataDir: workspace.dataDir,
      github: GITHUB_COM,
      ingestMemory: workspace.memory,
      logger,
      model: { model, logger, questionTokens: 6_000, patienceMs: 0 },
      signal: new AbortController().signal,
    },
    'notes',
  )
  durable.start(notes.platform)
  const { done } = await durable.handlers.onMessage(messageOf('why is `retry_delay` like this?'), notes.platform)
  const steps = () => notes.replies()[0]?.steps
  await expect.poll(steps, { timeout: 10_000 }).toEqual([{ label: 'Reading the history: retry_delay', state: 'done' }])
  await durable.handlers.onStop('thread')
  await done
  expect(notes.texts()).toEqual(['Stopped.'])
  const episodes = (await workspace.entities('ferry', { memory: true })).filter(({ label }) => label === 'Episode')
  expect(episodes).toEqual([])
  await durable.stop()
  await workspace.close()
})
