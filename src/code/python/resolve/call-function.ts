import { absent } from '../../resolve/pair-map.ts'
import { containerSort, functionFlag } from '../flow/flow-facts.ts'
import type { Analysis } from './analysis.ts'
import { bindArguments } from './bind-arguments.ts'
import { install } from './constraints.ts'
import { containerValue } from './entries.ts'
import { lateRule } from './late-rules.ts'
import { isForwardingCall, type Slice } from './slices.ts'

const deepestFrame = 3
const mostCallees = 6
const mostNested = 100

/** Calls a function of the repository; arguments as those of `invoke`, `closure` is the frame in which it was made. */
export function callFunction(
  a: Analysis,
  fn: number,
  closure: number,
  list: number,
  self: number,
  to: number,
  depth: number,
  constraint: number,
  siteFrame: number,
): void {
  const { solver, slices } = a
  const slice = isWorthRepeating(a, fn, to, constraint) ? slices.of(fn) : null
  const unpacks = siteFrame !== 0 || constraint < 0 || !isForwarding(a, constraint)
  if (slice === null || !mayRepeat(a, fn, depth, constraint)) {
    bindArguments(a, fn, list, self, -1, unpacks)
    if (to < 0) return
    const result = resultOf(a, fn, receiver(a, list, self))
    if (slice === null) solver.copy(result, to)
    else copyIfFew(a, result, to)
    return
  }
  const frame = a.frames.open(depth + 1, closure)
  bindParameters(a, fn, slice, frame, list, self)
  bindArguments(a, fn, list, self, frame, unpacks)
  const output = to >= 0 ? to : solver.node()
  addFallback(a, fn, output, receiver(a, list, self))
  repeat(a, fn, slice, frame, output)
}

/** A call whose result nobody looks at is repeated only to hand its arguments on. */
function isWorthRepeating(a: Analysis, fn: number, to: number, constraint: number): boolean {
  return to >= 0 || (constraint >= 0 && a.slices.of(fn)?.forwards === true)
}

/** Gives a frame its own nodes for the parameters that matter, with the defaults of those that are not given. */
function bindParameters(a: Analysis, fn: number, slice: Slice, frame: number, list: number, self: number): void {
  const { frames, solver } = a
  const { functions } = a.program
  const start = functions.parameters[fn] ?? 0
  const end = functions.returns[fn] ?? 0
  const given = a.arguments.positionals(list) + (self >= 0 ? 1 : 0)
  for (let i = start; i < end; i += 4) {
    const register = functions.lists[i + 1] ?? -1
    if (!slice.parameters.has(register)) continue
    const node = solver.node()
    frames.bind(frame, register, node)
    const fallback = functions.lists[i + 3] ?? -1
    const isGiven = (i - start) / 4 < given || a.arguments.hasKeyword(list, functions.lists[i] ?? -1)
    if (fallback >= 0 && !isGiven) solver.copy(fallback, node)
  }
  for (const register of [functions.rest[fn] ?? -1, functions.keywords[fn] ?? -1])
    if (slice.parameters.has(register)) frames.bind(frame, register, solver.node())
}

/** Puts the constraints of a slice to work once more, in a frame. */
function repeat(a: Analysis, fn: number, slice: Slice, frame: number, to: number): void {
  const { program, solver, frames, containers } = a
  for (const i of slice.constraints) {
    const register = program.code[(program.at[i] ?? 0) + 1] ?? -1
    if (!slice.parameters.has(register)) frames.bind(frame, register, solver.node())
  }
  for (const i of slice.constraints) install(a, i, frame)
  let output = to
  if ((program.functions.flags[fn] ?? 0) & functionFlag.generator) {
    const container = containers.make(containerSort.list)
    output = containers.rest(container)
    solver.add(to, containerValue(a, container))
  }
  for (const register of slice.outputs) solver.copy(frames.node(frame, register), output)
}

/** The annotated result stands in where nothing comes back. */
function addFallback(a: Analysis, fn: number, node: number, self: number): void {
  const type = a.program.functions.result[fn] ?? -1
  if (type >= 0) a.fallbacks.add(node, type, self)
}

/** Node of the first argument, which is what `Self` means. */
function receiver(a: Analysis, list: number, self: number): number {
  return self >= 0 ? self : a.arguments.positional(list, 0)
}

/** What depends on arguments and is not told apart by call is worth following only where there is little of it. */
function copyIfFew(a: Analysis, result: number, to: number): void {
  a.solver.add(to, a.unknown)
  if (a.memos.few.get(result, to) !== absent) return
  a.memos.few.set(result, to, 1)
  a.late.add(lateRule.copyIfFew, result, to)
}

/** Bounds what is repeated: deep calls, callees of one site, and repetitions of one function inside others. */
function mayRepeat(a: Analysis, fn: number, depth: number, constraint: number): boolean {
  if (depth > deepestFrame || a.frames.count() >= a.mostFrames) return false
  const isNested = depth > 0 || constraint < 0
  const counts = isNested ? a.repeats.byFunction : a.repeats.byConstraint
  const index = isNested ? fn : constraint
  const count = counts[index] ?? 0
  if (count >= (isNested ? mostNested : mostCallees)) return false
  counts[index] = count + 1
  return true
}

/** Whether a call hands its own function's `*args` on to a function it was given: each caller's frame does that precisely. */
function isForwarding(a: Analysis, constraint: number): boolean {
  const fn = a.program.owner[constraint] ?? -1
  return fn >= 0 && isForwardingCall(a.program, constraint) && a.slices.of(fn)?.members.has(constraint) === true
}

/** Node of all that a function returns, of a generator that yields it; `self` is what `Self` means in its annotation. */
export function resultOf(a: Analysis, fn: number, self = -1): number {
  const { solver, containers } = a
  const { functions } = a.program
  const known = a.results[fn] ?? -1
  if (known >= 0) return known
  const node = solver.node()
  a.results[fn] = node
  addFallback(a, fn, node, self)
  const isGenerator = ((functions.flags[fn] ?? 0) & functionFlag.generator) > 0
  const end = isGenerator ? (functions.parameters[fn + 1] ?? 0) : (functions.yields[fn] ?? 0)
  let into = node
  if (isGenerator) {
    const container = containers.make(containerSort.list)
    into = containers.rest(container)
    solver.add(node, containerValue(a, container))
  }
  for (let i = (isGenerator ? functions.yields[fn] : functions.returns[fn]) ?? 0; i < end; i++)
    solver.copy(functions.lists[i] ?? -1, into)
  return node
}
