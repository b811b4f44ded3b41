import { grown } from './rows.ts'

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
  /** Number of values that a node holds, and each of them. */
  size(node: number): number
  value(node: number, index: number): number
  values(node: number): number[]
  run(): void
}

export interface SolverRules {
  /** A value has arrived at a node that has a trigger. */
  fire(trigger: number, frame: number, value: number): void
  /** What takes a value's place in a node that holds `size` already: something coarser, or the value itself. */
  lump(node: number, value: number, size: number): number
}

const limit = 64
/** Number of values of a node from which on those that are plentiful are lumped together. */
const lumpFrom = 8
/** How far a new copy looks for its like among those of the same node. */
const fewCopies = 16

/** Everything is numbers in typed arrays: a repository has millions of nodes, most of which hold one value or none. */
export function createSolver(first: number, rules: SolverRules): Solver {
  let count = first
  let capacity = 2 ** Math.ceil(Math.log2(Math.max(1024, first * 2)))
  const sets = createSets(capacity)
  /** How many of a node's values have been passed on. */
  let passed = new Uint8Array(capacity)
  /** Heads of linked lists: 0 is the end. */
  let firstCopy = new Int32Array(capacity)
  let firstTrigger = new Int32Array(capacity)
  /** Cells of target and next. */
  let copies = new Int32Array(2 * capacity)
  let copiesEnd = 2
  /** Cells of trigger, frame and next. */
  let triggers = new Int32Array(3 * capacity)
  let triggersEnd = 3
  /** Nodes with values to pass on, first in first out, each at most once. */
  let queue = new Int32Array(capacity)
  let isQueued = new Uint8Array(capacity)
  let queueStart = 0
  let queueEnd = 0

  return { node, add, copy, on, size: sets.size, value: sets.value, values, run }

  function node(): number {
    if (count === capacity) grow()
    return count++
  }

  function grow(): void {
    const before = capacity
    capacity *= 2
    sets.grow(capacity)
    passed = grownBytes(passed, capacity)
    isQueued = grownBytes(isQueued, capacity)
    firstCopy = grown(firstCopy, capacity)
    firstTrigger = grown(firstTrigger, capacity)
    const waiting = new Int32Array(capacity)
    let length = 0
    for (; queueStart < queueEnd; queueStart++) waiting[length++] = queue[queueStart & (before - 1)] ?? 0
    queue = waiting
    queueStart = 0
    queueEnd = length
  }

  function values(node: number): number[] {
    const held: number[] = []
    for (let i = 0; i < sets.size(node); i++) held.push(sets.value(node, i))
    return held
  }

  function add(node: number, value: number): void {
    const size = sets.size(node)
    if (size >= limit || sets.has(node, value)) return
    if (size >= lumpFrom) {
      const coarse = rules.lump(node, value, size)
      if (coarse !== value) {
        add(node, coarse)
        return
      }
    }
    sets.push(node, value)
    if (isQueued[node] === 1) return
    isQueued[node] = 1
    queue[queueEnd++ & (capacity - 1)] = node
  }

  function copy(from: number, to: number): void {
    if (from === to) return
    const head = firstCopy[from] ?? 0
    let cell = head
    for (let steps = 0; cell > 0 && steps < fewCopies; steps++) {
      if (copies[cell] === to) return
      cell = copies[cell + 1] ?? 0
    }
    if (copiesEnd === copies.length) copies = grown(copies, 2 * copiesEnd)
    copies[copiesEnd] = to
    copies[copiesEnd + 1] = head
    firstCopy[from] = copiesEnd
    copiesEnd += 2
    const end = passed[from] ?? 0
    for (let i = 0; i < end; i++) add(to, sets.value(from, i))
  }

  function on(node: number, trigger: number, frame: number): void {
    if (triggersEnd === triggers.length) triggers = grown(triggers, 2 * triggersEnd)
    triggers[triggersEnd] = trigger
    triggers[triggersEnd + 1] = frame
    triggers[triggersEnd + 2] = firstTrigger[node] ?? 0
    firstTrigger[node] = triggersEnd
    triggersEnd += 3
    const end = passed[node] ?? 0
    for (let i = 0; i < end; i++) rules.fire(trigger, frame, sets.value(node, i))
  }

  function run(): void {
    while (queueStart < queueEnd) pass(queue[queueStart++ & (capacity - 1)] ?? 0)
  }

  /** Passes a node's new values on. What is added meanwhile queues it again; constraints added meanwhile see the values so far. */
  function pass(node: number): void {
    isQueued[node] = 0
    const from = passed[node] ?? 0
    const end = sets.size(node)
    passed[node] = end
    const copyHead = firstCopy[node] ?? 0
    const triggerHead = firstTrigger[node] ?? 0
    for (let i = from; i < end; i++) {
      const value = sets.value(node, i)
      for (let cell = copyHead; cell > 0; cell = copies[cell + 1] ?? 0) add(copies[cell] ?? 0, value)
      for (let cell = triggerHead; cell > 0; cell = triggers[cell + 2] ?? 0)
        rules.fire(triggers[cell] ?? 0, triggers[cell + 1] ?? 0, value)
    }
  }
}

/**
 * The values of every node in the order of their arrival. A single value stands where the others have the start of their
 * block; blocks double as they fill, and those that are left are used again.
 */
function createSets(initial: number) {
  let sizes = new Uint8Array(initial)
  let starts = new Int32Array(initial)
  let pool = new Int32Array(2 * initial)
  let poolEnd = 0
  /** Start of an unused block by the logarithm of its length; the next one stands in its first place. */
  const spare = new Int32Array(32).fill(-1)

  return {
    size: (node: number) => sizes[node] ?? 0,
    value,
    has,
    push,
    grow(capacity: number): void {
      sizes = grownBytes(sizes, capacity)
      starts = grown(starts, capacity)
    },
  }

  function value(node: number, index: number): number {
    const start = starts[node] ?? 0
    return sizes[node] === 1 ? start : (pool[start + index] ?? 0)
  }

  function has(node: number, value: number): boolean {
    const size = sizes[node] ?? 0
    const start = starts[node] ?? 0
    if (size <= 1) return size === 1 && start === value
    for (let i = start; i < start + size; i++) if (pool[i] === value) return true
    return false
  }

  function push(node: number, value: number): void {
    const size = sizes[node] ?? 0
    sizes[node] = size + 1
    const start = starts[node] ?? 0
    if (size === 0) {
      starts[node] = value
      return
    }
    // Full when the size is a power of two.
    if ((size & (size - 1)) > 0) {
      pool[start + size] = value
      return
    }
    const fresh = block(2 * size)
    starts[node] = fresh
    if (size === 1) pool[fresh] = start
    else {
      for (let i = 0; i < size; i++) pool[fresh + i] = pool[start + i] ?? 0
      release(start, size)
    }
    pool[fresh + size] = value
  }

  function block(length: number): number {
    const order = 31 - Math.clz32(length)
    const found = spare[order] ?? -1
    if (found >= 0) {
      spare[order] = pool[found] ?? -1
      return found
    }
    if (poolEnd + length > pool.length) pool = grown(pool, 2 * pool.length)
    poolEnd += length
    return poolEnd - length
  }

  function release(start: number, length: number): void {
    const order = 31 - Math.clz32(length)
    pool[start] = spare[order] ?? -1
    spare[order] = start
  }
}

function grownBytes(from: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const to = new Uint8Array(length)
  to.set(from)
  return to
}
