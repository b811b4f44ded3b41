import { expect, it } from 'vitest'
import { withLease } from '../../src/jobs/with-lease.ts'
import { temporaryDatabase } from '../graph/temporary-database.ts'

const { database } = await temporaryDatabase()

it('does work once at a time, and again when it was done or failed', async () => {
  const done = await withLease(database, 'a', async () => {
    expect(await withLease(database, 'a', async () => 'me too')).toBeNull()
    return 'done'
  })
  expect(done).toBe('done')
  await expect(withLease(database, 'a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await withLease(database, 'a', async () => 'done')).toBe('done')
})

it('tells work whose lease is gone, as when the process stood still, before it does what must be done once', async () => {
  const work = withLease(database, 'b', async (lease) => {
    await lease.assertHeld()
    await database.send(['DEL', 'repobrain:lease:b'])
    await lease.assertHeld()
    return 'posted'
  })
  await expect(work).rejects.toThrow('The lease b ran out')
})
