import type { Properties } from '../graph/entities.ts'

/**
 * Digest of an entity's properties, whatever their order; null counts as absent, as in the database. 53 bits in a number
 * (after cyrb53, public domain, https://github.com/bryc/code/blob/master/jshash/experimental/cyrb53.js): it has to tell
 * one version of an entity from the next one, and hundreds of thousands are made at each sync, so it allocates nothing.
 */
export function digestProps(props: Properties): number {
  high = 0
  low = 0
  for (const name in props) {
    const value = props[name]
    if (value === null || value === undefined) continue
    start(name)
    mixValue(value)
    finish()
  }
  return (high & 0x1fffff) * 0x100000000 + (low >>> 0)
}

let high = 0
let low = 0
let a = 0
let b = 0

const double = new Float64Array(1)
const halves = new Uint32Array(double.buffer)

function start(name: string): void {
  a = 0xdeadbeef
  b = 0x41c6ce57
  mixText(name)
}

/** Adds one property to the sum: addition makes the order of properties irrelevant. */
function finish(): void {
  const x = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  const y = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(x ^ (x >>> 13), 3266489909)
  high = (high + y) | 0
  low = (low + x) | 0
}

function mix(code: number): void {
  a = Math.imul(a ^ code, 2654435761)
  b = Math.imul(b ^ code, 1597334677)
}

function mixText(text: string): void {
  for (let index = 0; index < text.length; index++) mix(text.charCodeAt(index))
}

function mixValue(value: NonNullable<Properties[string]>): void {
  if (typeof value === 'string') {
    mix(1)
    mixText(value)
  } else if (typeof value === 'number') {
    double[0] = value
    mix(2)
    mix(halves[0] ?? 0)
    mix(halves[1] ?? 0)
  } else if (typeof value === 'boolean') {
    mix(value ? 3 : 4)
  } else {
    mix(5)
    for (const item of value) mixValue(item)
    mix(6)
  }
}
