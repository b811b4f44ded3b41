import { absent } from '../../resolve/pair-map.ts'
import { containerSort } from '../flow/flow-facts.ts'
import type { Analysis } from './analysis.ts'
import { containerOf, containerValue, entry, integer, watchEntries } from './entries.ts'
import { entryRule } from './entry-rules.ts'
import { rule } from './rules.ts'
import { sort } from './values.ts'

const none = -1

/**
 * Makes arguments flow into the parameters of a function: the registers that all calls share, and a frame's own (-1: none).
 * `self`, unless it is -1, comes before the arguments of the list. Without `unpacks`, `*` and `**` arguments stay out.
 */
export function bindArguments(
  a: Analysis,
  fn: number,
  list: number,
  self: number,
  frame: number,
  unpacks: boolean,
): void {
  const given = a.arguments
  gather(a, fn, frame)
  if (self >= 0) feedPositional(a, fn, frame, 0, self)
  if (frame < 0 && unpacks && !isFirstTime(a, fn, list, self)) return
  const offset = self >= 0 ? 1 : 0
  const count = given.positionals(list)
  for (let i = 0; i < count; i++) feedPositional(a, fn, frame, offset + i, given.positional(list, i))
  for (let k = 0; k < given.keywords(list); k++)
    feedKeyword(a, fn, frame, given.keywordName(list, k), given.keywordNode(list, k))
  if (!unpacks) return
  a.when(given.rest(list), rule.rest, fn, offset + count, frame)
  a.when(given.keywordRest(list), rule.keywordRest, fn, frame)
}

/** A call with many receivers hands the rest of its arguments over once. */
function isFirstTime(a: Analysis, fn: number, list: number, self: number): boolean {
  const key = 2 * list + (self >= 0 ? 1 : 0)
  if (a.memos.bound.get(key, fn) !== absent) return false
  a.memos.bound.set(key, fn, 1)
  return true
}

/** A `*` argument: what it holds are positional arguments from `start` on. */
export function feedRest(a: Analysis, value: number, fn: number, start: number, frame: number): void {
  const { containers, solver } = a
  const source = containerOf(a, value)
  if (source < 0) return
  watchEntries(a, source, entryRule.positionals, fn, start, frame)
  const positional = a.program.functions.positional[fn] ?? 0
  const rest = containers.rest(source)
  for (let i = start; i < positional; i++) feedPositional(a, fn, frame, i, rest)
  const shared = a.gathered.rest[fn] ?? none
  if (shared >= 0) solver.copy(rest, containers.rest(shared))
  const own = frame < 0 ? none : a.frames.rest(frame)
  if (own >= 0) solver.copy(rest, containers.rest(own))
}

/** A `**` argument. */
export function feedKeywordRest(a: Analysis, value: number, fn: number, frame: number): void {
  const source = containerOf(a, value)
  if (source >= 0) watchEntries(a, source, entryRule.keywords, fn, frame)
}

export function feedPositional(a: Analysis, fn: number, frame: number, index: number, node: number): void {
  if (node < 0) return
  const { functions } = a.program
  const positional = functions.positional[fn] ?? 0
  if (index < positional) {
    feed(a, frame, functions.lists[(functions.parameters[fn] ?? 0) + 4 * index + 1] ?? -1, node)
    return
  }
  if ((functions.rest[fn] ?? -1) < 0) return
  const key = integer(a, index - positional)
  store(a, a.gathered.rest[fn] ?? none, key, node)
  store(a, frame < 0 ? none : a.frames.rest(frame), key, node)
}

function store(a: Analysis, container: number, key: number, node: number): void {
  if (container >= 0) a.solver.copy(node, entry(a, container, key))
}

export function feedKeyword(a: Analysis, fn: number, frame: number, name: number, node: number): void {
  if (node < 0) return
  const { functions } = a.program
  const end = functions.returns[fn] ?? 0
  for (let i = functions.parameters[fn] ?? 0; i < end; i += 4)
    if (functions.lists[i] === name) {
      feed(a, frame, functions.lists[i + 1] ?? -1, node)
      return
    }
  if ((functions.keywords[fn] ?? -1) < 0) return
  const key = a.values.of(sort.text, name)
  store(a, a.gathered.keywords[fn] ?? none, key, node)
  store(a, frame < 0 ? none : a.frames.keywords(frame), key, node)
}

function feed(a: Analysis, frame: number, register: number, node: number): void {
  a.solver.copy(node, register)
  const own = frame < 0 ? -1 : a.frames.own(frame, register)
  if (own >= 0) a.solver.copy(node, own)
}

/** Containers for what no parameter takes: the function's own for everyone, and the frame's. */
function gather(a: Analysis, fn: number, frame: number): void {
  const { functions } = a.program
  const rest = gatherInto(a, a.gathered.rest, fn, functions.rest[fn] ?? -1, frame, containerSort.tuple)
  const keywords = gatherInto(a, a.gathered.keywords, fn, functions.keywords[fn] ?? -1, frame, containerSort.dict)
  if (frame >= 0) a.frames.gather(frame, rest, keywords)
}

/** Returns the frame's container, or -1. */
function gatherInto(
  a: Analysis,
  shared: Int32Array,
  fn: number,
  register: number,
  frame: number,
  kind: number,
): number {
  if (register < 0) return none
  if (shared[fn] === none) {
    const container = a.containers.make(kind)
    shared[fn] = container
    a.solver.add(register, containerValue(a, container))
  }
  const node = frame < 0 ? -1 : a.frames.own(frame, register)
  if (node < 0) return none
  const own = a.containers.make(kind)
  a.solver.add(node, containerValue(a, own))
  return own
}
