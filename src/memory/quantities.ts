/** Numbers in words and digits with their units, as one spelling: `ten seconds`, `10s` and `10000 ms` are `10000ms`. */

/** Stands where a quantity was. */
export const VALUE = '\u25c7'

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const TIMES: ReadonlyMap<string, number> = new Map([
  ['once', 1],
  ['twice', 2],
])

/** Canonical unit, and how many of it. */
const UNITS: ReadonlyMap<string, readonly [string, number]> = new Map(
  (
    [
      ['ms', 1, 'ms msec millisecond milliseconds'],
      ['ms', 1_000, 's sec secs second seconds 秒'],
      ['ms', 60_000, 'min mins minute minutes 分'],
      ['ms', 3_600_000, 'h hour hours'],
      ['ms', 86_400_000, 'day days 天'],
      ['kb', 1, 'kb kilobyte kilobytes'],
      ['kb', 1_000, 'mb megabyte megabytes'],
      ['kb', 1_000_000, 'gb gigabyte gigabytes'],
      ['b', 1, 'byte bytes'],
      ['%', 1, '% percent'],
      ['times', 1, 'time times 次'],
    ] as const
  ).flatMap(([unit, factor, words]) => words.split(' ').map((word) => [word, [unit, factor]] as const)),
)

export interface Quantities {
  /** The other words, with `VALUE` in the place of each quantity. */
  readonly words: readonly string[]
  readonly values: readonly string[]
}

export function readQuantities(raw: readonly string[]): Quantities {
  const words: string[] = []
  const values: string[] = []
  for (let at = 0; at < raw.length; at++) {
    const word = raw[at] ?? ''
    const times = TIMES.get(word)
    const found = times === undefined ? readNumber(raw, at) : { number: String(times), length: 1 }
    if (found === null) {
      words.push(word)
      continue
    }
    at += found.length - 1
    const unit = times === undefined ? UNITS.get(raw[at + 1] ?? '') : (['times', 1] as const)
    if (unit !== undefined && times === undefined) at += 1
    words.push(VALUE)
    values.push(unit === undefined ? found.number : `${Number(found.number) * unit[1]}${unit[0]}`)
  }
  return { words, values }
}

function readNumber(words: readonly string[], at: number): { number: string; length: number } | null {
  const word = words[at] ?? ''
  // A version (`2.3.1`) is a value, though no number.
  if (/^\d/.test(word)) return { number: word.replace(/[_,]/g, '').replace(/^(\d+)\.0+$/, '$1'), length: 1 }
  const small = SMALL.indexOf(word)
  // `one` is more often a pronoun than a number.
  if (small >= 0) return small === 1 && !UNITS.has(words[at + 1] ?? '') ? null : { number: String(small), length: 1 }
  const ten = TENS.indexOf(word)
  if (ten === -1) return null
  const rest = SMALL.indexOf(words[at + 1] ?? '')
  return rest > 0 && rest < 10
    ? { number: String((ten + 2) * 10 + rest), length: 2 }
    : { number: String((ten + 2) * 10), length: 1 }
}
