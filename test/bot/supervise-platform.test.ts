import { expect, it } from 'vitest'
import { supervisePlatform } from '../../src/bot/supervise-platform.ts'
import { type ChatPlatform, textReply } from '../../src/chat.ts'
import { UserError } from '../../src/errors.ts'
import { createLogger } from '../../src/logger.ts'
import { handlersThat } from '../fixtures/handlers-that.ts'
import { createNotesPlatform } from '../fixtures/notes-platform.ts'

/** Every instance that was made, with how to make it fail. */
function supervise(options: { start?: (instance: number) => Promise<void> } = {}) {
  const instances: {
    fail: (error: unknown) => void
    stopped: boolean
    notes: ReturnType<typeof createNotesPlatform>
  }[] = []
  const events: string[] = []
  const lines: string[] = []
  const supervised = supervisePlatform({
    name: 'notes',
    firstPauseMs: 5,
    create: (fail) => {
      const notes = createNotesPlatform()
      const place = instances.push({ fail, stopped: false, notes })
      const platform: ChatPlatform = {
        ...notes.platform,
        start: () => options.start?.(place) ?? Promise.resolve(),
        stop: async () => void Object.assign(instances[place - 1] ?? {}, { stopped: true }),
      }
      return platform
    },
    handlers: handlersThat(),
    onUp: () => events.push('up'),
    onDown: async () => void events.push('down'),
    logger: createLogger({ level: 'info', destination: { write: (line: string) => void lines.push(line) } }),
  })
  return { supervised, instances, events, log: () => lines.join('') }
}

it('makes a platform that dies anew, and posts through the one that runs', async () => {
  const { supervised, instances, events } = supervise()
  await expect.poll(() => supervised.state().status).toBe('running')
  await supervised.platform.post('c', textReply('one'))
  instances[0]?.fail(new Error('the socket is gone'))
  await expect.poll(() => instances.length === 2 && supervised.state().status).toBe('running')
  await supervised.platform.post('c', textReply('two'))
  expect(instances.map(({ notes }) => notes.texts())).toEqual([['one'], ['two']])
  expect(instances.map(({ stopped }) => stopped)).toEqual([true, false])
  await supervised.stop()
  expect(events).toEqual(['up', 'down', 'up', 'down'])
  expect(supervised.state().status).toBe('stopped')
})

it('says what to do about what only a person can mend, and does not try again at once', async () => {
  const refused = new UserError('Slack refuses the token.', 'Set SLACK_BOT_TOKEN anew.')
  const { supervised, instances, log } = supervise({ start: () => Promise.reject(refused) })
  await expect
    .poll(() => supervised.state())
    .toEqual({ status: 'failed', problem: refused.message, remedy: refused.remedy })
  expect(log()).toContain('Set SLACK_BOT_TOKEN anew.')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(instances).toHaveLength(1)
  await expect(supervised.platform.post('c', textReply('x'))).rejects.toMatchObject({ retryable: true })
  await supervised.stop()
})

it('keeps trying while a platform does not come up', async () => {
  const { supervised, instances } = supervise({
    start: (instance) => (instance < 4 ? Promise.reject(new Error('no network')) : Promise.resolve()),
  })
  await expect.poll(() => supervised.state().status).toBe('running')
  expect(instances).toHaveLength(4)
  await supervised.stop()
})

it('stops while a platform is still starting', async () => {
  const { supervised, instances } = supervise({ start: () => new Promise(() => {}) })
  await expect.poll(() => instances.length).toBe(1)
  await supervised.stop()
  expect(instances[0]?.stopped).toBe(true)
})
