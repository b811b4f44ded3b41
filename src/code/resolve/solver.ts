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
const limit = 32
/** Number of values of a node from which on those that are plentiful are lumped together. */
const lumpFrom = 8

export interface SolverRules {
  /** A value has arrived at a node that has a trigger. */
  fire(trigger: number, frame: number, value: number): void
  /** What takes a value's place in a node that holds many: something coarser, or the value itself. */
  lump(node: number, value: number): number
}

export function createSolver(first: number, rules: SolverRules): Solver {
  const sets: (number[] | undefined)[] = new Array(first).fill(undefined)
  /** How many of a node's values have been passed on. */
  const passed: number[] = new Array(first).fill(0)
  /** Copy targets of a node; triggers and frames of a node, alternating. */
  const copies: (number[] | undefined)[] = new Array(first).fill(undefined)
  const triggers: (number[] | undefined)[] = new Array(first).fill(undefined)
  const queue: number[] = []
  const isQueued: boolean[] = new Array(first).fill(false)

  return { node, add, copy, on, values: (node) => sets[node] ?? none, run }

  function node(): number {
    sets.push(undefined)
    passed.push(0)
    copies.push(undefined)
    triggers.push(undefined)
    isQueued.push(false)
    return sets.length - 1
  }

  function add(node: number, value: number): void {
    const set = sets[node]
    if (set === undefined) sets[node] = [value]
    else {
      if (set.length >= limit || set.includes(value)) return
      if (set.length >= lumpFrom) {
        const coarse = rules.lump(node, value)
        if (coarse !== value) {
          add(node, coarse)
          return
        }
      }
      set.push(value)
    }
    if (isQueued[node] === true) return
    isQueued[node] = true
    queue.push(node)
  }

  function copy(from: number, to: number): void {
    if (from === to) return
    const targets = copies[from]
    if (targets === undefined) copies[from] = [to]
    else {
      if (targets.length < 16 ? targets.includes(to) : targets[targets.length - 1] === to) return
      targets.push(to)
    }
    const set = sets[from]
    if (set === undefined) return
    const end = passed[from] ?? 0
    for (let i = 0; i < end; i++) add(to, set[i] ?? 0)
  }

  function on(node: number, trigger: number, frame: number): void {
    const list = triggers[node]
    if (list === undefined) triggers[node] = [trigger, frame]
    else list.push(trigger, frame)
    const set = sets[node]
    if (set === undefined) return
    const end = passed[node] ?? 0
    for (let i = 0; i < end; i++) rules.fire(trigger, frame, set[i] ?? 0)
  }

  function run(): void {
    for (let head = 0; head < queue.length; head++) {
      const node = queue[head] ?? 0
      isQueued[node] = false
      const set = sets[node]
      if (set === undefined) continue
      // What is added meanwhile queues the node again; constraints added meanwhile see the values up to `passed`.
      const from = passed[node] ?? 0
      const end = set.length
      passed[node] = end
      const targets = copies[node]
      const listed = triggers[node]
      const targetCount = targets?.length ?? 0
      const triggerCount = listed?.length ?? 0
      for (let i = from; i < end; i++) {
        const value = set[i] ?? 0
        if (targets !== undefined) for (let t = 0; t < targetCount; t++) add(targets[t] ?? 0, value)
        if (listed !== undefined)
          for (let t = 0; t < triggerCount; t += 2) rules.fire(listed[t] ?? 0, listed[t + 1] ?? 0, value)
      }
      if (head > 1_000_000) {
        queue.splice(0, head + 1)
        head = -1
      }
    }
    queue.length = 0
  }
}
