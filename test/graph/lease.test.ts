import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { temporaryDatabase } from './temporary-database.ts'

const { database } = await temporaryDatabase()
const LONG_MS = 600_000

it('is given to one of many who ask at once', async () => {
  const asked = await Promise.all(Array.from({ length: 20 }, () => database.lease('crowd', LONG_MS)))
  expect(asked.filter((lease) => lease !== null)).toHaveLength(1)
})

it('can be taken again once it was given back, and others do not stand in the way', async () => {
  const first = await database.lease('turn', LONG_MS)
  expect(await database.lease('turn', LONG_MS)).toBeNull()
  expect(await database.lease('other', LONG_MS)).not.toBeNull()
  await first?.release()
  expect(await database.lease('turn', LONG_MS)).not.toBeNull()
})

it('runs out when its holder is never heard of again, who then can neither renew nor release it', async () => {
  const dead = await database.lease('short', 1)
  await sleep(20)
  const heir = await database.lease('short', LONG_MS)
  expect(heir).not.toBeNull()
  expect(await dead?.renew()).toBe(false)
  await dead?.release()
  expect(await heir?.renew()).toBe(true)
  expect(await database.lease('short', LONG_MS)).toBeNull()
})
