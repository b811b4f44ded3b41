/** What a `PairMap` gives for a pair that it lacks. */
export const absent = -(2 ** 31)

/** A map from two whole numbers to one: open addressing over typed arrays, no object for an entry. `first` is 0 or more. */
export interface PairMap {
  /** The value, or `absent`. */
  get(first: number, second: number): number
  set(first: number, second: number, value: number): void
}

const width = 3

export function createPairMap(expected = 64): PairMap {
  let mask = 2 ** Math.ceil(Math.log2(2 * expected)) - 1
  /** First number plus one (0: free), second number, value. */
  let cells = new Int32Array(width * (mask + 1))
  let size = 0

  return { get, set }

  function get(first: number, second: number): number {
    const at = find(first, second)
    return cells[at] === 0 ? absent : (cells[at + 2] ?? absent)
  }

  function set(first: number, second: number, value: number): void {
    let at = find(first, second)
    if (cells[at] === 0) {
      if (2 * ++size > mask) {
        grow()
        at = find(first, second)
      }
      cells[at] = first + 1
      cells[at + 1] = second
    }
    cells[at + 2] = value
  }

  /** Where a pair is, or where it would be put. */
  function find(first: number, second: number): number {
    let slot = hash(first, second) & mask
    for (;;) {
      const at = width * slot
      const held = cells[at]
      if (held === 0 || (held === first + 1 && cells[at + 1] === second)) return at
      slot = (slot + 1) & mask
    }
  }

  function grow(): void {
    const before = cells
    mask = 2 * mask + 1
    cells = new Int32Array(width * (mask + 1))
    for (let at = 0; at < before.length; at += width) {
      const first = before[at] ?? 0
      if (first === 0) continue
      const to = find(first - 1, before[at + 1] ?? 0)
      cells[to] = first
      cells[to + 1] = before[at + 1] ?? 0
      cells[to + 2] = before[at + 2] ?? 0
    }
  }
}

function hash(first: number, second: number): number {
  let h = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b)
  h ^= h >>> 15
  h = Math.imul(h, 0x2c1b3c6d)
  return h ^ (h >>> 13)
}
