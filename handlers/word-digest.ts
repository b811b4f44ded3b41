import { nextDue, wordInstant } from '../src/jobs/daily.ts'
import { DIGEST_PARTS, type DigestEntry, type DigestWish } from '../src/settings/digest-settings.ts'

/** What was set, and when it comes the next time. */
export function wordDigestWish(
  wish: Omit<DigestWish, 'includes'> & { includes: readonly string[] },
  now: Date,
): string {
  const { time, zone, person, includes } = wish
  const whose = person === null ? 'A digest comes here' : `You get a digest of what concerns the code of ${person}`
  const next = wordInstant(nextDue({ time, zone }, now).at, zone)
  const what = includes.length < DIGEST_PARTS.length ? `, with ${includes.join(' and ')} alone` : ''
  return `${whose} every day at ${time} (${zone})${what}, when there is something new; the next on ${next}.`
}

export function wordDigestSetting(entry: DigestEntry | null, now: Date): string {
  if (entry?.status === 'on')
    return `${wordDigestWish(entry, now)}\nSee what is new: \`digest now\`. End it: \`digest off\`.`
  const gone = entry?.status === 'gone' ? ' It was ended when its channel was gone.' : ''
  return `There is no daily digest.${gone}\nSet one: \`digest 09:00 Europe/Berlin\`. For you alone: \`digest me on\`.`
}
