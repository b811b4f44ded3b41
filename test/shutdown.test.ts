import { expect, it } from 'vitest'
import { createShutdown } from '../src/shutdown.ts'

it('stops the parts in reverse order, each once, and goes on after one that fails', async () => {
  const events: string[] = []
  const shutdown = createShutdown({ onFailure: (name) => void events.push(`${name} failed`) })
  shutdown.add('first', async () => void events.push('first'))
  shutdown.add('broken', async () => {
    throw new Error('no')
  })
  shutdown.add('last', async () => void events.push('last'))
  await Promise.all([shutdown.stop(), shutdown.stop()])
  expect(events).toEqual(['last', 'broken failed', 'first'])
})

it('tells long work only when there is a reason to end early', async () => {
  const finished = createShutdown({ onFailure: () => {} })
  await finished.stop()
  expect(finished.signal.aborted).toBe(false)
  const interrupted = createShutdown({ onFailure: () => {} })
  await interrupted.stop(new Error('SIGINT'))
  expect(interrupted.signal.reason).toEqual(new Error('SIGINT'))
})

it('does not wait for ever for a part that hangs', async () => {
  const late: string[] = []
  const shutdown = createShutdown({ onFailure: (name) => void late.push(name), deadlineMs: 20 })
  shutdown.add('hanging', () => new Promise(() => {}))
  await shutdown.stop()
  expect(late).toEqual(['hanging'])
})
