import { nextDue, wordInstant } from '../src/jobs/daily.ts'
import { DIGEST_PARTS, type DigestEntry } from '../src/settings/digest-settings.ts'

type Wish = Pick<DigestEntry, 'time' | 'zone' | 'person'> & { readonly includes: readonly string[] }

/** What was set, and when it comes the next time. `day`: local date of the last one. */
export function wordDigestWish(wish: Wish, now: Date, day: string | null): string {
  const { time, zone, person, includes } = wish
  const whose = person === null ? 'A digest comes here' : `You get a digest of what concerns the code of ${person}`
  const due = nextDue({ time, zone }, now)
  const next = wordInstant((due.day === day ? nextDue({ time, zone }, new Date(due.at)) : due).at, zone)
  const what = includes.length < DIGEST_PARTS.length ? `, with ${includes.join(' and ')} alone` : ''
  return `${whose} every day at ${time} (${zone})${what}, when there is something new; the next on ${next}.`
}

export function wordDigestSetting(entry: DigestEntry | null, now: Date): string {
  if (entry?.status === 'on')
    return `${wordDigestWish(entry, now, entry.day)}\nSee what is new: \`digest now\`. End it: \`digest off\`.`
  const gone = entry?.status === 'gone' ? ' It was ended when its channel was gone.' : ''
  return `There is no daily digest.${gone}\nSet one: \`digest 09:00 Europe/Berlin\`. For you alone: \`digest me on\`.`
}
