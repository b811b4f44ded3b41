import { expect, it } from 'vitest'
import { createOneAtATime } from '../../handlers/one-at-a-time.ts'

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

it('does the work of one conversation in order, one piece at a time', async () => {
  const inOrder = createOneAtATime()
  const events: string[] = []
  const first = gate()
  const done = [
    inOrder('a', async () => {
      events.push('one begins')
      await first.opened
      events.push('one ends')
    }),
    inOrder('a', async () => void events.push('two')),
  ]
  await Promise.resolve()
  first.open()
  await Promise.all(done)
  expect(events).toEqual(['one begins', 'one ends', 'two'])
})

it('lets other conversations go on meanwhile', async () => {
  const inOrder = createOneAtATime()
  const slow = gate()
  const waiting = inOrder('a', () => slow.opened)
  await inOrder('b', async () => {})
  slow.open()
  await waiting
})

it('goes on after work that failed, and tells its caller', async () => {
  const inOrder = createOneAtATime()
  const failing = inOrder('a', async () => {
    throw new Error('no')
  })
  const next = inOrder('a', async () => {})
  await expect(failing).rejects.toThrow('no')
  await next
})
