/** Time zones as people name them: `Berlin`, `new york`, `Asia/Kolkata`, `UTC+2`, `CET`. */

/** Where abbreviations are in use; what stands for several places (IST, CST in China) is left to be spelled out. */
const ABBREVIATED: ReadonlyMap<string, string> = new Map(
  [
    ['UTC', 'z gmt utc'],
    ['Europe/London', 'bst uk'],
    ['Europe/Berlin', 'cet cest met mez mesz'],
    ['Europe/Athens', 'eet eest'],
    ['America/New_York', 'et est edt eastern'],
    ['America/Chicago', 'ct cdt central'],
    ['America/Denver', 'mt mst mdt mountain'],
    ['America/Los_Angeles', 'pt pst pdt pacific'],
    ['Asia/Tokyo', 'jst'],
    ['Asia/Seoul', 'kst'],
    ['Australia/Sydney', 'aest aedt'],
    ['Pacific/Auckland', 'nzst nzdt'],
  ].flatMap(([zone = '', words = '']) => words.split(' ').map((word) => [word, zone] as const)),
)

const AREAS = [
  'Europe/',
  'America/',
  'Asia/',
  'Africa/',
  'Australia/',
  'Pacific/',
  'Atlantic/',
  'Indian/',
  'Antarctica/',
  'Arctic/',
  'America/Argentina/',
  'America/Indiana/',
  'America/Kentucky/',
  'America/North_Dakota/',
]
const MOST_SUGGESTED = 3
const ENOUGH_ALIKE = 0.4

export type FoundZone =
  | { readonly zone: string }
  /** It is none; these are spelled alike, the most alike first. */
  | { readonly zone: null; readonly near: readonly string[] }

export function findZone(text: string): FoundZone {
  const name = text.trim().replace(/\s+/g, '_')
  const zone = offsetZone(name) ?? ABBREVIATED.get(name.toLowerCase()) ?? namedZone(name)
  return zone === null ? { zone, near: nearZones(name) } : { zone }
}

/** `UTC+2`, `GMT-03:30`, `+5`, `+0530` as `+02:00`; the world is between -12 and +14. */
function offsetZone(name: string): string | null {
  const [, sign, hours, minutes = '00'] = /^(?:utc|gmt)?([+-])(\d{1,2}):?([0-5]\d)?$/i.exec(name) ?? []
  if (hours === undefined) return null
  const total = Number(hours) * 60 + Number(minutes)
  if (total > (sign === '-' ? 12 : 14) * 60) return null
  return total === 0 ? 'UTC' : `${sign}${hours.padStart(2, '0')}:${minutes}`
}

/** Spelled in full, or a city alone. What the platform lists is not all it knows: it lists Calcutta and takes Kolkata, too. */
function namedZone(name: string): string | null {
  if (!/^[a-z][\w/+-]*$/i.test(name)) return null
  const listed = zones().find((zone) => sameName(zone, name) || sameName(cityOf(zone), name))
  if (listed !== undefined) return listed
  const proper = name.replace(/[^_/-]+/g, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
  const candidates = name.includes('/') ? [proper] : AREAS.map((area) => `${area}${proper}`)
  return candidates.find(isZone) ?? null
}

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function nearZones(name: string): string[] {
  const city = cityOf(name)
  return zones()
    .map((zone) => ({ zone, alike: likeness(cityOf(zone), city) }))
    .filter(({ alike }) => alike >= ENOUGH_ALIKE)
    .sort((a, b) => b.alike - a.alike || a.zone.localeCompare(b.zone))
    .slice(0, MOST_SUGGESTED)
    .map(({ zone }) => zone)
}

/** Part of the letter pairs that both have, in 0..1 (Dice). */
function likeness(a: string, b: string): number {
  const [ours, theirs] = [pairs(a), pairs(b)]
  const rest = [...theirs]
  const shared = ours.filter((pair) => {
    const at = rest.indexOf(pair)
    if (at !== -1) rest.splice(at, 1)
    return at !== -1
  })
  return (2 * shared.length) / (ours.length + theirs.length)
}

const pairs = (text: string) => {
  const framed = ` ${text.toLowerCase()} `
  return Array.from({ length: framed.length - 1 }, (_, at) => framed.slice(at, at + 2))
}

const zones = () => [...Intl.supportedValuesOf('timeZone'), 'UTC']
const cityOf = (zone: string) => zone.split('/').at(-1) ?? zone
const sameName = (zone: string, name: string) => zone.toLowerCase() === name.toLowerCase()
