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
  /**
   * What takes a value's place in a node that holds `size` already: something coarser, or the value itself; -1 when the node
   * is too vague to take any more.
   */
  lump(node: number, value: number, size: number): number
}

const limit = 64
/** Number of values of a node from which on those that are plentiful are lumped together. */
const lumpFrom = 8
/** How far a new copy looks for its like among those of the same node. */
const fewCopies = 16

/** What is known of a node lies side by side, so that looking at it costs one access to memory. */
const width = 4
/** First number of a node: how many values it holds, how many of them have been passed on, whether it waits to pass on more or takes no more. */
const sizeMask = 0xff
const passedShift = 8
const queued = 1 << 16
const closed = 1 << 17
/** Its other numbers: the only value, or where its values begin in the pool; heads of linked lists, whose end is 0. */
const start = 1
const copyHead = 2
const triggerHead = 3

/** Everything is numbers in typed arrays: a repository has millions of nodes, most of which hold one value or none. */
export function createSolver(first: number, rules: SolverRules): Solver {
  let count = first
  let capacity = 2 ** Math.ceil(Math.log2(Math.max(1024, first * 2)))
  let nodes = new Int32Array(width * capacity)
  const pool = createPool()
  /** Cells of target and next. */
  let copies = new Int32Array(2 * capacity)
  let copiesEnd = 2
  /** Cells of trigger, frame and next. */
  let triggers = new Int32Array(3 * capacity)
  let triggersEnd = 3
  /** Nodes with values to pass on, first in first out, each at most once. */
  let queue = new Int32Array(capacity)
  let queueStart = 0
  let queueEnd = 0

  return { node, add, copy, on, size, value, values, run }

  function node(): number {
    if (count === capacity) grow()
    return count++
  }

  function grow(): void {
    const before = capacity
    capacity *= 2
    nodes = grown(nodes, width * capacity)
    const waiting = new Int32Array(capacity)
    let length = 0
    for (; queueStart < queueEnd; queueStart++) waiting[length++] = queue[queueStart & (before - 1)] ?? 0
    queue = waiting
    queueStart = 0
    queueEnd = length
  }

  function size(node: number): number {
    return (nodes[width * node] ?? 0) & sizeMask
  }

  function value(node: number, index: number): number {
    const at = nodes[width * node + start] ?? 0
    return size(node) === 1 ? at : pool.get(at + index)
  }

  function values(node: number): number[] {
    const held: number[] = []
    for (let i = 0; i < size(node); i++) held.push(value(node, i))
    return held
  }

  function add(node: number, value: number): void {
    const state = nodes[width * node] ?? 0
    if ((state & closed) > 0) return
    const held = state & sizeMask
    const at = nodes[width * node + start] ?? 0
    if (held === 1 ? at === value : pool.has(at, held, value)) return
    if (held >= lumpFrom) {
      const coarse = held < limit ? rules.lump(node, value, held) : -1
      if (coarse !== value) {
        if (coarse >= 0) add(node, coarse)
        else nodes[width * node] = state | closed
        return
      }
    }
    nodes[width * node + start] = held === 0 ? value : pool.append(at, held, value)
    nodes[width * node] = (state + 1) | queued
    if ((state & queued) === 0) queue[queueEnd++ & (capacity - 1)] = node
  }

  function copy(from: number, to: number): void {
    if (from === to) return
    const head = nodes[width * from + copyHead] ?? 0
    let cell = head
    for (let steps = 0; cell > 0 && steps < fewCopies; steps++) {
      if (copies[cell] === to) return
      cell = copies[cell + 1] ?? 0
    }
    if (copiesEnd === copies.length) copies = grown(copies, 2 * copiesEnd)
    copies[copiesEnd] = to
    copies[copiesEnd + 1] = head
    nodes[width * from + copyHead] = copiesEnd
    copiesEnd += 2
    const end = passed(from)
    for (let i = 0; i < end; i++) add(to, value(from, i))
  }

  function on(node: number, trigger: number, frame: number): void {
    if (triggersEnd === triggers.length) triggers = grown(triggers, 2 * triggersEnd)
    triggers[triggersEnd] = trigger
    triggers[triggersEnd + 1] = frame
    triggers[triggersEnd + 2] = nodes[width * node + triggerHead] ?? 0
    nodes[width * node + triggerHead] = triggersEnd
    triggersEnd += 3
    const end = passed(node)
    for (let i = 0; i < end; i++) rules.fire(trigger, frame, value(node, i))
  }

  function passed(node: number): number {
    return ((nodes[width * node] ?? 0) >> passedShift) & sizeMask
  }

  function run(): void {
    while (queueStart < queueEnd) pass(queue[queueStart++ & (capacity - 1)] ?? 0)
  }

  /** Passes a node's new values on. What is added meanwhile queues it again; constraints added meanwhile see the values so far. */
  function pass(node: number): void {
    const from = passed(node)
    const end = size(node)
    nodes[width * node] = (end << passedShift) | end | ((nodes[width * node] ?? 0) & closed)
    const copied = nodes[width * node + copyHead] ?? 0
    const triggered = nodes[width * node + triggerHead] ?? 0
    for (let i = from; i < end; i++) {
      const each = value(node, i)
      for (let cell = copied; cell > 0; cell = copies[cell + 1] ?? 0) add(copies[cell] ?? 0, each)
      for (let cell = triggered; cell > 0; cell = triggers[cell + 2] ?? 0)
        rules.fire(triggers[cell] ?? 0, triggers[cell + 1] ?? 0, each)
    }
  }
}

/** Blocks of values. They double as they fill, and those that are left are used again. */
function createPool() {
  let cells = new Int32Array(4096)
  let used = 0
  /** Start of an unused block by the logarithm of its length; the next one stands in its first place. */
  const spare = new Int32Array(32).fill(-1)

  return {
    get: (position: number) => cells[position] ?? 0,
    has(start: number, length: number, value: number): boolean {
      for (let i = start; i < start + length; i++) if (cells[i] === value) return true
      return false
    },
    append,
  }

  /** Adds a value to the block of a node that holds `length` (one value is no block yet); returns where the block is now. */
  function append(start: number, length: number, value: number): number {
    // Full when the length is a power of two.
    if ((length & (length - 1)) > 0) {
      cells[start + length] = value
      return start
    }
    const fresh = take(2 * length)
    if (length === 1) cells[fresh] = start
    else {
      cells.copyWithin(fresh, start, start + length)
      release(start, length)
    }
    cells[fresh + length] = value
    return fresh
  }

  function take(length: number): number {
    const order = 31 - Math.clz32(length)
    const found = spare[order] ?? -1
    if (found >= 0) {
      spare[order] = cells[found] ?? -1
      return found
    }
    if (used + length > cells.length) cells = grown(cells, 2 * cells.length)
    used += length
    return used - length
  }

  function release(start: number, length: number): void {
    const order = 31 - Math.clz32(length)
    cells[start] = spare[order] ?? -1
    spare[order] = start
  }
}
