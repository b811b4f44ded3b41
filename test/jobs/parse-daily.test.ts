import { describe, expect, it } from 'vitest'
import { UserError } from '../../src/errors.ts'
import { parseDaily } from '../../src/jobs/parse-daily.ts'

describe('a time of day as people write it', () => {
  it.each([
    ['09:00 Europe/Berlin', '09:00', 'Europe/Berlin'],
    ['09:00 Berlin', '09:00', 'Europe/Berlin'],
    ['9am europe/berlin', '09:00', 'Europe/Berlin'],
    ['at 9.30 pm in New York', '21:30', 'America/New_York'],
    ['New_York 7:05', '07:05', 'America/New_York'],
    ['12 am Tokyo', '00:00', 'Asia/Tokyo'],
    ['12:15pm UTC', '12:15', 'UTC'],
    ['every day at 0:00 GMT', '00:00', 'UTC'],
    ['18h30 paris', '18:30', 'Europe/Paris'],
    ['9 Uhr CET', '09:00', 'Europe/Berlin'],
    ['09:00 Kolkata', '09:00', 'Asia/Kolkata'],
    ['02:10 lord howe', '02:10', 'Australia/Lord_Howe'],
    ['09:00 Asia/Calcutta', '09:00', 'Asia/Calcutta'],
    ['08:00 UTC+2', '08:00', '+02:00'],
    ['08:00 +5:30', '08:00', '+05:30'],
    ['08:00 gmt-3', '08:00', '-03:00'],
    ['08:00 utc+0', '08:00', 'UTC'],
    ['9 eastern', '09:00', 'America/New_York'],
    ['09:00', '09:00', 'Europe/Rome'],
  ])('%s', (text, time, zone) => {
    expect(parseDaily(text, 'Europe/Rome')).toEqual({ time, zone })
  })

  it.each([
    ['Berlin', 'There is no time of day in that.', 'Say it like this: 09:00 Europe/Berlin'],
    ['25:00 Berlin', '25:00 is no time of day.', 'Say it like this: 09:00 Europe/Berlin'],
    ['13 pm Berlin', '13 pm is no time of day.', 'Say it like this: 09:00 Europe/Berlin'],
    ['9:75 Berlin', '9:75 is no time of day.', 'Say it like this: 09:00 Europe/Berlin'],
    ['09:00', '09:00 in which time zone?', 'Name it, or a city in it: 09:00 Europe/Berlin'],
    ['09:00 Berlni', '“Berlni” is no time zone that is known here.', /^Did you mean Europe\/Berlin/],
    ['09:00 europe/londn', '“europe/londn” is no time zone that is known here.', /^Did you mean Europe\/London/],
    ['09:00 UTC+25', '“UTC+25” is no time zone that is known here.', 'Did you mean UTC?'],
    ['09:00 <@U1>', '“<@U1>” is no time zone that is known here.', 'Name a large city in it, or UTC+2.'],
  ])('%s is refused with what to do', (text, problem, remedy) => {
    let refused: unknown
    try {
      parseDaily(text, null)
    } catch (error) {
      refused = error
    }
    expect(refused).toBeInstanceOf(UserError)
    expect((refused as UserError).message).toBe(problem)
    expect((refused as UserError).remedy).toMatch(remedy)
  })
})
