/** Two workers on one inbox are two processes as far as the inbox can tell: they share nothing but the server. */
import { spawnSync } from 'node:child_process'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import {
  createInbox,
  type InboxOptions,
  type InboxWork,
  InterruptedError,
  StoppedError,
} from '../../../src/jobs/inbox/create-inbox.ts'
import { createInboxStore } from '../../../src/jobs/inbox/inbox-store.ts'
import { createLogger } from '../../../src/logger.ts'
import { temporaryDatabase } from '../../graph/temporary-database.ts'

const { database } = await temporaryDatabase()
const { send } = database.connect()

let inboxes = 0
function openInbox(name: string, handle: InboxOptions['handle'], options: Partial<InboxOptions> = {}) {
  const leaseMs = options.leaseMs ?? 60_000
  const givenUp: string[] = []
  const inbox = createInbox({
    store: createInboxStore({ send, name, leaseMs }),
    leaseMs,
    handle,
    giveUp: async ({ body }) => void givenUp.push(body),
    logger: createLogger({ level: 'silent' }),
    pollMs: 20,
    ...options,
  })
  inbox.start()
  return { ...inbox, givenUp }
}
const newName = () => `test-${++inboxes}`
const message = (id: string, conversation = 'c', onlyIfSpoken = false) => ({
  id,
  conversation,
  body: `body of ${id}`,
  place: conversation,
  onlyIfSpoken,
})

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** Handles until told to end, or until it is aborted. */
const handleUntil = (opened: Promise<void>, signal: AbortSignal) =>
  Promise.race([
    opened,
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
  ])

it('handles a message once, however often and wherever it comes', async () => {
  const handled: string[] = []
  const name = newName()
  const handle = async ({ body }: InboxWork) => void handled.push(body)
  const [one, other] = [openInbox(name, handle), openInbox(name, handle)]
  const taken = await Promise.all([one, other, one, other].map((inbox) => inbox.take(message('m1'))))
  await Promise.all(taken.map(({ done }) => done))
  await one.stop()
  const later = openInbox(name, handle)
  await (await later.take(message('m1'))).done
  await later.stop()
  await other.stop()
  expect(handled).toEqual(['body of m1'])
})

it('handles a conversation one at a time and in order, also with several workers; others do not wait', async () => {
  const name = newName()
  const first = gate()
  const events: string[] = []
  const handle = async ({ id }: InboxWork) => {
    events.push(`${id} begins`)
    if (id === 'a1') await first.opened
    events.push(`${id} ends`)
  }
  const [one, other] = [openInbox(name, handle), openInbox(name, handle)]
  const a1 = await one.take(message('a1', 'a'))
  const a2 = await other.take(message('a2', 'a'))
  const a3 = await one.take(message('a3', 'a'))
  await (await one.take(message('b1', 'b'))).done
  expect(events).toEqual(['a1 begins', 'b1 begins', 'b1 ends'])
  first.open()
  await Promise.all([a1.done, a2.done, a3.done])
  expect(events.slice(3)).toEqual(['a1 ends', 'a2 begins', 'a2 ends', 'a3 begins', 'a3 ends'])
  await Promise.all([one.stop(), other.stop()])
})

it('works on as many conversations at a time as it may', async () => {
  const { open, opened } = gate()
  let [running, most] = [0, 0]
  const inbox = openInbox(
    newName(),
    async () => {
      running++
      most = Math.max(most, running)
      await opened
      running--
    },
    { concurrency: 3 },
  )
  const taken = await Promise.all(Array.from({ length: 8 }, (_, n) => inbox.take(message(`m${n}`, `c${n}`))))
  await sleep(50)
  expect(running).toBe(3)
  open()
  await Promise.all(taken.map(({ done }) => done))
  expect(most).toBe(3)
  await inbox.stop()
})

it('hears what was not addressed to it only where it has been spoken to', async () => {
  const handled: string[] = []
  const inbox = openInbox(newName(), async ({ id }) => void handled.push(id))
  await (await inbox.take(message('chatter', 'thread', true))).done
  await (await inbox.take(message('question', 'thread'))).done
  await (await inbox.take(message('follow-up', 'thread', true))).done
  expect(handled).toEqual(['question', 'follow-up'])
  await inbox.stop()
})

it('takes over from a worker that died, and knows what that one posted', async () => {
  const name = newName()
  const leaseMs = 60
  // A worker that dies does nothing any more, not even renew: a store without a worker is just that.
  const dead = createInboxStore({ send, name, leaseMs })
  await dead.take(message('m1'), 'dead')
  await dead.recordPost('m1', '1', 'post-7')
  const seen: [number, ReadonlyMap<string, string>][] = []
  const heir = openInbox(name, async ({ attempt, posts }) => void seen.push([attempt, posts]), { leaseMs })
  await expect.poll(() => seen).toEqual([[2, new Map([['1', 'post-7']])]])
  expect(await dead.renew('c', 'dead')).toBe('lost')
  await dead.finish('c', 'dead')
  await heir.stop()
})

it('does not wait for the lease of a process of this machine that was killed', async () => {
  const name = newName()
  const store = createInboxStore({ send, name, leaseMs: 3_600_000 })
  const killed = spawnSync(process.execPath, ['-e', 'process.stdout.write(String(process.pid))'])
  await store.take(message('m1'), JSON.stringify([hostname(), Number(killed.stdout.toString()), 'boot 1', 'a']))
  await store.take(message('m2', 'other'), JSON.stringify(['another-machine', 1, 'boot 1', 'b']))
  const handled: string[] = []
  const heir = openInbox(name, async ({ id }) => void handled.push(id), { leaseMs: 3_600_000 })
  await expect.poll(() => handled).toEqual(['m1'])
  expect(await store.isOpen('m2')).toBe(true)
  await heir.stop()
})

it('keeps its claim for as long as the work takes', async () => {
  const name = newName()
  let attempts = 0
  const handle = async () => {
    attempts++
    await sleep(1_500)
  }
  const [one, other] = [openInbox(name, handle, { leaseMs: 1_000 }), openInbox(name, handle, { leaseMs: 1_000 })]
  await (await one.take(message('m1'))).done
  expect(attempts).toBe(1)
  await Promise.all([one.stop(), other.stop()])
})

it('leaves what it is at to the next process when it is stopped', async () => {
  const name = newName()
  const reasons: unknown[] = []
  const never = new Promise<void>(() => {})
  const ending = openInbox(name, ({ signal }) =>
    handleUntil(never, signal).catch((reason) => {
      reasons.push(reason)
      throw reason
    }),
  )
  await ending.take(message('m1'))
  await ending.stop()
  expect(reasons[0]).toBeInstanceOf(InterruptedError)
  const attempts: number[] = []
  const next = openInbox(name, async ({ attempt }) => void attempts.push(attempt))
  await expect.poll(() => attempts).toEqual([1])
  await next.stop()
})

it('stops the work of a conversation that nobody waits for, whoever is at it', async () => {
  const name = newName()
  const never = new Promise<void>(() => {})
  const reasons: unknown[] = []
  const handle = ({ signal }: InboxWork) =>
    handleUntil(never, signal).catch((reason) => {
      reasons.push(reason)
    })
  const [one, other] = [openInbox(name, handle, { leaseMs: 150 }), openInbox(name, handle, { leaseMs: 150 })]
  const here = await one.take(message('m1'))
  await one.stopWork('c')
  await here.done
  const there = await one.take(message('m2'))
  await other.stopWork('c')
  await there.done
  expect(reasons).toEqual([expect.any(StoppedError), expect.any(StoppedError)])
  await Promise.all([one.stop(), other.stop()])
})

it('tries a message that fails a few times, then gives it up and goes on with the next', async () => {
  const handled: string[] = []
  const store = createInboxStore({ send, name: newName(), leaseMs: 60_000 })
  const impatient = {
    ...store,
    giveBack: (conversation: string, owner: string, how: { pauseMs: number; counts: boolean }) =>
      store.giveBack(conversation, owner, { ...how, pauseMs: how.pauseMs / 100 }),
  }
  const inbox = openInbox(
    '',
    async ({ id, attempt }) => {
      handled.push(`${id}, attempt ${attempt}`)
      if (id === 'poison') throw new Error('cannot be handled')
    },
    { store: impatient },
  )
  await inbox.take(message('poison'))
  await (await inbox.take(message('next'))).done
  expect(handled).toEqual([...[1, 2, 3, 4].map((attempt) => `poison, attempt ${attempt}`), 'next, attempt 1'])
  expect(inbox.givenUp).toEqual(['body of poison'])
  await inbox.stop()
})

it('gives up what killed its worker each time, without trying it again', async () => {
  const name = newName()
  const store = createInboxStore({ send, name, leaseMs: 1 })
  await store.take(message('deadly'), 'first')
  for (const owner of ['second', 'third', 'fourth']) {
    await sleep(5)
    await store.claim(owner)
  }
  await sleep(5)
  const handled: string[] = []
  const inbox = openInbox(name, async ({ id }) => void handled.push(id))
  await expect.poll(() => inbox.givenUp).toEqual(['body of deadly'])
  expect(handled).toEqual([])
  await inbox.stop()
})

it('does not resolve before a message is written down', async () => {
  const store = createInboxStore({ send, name: newName(), leaseMs: 60_000 })
  const broken = { ...store, take: () => Promise.reject(new Error('the database is away')) }
  const inbox = openInbox('', async () => {}, { store: broken })
  await expect(inbox.take(message('m1'))).rejects.toThrow('the database is away')
  await inbox.stop()
})
