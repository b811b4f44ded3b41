/**
 * A year of four channels in four zones: two replicas that come and go, posts that fail before and after they are seen, three days
 * without anyone, pull requests that become known late. What should have been posted is worked out by other means.
 */
import { expect, it } from 'vitest'
import { tick } from '../../src/digest/tick.ts'
import { createLogger } from '../../src/logger.ts'
import { temporaryDatabase } from '../graph/temporary-database.ts'
import { createBoard } from './board.ts'
import { numbersIn, type Pull, wantDigest, writePulls } from './repository.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const START = Date.parse('2026-01-01T00:00:00Z')
const OFF = [START + 100 * DAY_MS, START + 103 * DAY_MS] as const

const CHANNELS = [
  { id: 'new-york', zone: 'America/New_York', time: '09:00' },
  { id: 'berlin', zone: 'Europe/Berlin', time: '02:30' },
  { id: 'kolkata', zone: 'Asia/Kolkata', time: '18:15' },
  { id: 'lord-howe', zone: 'Australia/Lord_Howe', time: '02:10' },
]

it('has one digest on each day with news, and each pull request in one digest', async () => {
  const random = seeded(7)
  const { database } = await temporaryDatabase()
  const board = createBoard()
  const logger = createLogger({ level: 'silent' })
  await writePulls(database, [])
  for (const { id, zone, time } of CHANNELS)
    await wantDigest(database, id, { at: new Date(START).toISOString(), zone, time })

  let [now, fails] = [START, '']
  const postedOn: string[] = []
  board.onPost((conversation, stage) => {
    if (fails === stage) {
      fails = ''
      throw new Error(`the process dies ${stage} a post is seen`)
    }
    if (stage === 'after') postedOn.push(`${conversation} ${localTime(zoneOf(conversation), now).day}`)
  })
  const startReplica = () => ({ database, platforms: [board.platform], logger, waits: new Map() })
  const replicas = [startReplica(), startReplica()]

  const pending = new Map(CHANNELS.map(({ id }) => [id, [] as number[]]))
  // The time of the first day has passed when the digest is asked for, or comes the same day.
  const doneOn = new Map(
    CHANNELS.filter(({ zone, time }) => localTime(zone, START).time >= time).map(({ id, zone }) => [
      id,
      localTime(zone, START).day,
    ]),
  )
  const expected: string[] = []
  let number = 0
  while (now < START + 365 * DAY_MS) {
    now += Math.ceil(random() * 8 * HOUR_MS)
    if (now > OFF[0] && now < OFF[1]) now = OFF[1]
    const merged = random() < 0.25 ? mergedLately(now, random, number) : []
    number += merged.length
    if (merged.length > 0) await writePulls(database, merged)
    for (const { id, zone, time } of CHANNELS) {
      pending.get(id)?.push(...merged.map((pull) => pull.number))
      const local = localTime(zone, now)
      const isDue = local.time >= time && doneOn.get(id) !== local.day
      if (isDue) doneOn.set(id, local.day)
      if (isDue && (pending.get(id)?.splice(0).length ?? 0) > 0) expected.push(`${id} ${local.day}`)
    }
    if (random() < 0.05) fails = random() < 0.5 ? 'before' : 'after'
    if (random() < 0.1) replicas[random() < 0.5 ? 0 : 1] = startReplica()
    const results = await Promise.all(replicas.map((replica) => tick(replica, new Date(now))))
    // Whoever died is replaced by a process that knows nothing of it.
    if (results.flat().some(({ outcome }) => outcome === 'failed')) await tick(startReplica(), new Date(now))
  }

  expect(expected.length).toBeGreaterThan(500)
  expect([...new Set(postedOn)].sort()).toEqual(expected.sort())
  expect(board.posts()).toHaveLength(expected.length)
  for (const { id } of CHANNELS) {
    const told = board.texts(id).flatMap(numbersIn)
    const known = Array.from({ length: number }, (_, index) => index + 1).filter(
      (each) => !pending.get(id)?.includes(each),
    )
    expect(told.sort((a, b) => a - b)).toEqual(known)
  }
}, 240_000)

/** One to three pull requests that were merged in the last two days and become known now. */
function mergedLately(now: number, random: () => number, last: number): Pull[] {
  return Array.from({ length: 1 + Math.floor(random() * 3) }, (_, index) => {
    const at = new Date(Math.max(START, now - random() * 2 * DAY_MS))
    return { number: last + index + 1, mergedAt: `${at.toISOString().slice(0, 19)}Z` }
  })
}

const zoneOf = (channel: string) => CHANNELS.find(({ id }) => id === channel)?.zone ?? 'UTC'

/** What a clock on the wall shows there. */
function localTime(zone: string, now: number): { day: string; time: string } {
  const [day = '', time = ''] = clockOf(zone).format(now).split(' ')
  return { day, time: time.slice(0, 5) }
}

const clocks = new Map<string, Intl.DateTimeFormat>()
function clockOf(zone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(zone) ?? new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  clocks.set(zone, clock)
  return clock
}

/** mulberry32 */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
