import { absent } from '../../resolve/pair-map.ts'
import type { Analysis } from './analysis.ts'
import { field, holding, instanceAttribute, ownAttribute } from './attributes.ts'
import { callFunction } from './call-function.ts'
import { callContainerMethod } from './container-methods.ts'
import { callExternal } from './external-calls.ts'
import { rule } from './rules.ts'
import { sort } from './values.ts'

/** Objects whose `__call__` is such an object again, and the like, end here. */
const deepestCall = 12

/** A class has one `__new__`, a few where definitions depend on conditions; a register that holds more says nothing. */
const mostAllocators = 8

/**
 * Calls a value: binds arguments to parameters and adds what comes back to `to` (-1: nobody looks). `self` is the node of an
 * argument before those of the list, or -1. `constraint` and `frame` say where the call stands; -1: no constraint makes it.
 */
export function invoke(
  a: Analysis,
  callee: number,
  list: number,
  self: number,
  to: number,
  depth: number,
  constraint = -1,
  frame = 0,
): void {
  if (depth > deepestCall) return
  const { values, solver } = a
  const first = values.first(callee)
  switch (values.kind(callee)) {
    case sort.function:
      callFunction(a, first, values.second(callee), list, self, to, depth, constraint, frame)
      return
    case sort.bound:
      invoke(a, first, withFirst(a, list, self), holding(a, values.second(callee)), to, depth, constraint, frame)
      return
    case sort.static:
    case sort.classMethod:
      invoke(a, first, list, self, to, depth, constraint, frame)
      return
    case sort.class:
      construct(a, first, list, self, to, depth)
      return
    case sort.instance:
      a.when(instanceAttribute(a, first, a.names.known.call), rule.invoke, list, self, to, depth + 1)
      return
    case sort.partial: {
      const partial = a.partials[first]
      if (partial === undefined) return
      a.when(partial.callee, rule.invoke, joined(a, partial.given, withFirst(a, list, self)), -1, to, depth + 1)
      return
    }
    case sort.external:
      callExternal(a, callee, withFirst(a, list, self), to, depth, constraint, frame)
      return
    case sort.containerMethod:
      callContainerMethod(a, callee, withFirst(a, list, self), to)
      return
    case sort.callable:
      if (to >= 0) solver.copy(first, to)
      return
    case sort.propertyPart:
      if (to >= 0)
        a.when(self >= 0 ? self : a.arguments.positional(list, 0), rule.propertyPart, first, values.second(callee), to)
      return
    default:
  }
}

/** A list that begins with `self`, unless that is -1. */
function withFirst(a: Analysis, list: number, self: number): number {
  if (self < 0) return list
  const given = a.arguments.read(list)
  return a.arguments.make({ ...given, positional: [self, ...given.positional] })
}

/** Arguments given at first, and those given now. */
function joined(a: Analysis, earlier: number, later: number): number {
  const before = a.arguments.read(earlier)
  const now = a.arguments.read(later)
  return a.arguments.make({
    positional: [...before.positional, ...now.positional],
    keywords: [...before.keywords, ...now.keywords],
    rest: now.rest >= 0 ? now.rest : before.rest,
    keywordRest: now.keywordRest >= 0 ? now.keywordRest : before.keywordRest,
  })
}

/** Calling a class makes an instance of it. */
function construct(a: Analysis, cls: number, list: number, self: number, to: number, depth: number): void {
  const { values, names, solver } = a
  if (to >= 0) solver.add(to, values.of(sort.instance, cls))
  const allocator = ownAttribute(a, cls, names.known.new)
  if (allocator !== absent && solver.size(allocator) <= mostAllocators) {
    const owner = holding(a, values.of(sort.class, cls))
    a.when(allocator, rule.invoke, withFirst(a, list, self), owner, -1, depth + 1)
  }
  if (ownAttribute(a, cls, names.known.init) !== absent)
    a.when(instanceAttribute(a, cls, names.known.init), rule.invoke, list, self, -1, depth + 1)
  else fillFields(a, cls, withFirst(a, list, self))
}

/** A class without `__init__` whose body annotates names takes them as arguments: dataclasses, named tuples and their kin. */
function fillFields(a: Analysis, cls: number, list: number): void {
  const given = a.arguments
  const count = given.positionals(list)
  const keywords = given.keywords(list)
  if (count + keywords === 0) return
  const names = fieldNames(a, cls)
  const fill = (name: number | undefined, node: number) => {
    if (name !== undefined && node >= 0) a.solver.copy(node, field(a, a.values.of(sort.class, cls), name))
  }
  for (let i = 0; i < count; i++) fill(names[i], given.positional(list, i))
  for (let k = 0; k < keywords; k++) {
    const name = given.keywordName(list, k)
    if (names.includes(name)) fill(name, given.keywordNode(list, k))
  }
}

/** Annotated names of a class and of those it inherits from, the most general first. */
function fieldNames(a: Analysis, cls: number): number[] {
  const names: number[] = []
  const order = a.hierarchy.order[cls] ?? []
  for (let i = order.length - 1; i >= 0; i--) {
    const { types = [] } = a.program.classes[order[i] ?? -1] ?? {}
    for (let k = 0; k < types.length; k += 2) {
      const name = types[k] ?? -1
      if (!names.includes(name)) names.push(name)
    }
  }
  return names
}
