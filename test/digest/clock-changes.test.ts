/** H1 as the channel sees it: which pull requests which post tells of, when something is merged every hour. */
import { describe, expect, it } from 'vitest'
import { tick } from '../../src/digest/tick.ts'
import { createLogger } from '../../src/logger.ts'
import { temporaryDatabase } from '../graph/temporary-database.ts'
import { createBoard } from './board.ts'
import { numbersIn, wantDigest, writePulls } from './repository.ts'

const HOUR_MS = 3_600_000
const logger = createLogger({ level: 'silent' })

describe('H1: one digest a local day, whatever the clocks do', () => {
  it.each([
    { zone: 'Europe/Rome', time: '02:30', day: '2026-03-29', hours: [24, 24, 23] },
    { zone: 'Europe/Rome', time: '02:30', day: '2026-10-25', hours: [24, 24, 25] },
    { zone: 'America/New_York', time: '09:00', day: '2026-03-08', hours: [24, 23, 24] },
    { zone: 'America/New_York', time: '09:00', day: '2026-11-01', hours: [24, 25, 24] },
  ])('$zone $time around $day', async ({ zone, time, day, hours }) => {
    const { database } = await temporaryDatabase()
    const board = createBoard()
    const start = Date.parse(`${day}T12:00:00Z`) - 72 * HOUR_MS
    const merges = Array.from({ length: 130 }, (_, index) => ({
      number: index + 1,
      mergedAt: new Date(start + index * HOUR_MS).toISOString().replace('.000', ''),
    }))
    await writePulls(database, merges)
    await wantDigest(database, 'C', { at: new Date(start).toISOString(), time, zone })

    const waits = new Map()
    const told = new Map<string, number>()
    let posts = 0
    for (let now = start; now <= start + 120 * HOUR_MS; now += HOUR_MS / 2) {
      const results = await tick({ database, platforms: [board.platform], logger, waits }, new Date(now))
      if (results.some(({ outcome }) => outcome === 'posted'))
        told.set(localDay(zone, now), numbersIn(board.texts('C')[posts++] ?? '').length)
    }
    expect(board.texts('C')).toHaveLength(told.size)
    const days = [...told.keys()]
    const at = days.indexOf(day)
    expect(days.slice(at - 1, at + 2).map((each) => told.get(each))).toEqual(hours)
    expect(days).toHaveLength(5)
  })
})

const localDay = (zone: string, now: number) => new Intl.DateTimeFormat('sv', { timeZone: zone }).format(now)
