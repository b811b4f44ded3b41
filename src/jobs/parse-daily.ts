import { UserError } from '../errors.ts'
import type { Daily } from './daily.ts'
import { findZone } from './find-zone.ts'

const TIME = /(?<![\d/+-])(\d{1,2})(?:[:.h](\d{2}))?\s*(am|pm|a\.m\.|p\.m\.|uhr|o'clock)?(?![\d\p{L}])/iu

/**
 * A time of day with its zone, as people write it: `09:00 Berlin`, `9am Europe/Berlin`, `at 9.30 pm in New York`, `0 UTC+2`.
 * `fallback` is the zone where none is named. Throws UserError (exit code 2) saying what is missing or wrong, and how to say it.
 */
export function parseDaily(text: string, fallback: string | null): Daily {
  const found = TIME.exec(text)
  const time = found === null ? null : readTime(found)
  if (found === null || time === null) {
    throw new UserError(
      found === null ? 'There is no time of day in that.' : `${found[0].trim()} is no time of day.`,
      `Say it like this: 09:00 ${fallback ?? 'Europe/Berlin'}`,
      { exitCode: 2 },
    )
  }
  const words = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
  const name = words.replace(/(?:^|\s)(?:at|in|every|each|day|daily|time|zone|timezone)(?=\s|$)/gi, ' ').trim()
  if (name === '') {
    if (fallback !== null) return { time, zone: fallback }
    throw new UserError(`${time} in which time zone?`, `Name it, or a city in it: ${time} Europe/Berlin`, {
      exitCode: 2,
    })
  }
  const zone = findZone(name)
  if (zone.zone !== null) return { time, zone: zone.zone }
  const near = zone.near.length > 0 ? `Did you mean ${zone.near.join(', ')}?` : 'Name a large city in it, or UTC+2.'
  throw new UserError(`“${name}” is no time zone that is known here.`, near, { exitCode: 2 })
}

function readTime([, hours = '', minutes = '00', half]: readonly string[]): string | null {
  const hour = Number(hours)
  if (Number(minutes) > 59) return null
  const clock = (value: number) => `${String(value).padStart(2, '0')}:${minutes}`
  if (half === undefined || !/^[ap]/i.test(half)) return hour > 23 ? null : clock(hour)
  if (hour < 1 || hour > 12) return null
  return clock((hour % 12) + (/^p/i.test(half) ? 12 : 0))
}
