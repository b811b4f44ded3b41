import { describe, expect, it } from 'vitest'
import { type Daily, dueDay, nextDue, wordInstant } from '../../src/jobs/daily.ts'

const STEP_MS = 300_000

/** What is due when somebody looks every five minutes from one instant to the other. */
function looking(daily: Daily, from: string, to: string): { day: string; at: string }[] {
  const found = new Map<string, string>()
  for (let now = Date.parse(from); now <= Date.parse(to); now += STEP_MS) {
    const due = dueDay(daily, new Date(now))
    if (due && !found.has(due.day)) found.set(due.day, due.at)
  }
  return [...found].map(([day, at]) => ({ day, at }))
}

describe('H1: the days on which clocks change', () => {
  it('runs a time that does not exist when the clocks have been put forward', () => {
    expect(looking({ time: '02:30', zone: 'Europe/Rome' }, '2026-03-28T12:00Z', '2026-03-30T12:00Z')).toEqual([
      { day: '2026-03-28', at: '2026-03-28T01:30:00Z' },
      { day: '2026-03-29', at: '2026-03-29T01:00:00Z' },
      { day: '2026-03-30', at: '2026-03-30T00:30:00Z' },
    ])
  })

  it('runs a time that comes twice once, the first time', () => {
    expect(looking({ time: '02:30', zone: 'Europe/Rome' }, '2026-10-24T12:00Z', '2026-10-26T12:00Z')).toEqual([
      { day: '2026-10-24', at: '2026-10-24T00:30:00Z' },
      { day: '2026-10-25', at: '2026-10-25T00:30:00Z' },
      { day: '2026-10-26', at: '2026-10-26T01:30:00Z' },
    ])
  })

  it.each([
    ['America/New_York', '2026-03-08', ['14', '13', '13']],
    ['America/New_York', '2026-11-01', ['13', '14', '14']],
  ])('runs 09:00 in %s around %s at the hour that it is there', (zone, day, hours) => {
    const at = looking({ time: '09:00', zone }, shift(day, -1), shift(day, 2)).map((due) => due.at.slice(11, 13))
    expect(at).toEqual(hours)
  })

  it('knows half an hour of daylight saving', () => {
    const daily = { time: '02:10', zone: 'Australia/Lord_Howe' }
    expect(looking(daily, '2026-10-03T14:00Z', '2026-10-04T14:00Z')).toEqual([
      { day: '2026-10-04', at: '2026-10-03T15:30:00Z' },
    ])
  })
})

const shift = (day: string, days: number) => new Date(Date.parse(`${day}T12:00Z`) + days * 86_400_000).toISOString()

describe('the day that is due', () => {
  const daily = { time: '09:00', zone: 'Asia/Kolkata' }

  it('is none before its time, and today’s until midnight', () => {
    expect(dueDay(daily, new Date('2026-06-01T03:29:59.999Z'))).toBeNull()
    expect(dueDay(daily, new Date('2026-06-01T03:30:00Z'))?.day).toBe('2026-06-01')
    expect(dueDay(daily, new Date('2026-06-01T18:29:00Z'))?.day).toBe('2026-06-01')
    expect(dueDay(daily, new Date('2026-06-01T18:31:00Z'))).toBeNull()
  })

  it('is yesterday’s for a while after midnight, when that was late in the evening', () => {
    const late = { time: '23:59', zone: 'Asia/Kolkata' }
    expect(dueDay(late, new Date('2026-06-01T18:31:00Z'))?.day).toBe('2026-06-01')
    expect(dueDay(late, new Date('2026-06-01T21:29:00Z'))).toBeNull()
  })
})

it('says when it is next, and words it where it is', () => {
  const daily = { time: '02:30', zone: 'Europe/Rome' }
  expect(nextDue(daily, new Date('2026-03-28T12:00Z'))).toEqual({ day: '2026-03-29', at: '2026-03-29T01:00:00Z' })
  expect(nextDue(daily, new Date('2026-03-29T01:00Z')).day).toBe('2026-03-30')
  expect(wordInstant('2026-03-29T01:00:00Z', 'Europe/Rome')).toBe('Sunday, 29 March, 03:00')
  expect(wordInstant('2026-03-29T01:00:00Z', '-03:30')).toBe('Saturday, 28 March, 21:30')
})
