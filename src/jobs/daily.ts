/** A time of day in a time zone, and the instants at which it comes. Instants are ISO 8601 in UTC. */
import { Temporal } from 'temporal-polyfill'

export interface Daily {
  /** `09:00`. */
  readonly time: string
  /** `Europe/Berlin`, `UTC`, `+02:00`. */
  readonly zone: string
}

export interface Due {
  /** Local date, `2026-03-29`. What is done for it is done once. */
  readonly day: string
  readonly at: string
}

/** Work of a late evening may end after midnight. What is later than this waits for the next day's. */
const GRACE_HOURS = 3

/**
 * The day whose work is due: today's from its time on, or yesterday's when that came less than three hours ago. Null before.
 * A time that the clocks skip comes when they have been put forward; one that comes twice is the first.
 */
export function dueDay(daily: Daily, now: Date): Due | null {
  const today = zoned(daily, now).toPlainDate()
  const due = instantOf(daily, today)
  if (!isAfter(due, now)) return { day: String(today), at: String(due) }
  const yesterday = today.subtract({ days: 1 })
  const late = instantOf(daily, yesterday)
  return isAfter(late.add({ hours: GRACE_HOURS }), now) ? { day: String(yesterday), at: String(late) } : null
}

/** The first time that comes after `now`. */
export function nextDue(daily: Daily, now: Date): Due {
  let day = zoned(daily, now).toPlainDate()
  let due = instantOf(daily, day)
  while (!isAfter(due, now)) {
    day = day.add({ days: 1 })
    due = instantOf(daily, day)
  }
  return { day: String(day), at: String(due) }
}

/** Local date of an instant. */
export const localDay = (zone: string, now: Date): string => String(zoned({ zone }, now).toPlainDate())

/** `Sunday, 29 March, 03:00` where it is that late in the zone. */
export function wordInstant(instant: string, zone: string): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(zone)
  const word = (options: Intl.DateTimeFormatOptions) => local.toPlainDate().toLocaleString('en-GB', options)
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' })
  return `${word({ weekday: 'long' })}, ${word({ day: 'numeric', month: 'long' })}, ${time}`
}

function instantOf({ time, zone }: Daily, day: Temporal.PlainDate): Temporal.Instant {
  const wanted = day.toPlainDateTime(Temporal.PlainTime.from(time))
  const found = wanted.toZonedDateTime(zone, { disambiguation: 'earlier' })
  // Where the clocks skip the time, it finds as long before the gap as the gap is: the next transition is where it ends.
  const end = found.toPlainDateTime().equals(wanted) ? found : found.getTimeZoneTransition('next')
  return (end ?? found).toInstant()
}

const zoned = ({ zone }: Pick<Daily, 'zone'>, now: Date) =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)

const isAfter = (instant: Temporal.Instant, now: Date) => instant.epochMilliseconds > now.getTime()
