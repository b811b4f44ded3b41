/**
 * Propagates values along subset constraints until nothing changes, each value once along each edge. Nodes, values and
 * triggers are numbers that belong to the caller. A node holds at most `limit` values: what has more is too vague to be
 * worth following, and the bound keeps the work near-linear.
 */
export interface Solver {
  /** A new node, numbered from `first` upwards. */
  node(): number
  add(node: number, value: number): void
  /** Whatever `from` holds, now or later, `to` holds too. */
  copy(from: number, to: number): void
  /** Calls `fire(trigger, frame, value)` once for each value that `node` holds, now or later. */
  on(node: number, trigger: number, frame: number): void
  values(node: number): readonly number[]
  run(): void
}

const none: readonly number[] = []
const limit = 64
/** Number of values of a node from which on those that are plentiful are lumped together. */
const lumpFrom = 8

export interface SolverRules {
  /** A value has arrived at a node that has a trigger. */
  fire(trigger: number, frame: number, value: number): void
  /** What takes a value's place in a node that holds `size` already: something coarser, or the value itself. */
  lump(node: number, value: number, size: number): number
}

/**
 * Constraints lie in linked lists over typed arrays, and a node's first value apart from the rest: most nodes hold one value
 * or none, and a repository has millions of them.
 */
export function createSolver(first: number, rules: SolverRules): Solver {
  let count = first
  let capacity = Math.max(1024, first * 2)
  let firstValue = new Int32Array(capacity).fill(-1)
  const moreValues: (number[] | undefined)[] = new Array(first).fill(undefined)
  /** How many of a node's values have been passed on. */
  let passed = new Uint8Array(capacity)
  let isQueued = new Uint8Array(capacity)
  let firstCopy = new Int32Array(capacity).fill(-1)
  let firstTrigger = new Int32Array(capacity).fill(-1)
  const copies = createPairs()
  const triggers = createPairs()
  const frames: number[] = []
  let queue: number[] = []

  return { node, add, copy, on, values, run }

  function node(): number {
    if (count === capacity) {
      capacity *= 2
      firstValue = grown(firstValue, capacity, -1)
      firstCopy = grown(firstCopy, capacity, -1)
      firstTrigger = grown(firstTrigger, capacity, -1)
      passed = grownBytes(passed, capacity)
      isQueued = grownBytes(isQueued, capacity)
    }
    moreValues.push(undefined)
    return count++
  }

  function values(node: number): readonly number[] {
    const one = firstValue[node] ?? -1
    if (one < 0) return none
    const more = moreValues[node]
    return more === undefined ? [one] : [one, ...more]
  }

  function sizeOf(node: number): number {
    return (firstValue[node] ?? -1) < 0 ? 0 : 1 + (moreValues[node]?.length ?? 0)
  }

  function valueAt(node: number, index: number): number {
    return index === 0 ? (firstValue[node] ?? -1) : (moreValues[node]?.[index - 1] ?? -1)
  }

  function add(node: number, value: number): void {
    const one = firstValue[node] ?? -1
    if (one === value) return
    if (one < 0) firstValue[node] = value
    else {
      const more = moreValues[node]
      if (more === undefined) moreValues[node] = [value]
      else {
        if (more.length + 1 >= limit || more.includes(value)) return
        if (more.length + 1 >= lumpFrom) {
          const coarse = rules.lump(node, value, more.length + 1)
          if (coarse !== value) {
            add(node, coarse)
            return
          }
        }
        more.push(value)
      }
    }
    if (isQueued[node] === 1) return
    isQueued[node] = 1
    queue.push(node)
  }

  function copy(from: number, to: number): void {
    if (from === to) return
    const head = firstCopy[from] ?? -1
    let entry = head
    for (let steps = 0; entry >= 0 && steps < 16; steps++) {
      if (copies.item(entry) === to) return
      entry = copies.next(entry)
    }
    firstCopy[from] = copies.push(to, head)
    const end = passed[from] ?? 0
    for (let i = 0; i < end; i++) add(to, valueAt(from, i))
  }

  function on(node: number, trigger: number, frame: number): void {
    firstTrigger[node] = triggers.push(trigger, firstTrigger[node] ?? -1)
    frames.push(frame)
    const end = passed[node] ?? 0
    for (let i = 0; i < end; i++) rules.fire(trigger, frame, valueAt(node, i))
  }

  function run(): void {
    while (queue.length > 0) {
      const batch = queue
      queue = []
      for (const node of batch) pass(node)
    }
  }

  /** Passes a node's new values on. What is added meanwhile queues it again; constraints added meanwhile see the values so far. */
  function pass(node: number): void {
    isQueued[node] = 0
    const from = passed[node] ?? 0
    const end = sizeOf(node)
    passed[node] = end
    const copyHead = firstCopy[node] ?? -1
    const triggerHead = firstTrigger[node] ?? -1
    for (let i = from; i < end; i++) {
      const value = valueAt(node, i)
      for (let entry = copyHead; entry >= 0; entry = copies.next(entry)) add(copies.item(entry), value)
      for (let entry = triggerHead; entry >= 0; entry = triggers.next(entry))
        rules.fire(triggers.item(entry), frames[entry] ?? 0, value)
    }
  }
}

/** Cells of linked lists. */
function createPairs() {
  let items = new Int32Array(4096)
  let nexts = new Int32Array(4096)
  let count = 0
  return {
    item: (entry: number) => items[entry] ?? 0,
    next: (entry: number) => nexts[entry] ?? -1,
    push(item: number, next: number): number {
      if (count === items.length) {
        items = grown(items, 2 * count, 0)
        nexts = grown(nexts, 2 * count, 0)
      }
      items[count] = item
      nexts[count] = next
      return count++
    },
  }
}

function grown(from: Int32Array, length: number, filler: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(length).fill(filler, from.length)
  to.set(from)
  return to
}

function grownBytes(from: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const to = new Uint8Array(length)
  to.set(from)
  return to
}
