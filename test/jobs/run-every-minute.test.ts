import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { runEveryMinute } from '../../src/jobs/run-every-minute.ts'
import { createLogger } from '../../src/logger.ts'
import { temporaryDatabase } from '../graph/temporary-database.ts'

const { database } = await temporaryDatabase()
const logger = createLogger({ level: 'silent' })

it('is done at once by each, and from then on by one of all; what fails is done again the next time', async () => {
  const runs: number[] = []
  const started = Date.now()
  const replicas = [0, 1, 2].map((replica) =>
    runEveryMinute({
      database,
      logger,
      name: 'counting',
      pattern: '* * * * * *',
      work: async () => {
        runs.push(replica)
        throw new Error('every time')
      },
    }),
  )
  while (runs.length < 3 + 2) await sleep(50)
  const seconds = Math.ceil((Date.now() - started) / 1_000)
  await Promise.all(replicas.map(({ stop }) => stop()))
  expect(runs.slice(0, 3).sort()).toEqual([0, 1, 2])
  expect(runs.length - 3).toBeLessThanOrEqual(seconds + 1)
  const afterwards = runs.length
  await sleep(1_100)
  expect(runs).toHaveLength(afterwards)
})

it('waits for the work at hand when it is stopped', async () => {
  let done = false
  const { stop } = runEveryMinute({
    database,
    logger,
    name: 'slow',
    work: async () => {
      await sleep(200)
      done = true
    },
  })
  await sleep(0)
  await stop()
  expect(done).toBe(true)
})
