import { containerSort, functionFlag } from '../flow/flow-facts.ts'
import type { Analysis, CallArguments } from './analysis.ts'
import { field, holding, instanceAttribute, ownAttribute } from './attributes.ts'
import { callExternal } from './builtins.ts'
import { install } from './constraints.ts'
import { callContainerMethod, containerOf, entry, integer, isKey, makeContainer, watchEntries } from './containers.ts'
import { sort } from './values.ts'

/** Where a call stands: its constraint and frame; -1 for calls that no constraint makes. */
export interface CallSite {
  readonly constraint: number
  readonly frame: number
}

const deepestFrame = 3
/** Objects whose `__call__` is such an object again, and the like, end here. */
const deepestCall = 12
const mostCallees = 6
const mostNested = 100
const fewResults = 3
const nowhere: CallSite = { constraint: -1, frame: 0 }

/** Calls a value: binds arguments to parameters and adds what comes back to `to` (-1: nobody looks). */
export function invoke(
  a: Analysis,
  callee: number,
  given: CallArguments,
  to: number,
  depth: number,
  site = nowhere,
): void {
  if (depth > deepestCall) return
  const { values, solver } = a
  const first = values.first(callee)
  switch (values.kind(callee)) {
    case sort.function:
      callFunction(a, first, values.second(callee), given, to, depth, site)
      return
    case sort.bound:
      invoke(a, first, withFirst(given, holding(a, values.second(callee))), to, depth, site)
      return
    case sort.static:
    case sort.classMethod:
      invoke(a, first, given, to, depth, site)
      return
    case sort.class:
      construct(a, first, given, to, depth)
      return
    case sort.instance:
      a.onValue(instanceAttribute(a, first, a.name('__call__')), (method) => invoke(a, method, given, to, depth + 1))
      return
    case sort.partial: {
      const partial = a.partials[first]
      if (partial === undefined) return
      const merged = {
        positional: [...partial.given.positional, ...given.positional],
        keywords: [...partial.given.keywords, ...given.keywords],
        rest: given.rest >= 0 ? given.rest : partial.given.rest,
        keywordRest: given.keywordRest >= 0 ? given.keywordRest : partial.given.keywordRest,
      }
      a.onValue(partial.callee, (inner) => invoke(a, inner, merged, to, depth + 1))
      return
    }
    case sort.external:
      callExternal(a, callee, given, to, depth, site)
      return
    case sort.containerMethod:
      callContainerMethod(a, callee, given, to)
      return
    case sort.callable:
      if (to >= 0) solver.copy(first, to)
      return
    case sort.propertyPart:
      if (to >= 0)
        a.onValue(given.positional[0] ?? -1, (fn) => solver.add(to, withPart(a, first, values.second(callee), fn)))
      return
    default:
  }
}

function withFirst(given: CallArguments, first: number): CallArguments {
  return { ...given, positional: [first, ...given.positional] }
}

/** A property with its getter, setter or deleter replaced. */
function withPart(a: Analysis, property: number, part: number, fn: number): number {
  const before = a.properties[a.values.first(property)] ?? { getter: -1, setter: -1, deleter: -1, descriptor: -1 }
  const parts = ['getter', 'setter', 'deleter'] as const
  return a.values.of(sort.property, a.properties.push({ ...before, [parts[part] ?? 'getter']: fn }) - 1)
}

export function makeProperty(a: Analysis, getter: number, setter = -1, descriptor = -1): number {
  const key = `p${getter}.${setter}.${descriptor}`
  const known = a.memo.get(key)
  if (known !== undefined) return known
  const value = a.values.of(sort.property, a.properties.push({ getter, setter, deleter: -1, descriptor }) - 1)
  a.memo.set(key, value)
  return value
}

function construct(a: Analysis, cls: number, given: CallArguments, to: number, depth: number): void {
  const { values, solver } = a
  const instance = values.of(sort.instance, cls)
  if (to >= 0) solver.add(to, instance)
  const create = a.name('__new__')
  const allocator = ownAttribute(a, cls, create)
  if (allocator !== undefined)
    a.onValue(allocator, (fn) => invoke(a, fn, withFirst(given, holding(a, values.of(sort.class, cls))), -1, depth + 1))
  const initialise = a.name('__init__')
  if (ownAttribute(a, cls, initialise) !== undefined)
    a.onValue(instanceAttribute(a, cls, initialise), (method) => invoke(a, method, given, -1, depth + 1))
  else fillFields(a, cls, given)
}

/** A class without `__init__` whose body annotates names takes them as arguments: dataclasses, named tuples and their kin. */
function fillFields(a: Analysis, cls: number, given: CallArguments): void {
  const names: number[] = []
  for (const ancestor of [...(a.hierarchy.order[cls] ?? [])].reverse())
    for (const name of a.program.classes[ancestor]?.types.keys() ?? []) if (!names.includes(name)) names.push(name)
  const owner = a.values.of(sort.class, cls)
  given.positional.forEach((node, i) => {
    const name = names[i]
    if (name !== undefined && node >= 0) a.solver.copy(node, field(a, owner, name))
  })
  for (let k = 0; k < given.keywords.length; k += 2) {
    const name = given.keywords[k] ?? -1
    if (names.includes(name) && (given.keywords[k + 1] ?? -1) >= 0)
      a.solver.copy(given.keywords[k + 1] ?? -1, field(a, owner, name))
  }
}

function callFunction(
  a: Analysis,
  fn: number,
  closure: number,
  given: CallArguments,
  to: number,
  depth: number,
  site: CallSite,
): void {
  const declared = a.program.functions[fn]
  if (declared === undefined) return
  const { solver } = a
  const slice = to >= 0 && mayRepeat(a, fn, depth, site) ? a.slices.of(fn) : null
  const local = new Map(slice === null ? [] : (a.frames[closure]?.map ?? []))
  const { parameters } = declared
  const passesOn = site.frame === 0 && site.constraint >= 0 && isForwarding(a, site.constraint)
  if (slice !== null)
    for (let i = 0; i < parameters.length; i += 4) {
      const register = parameters[i + 1] ?? -1
      if (!slice.parameters.has(register)) continue
      const node = solver.node()
      local.set(register, node)
      const fallback = parameters[i + 3] ?? -1
      if (fallback >= 0 && !isGiven(given, i / 4, parameters[i] ?? -1)) solver.copy(fallback, node)
    }
  bindArguments(
    a,
    fn,
    given,
    passesOn,
    (register, node) => {
      if (node < 0) return
      solver.copy(node, register)
      const own = local.get(register)
      if (own && slice?.parameters.has(register)) solver.copy(node, own)
    },
    slice?.parameters.has(declared.rest) ? own(declared.rest) : -1,
    slice?.parameters.has(declared.keywords) ? own(declared.keywords) : -1,
  )
  if (to < 0) return
  const isGenerator = (declared.flags & functionFlag.generator) > 0
  if (declared.result >= 0)
    a.fallbacks.push({
      node: slice === null ? resultOf(a, fn) : to,
      type: declared.result,
      self: given.positional[0] ?? -1,
    })
  if (slice === null) {
    if (a.slices.of(fn) === null) solver.copy(resultOf(a, fn), to)
    else copyIfFew(a, resultOf(a, fn), to)
    return
  }
  const frame = a.frames.push({ map: local, depth: depth + 1 }) - 1
  for (const i of slice.constraints) {
    const register = a.program.code[(a.program.at[i] ?? 0) + 1] ?? -1
    if (!local.has(register) || !slice.parameters.has(register)) local.set(register, solver.node())
  }
  for (const i of slice.constraints) install(a, i, frame)
  let output = to
  if (isGenerator) {
    const container = makeContainer(a, containerSort.list)
    output = containerOf(a, container)?.rest ?? to
    solver.add(to, container)
  }
  for (const register of slice.outputs) solver.copy(local.get(register) ?? register, output)

  function own(register: number): number {
    const node = solver.node()
    local.set(register, node)
    return node
  }
}

/** What depends on arguments and is not told apart by call is worth following only where there is little of it. */
function copyIfFew(a: Analysis, result: number, to: number): void {
  a.solver.add(to, a.unknown)
  a.late.push(() => {
    if (a.solver.values(result).length <= fewResults) a.solver.copy(result, to)
  })
}

/** Bounds what is repeated: deep calls, callees of one site, and repetitions of one function inside others. */
function mayRepeat(a: Analysis, fn: number, depth: number, site: CallSite): boolean {
  if (depth > deepestFrame || a.frames.length >= a.mostFrames || a.slices.of(fn) === null) return false
  const key = depth === 0 && site.constraint >= 0 ? site.constraint : -1 - fn
  const count = a.memos.repeated.get(key) ?? 0
  a.memos.repeated.set(key, count + 1)
  return count < (key >= 0 ? mostCallees : mostNested)
}

function isGiven(given: CallArguments, index: number, name: number): boolean {
  if (index < given.positional.length) return true
  for (let k = 0; k < given.keywords.length; k += 2) if (given.keywords[k] === name) return true
  return false
}

/** Whether a call hands its own function's `*args` on to a function it was given: each caller's frame does that precisely. */
function isForwarding(a: Analysis, constraint: number): boolean {
  const fn = a.program.owner[constraint] ?? -1
  return (
    fn >= 0 &&
    (a.slices.of(fn)?.members.has(constraint) ?? false) &&
    isHandedIn(a, fn, a.program.code[(a.program.at[constraint] ?? 0) + 2] ?? -1)
  )
}

/** Whether a register is a parameter, of this function or of one around it. */
export function isHandedIn(a: Analysis, fn: number, register: number): boolean {
  for (let outer = fn; outer >= 0; outer = a.program.functions[outer]?.parent ?? -1) {
    const { parameters = [] } = a.program.functions[outer] ?? {}
    for (let i = 1; i < parameters.length; i += 4) if (parameters[i] === register) return true
  }
  return false
}

function bindArguments(
  a: Analysis,
  fn: number,
  given: CallArguments,
  passesOn: boolean,
  feed: (register: number, node: number) => void,
  ownRest: number,
  ownKeywords: number,
): void {
  const declared = a.program.functions[fn]
  if (declared === undefined) return
  const { parameters, positional, rest, keywords } = declared
  const rests = collectors(a, rest, ownRest, `rest${fn}`, containerSort.tuple)
  const dictionaries = collectors(a, keywords, ownKeywords, `keywords${fn}`, containerSort.dict)
  given.positional.forEach((node, i) => {
    if (i < positional) feed(parameters[4 * i + 1] ?? -1, node)
    else
      for (const container of rests) if (node >= 0) a.solver.copy(node, entry(a, container, integer(a, i - positional)))
  })
  const byName = (name: number, node: number) => {
    if (node < 0) return
    for (let i = 0; i < parameters.length; i += 4)
      if (parameters[i] === name) {
        feed(parameters[i + 1] ?? -1, node)
        return
      }
    for (const container of dictionaries) a.solver.copy(node, entry(a, container, a.values.of(sort.text, name)))
  }
  for (let k = 0; k < given.keywords.length; k += 2) byName(given.keywords[k] ?? -1, given.keywords[k + 1] ?? -1)
  if (passesOn) return
  const start = given.positional.length
  if (given.rest >= 0)
    a.onValue(given.rest, (value) => {
      const source = containerOf(a, value)
      if (source === undefined) return
      watchEntries(source, (key, node) => {
        const index = isKey(a, key) && a.values.kind(key) === sort.integer ? start + a.values.first(key) : -1
        if (index >= 0 && index < positional) feed(parameters[4 * index + 1] ?? -1, node)
        else if (index >= 0)
          for (const container of rests) a.solver.copy(node, entry(a, container, integer(a, index - positional)))
      })
      for (let i = start; i < positional; i++) feed(parameters[4 * i + 1] ?? -1, source.rest)
      for (const container of rests) a.solver.copy(source.rest, container.rest)
    })
  if (given.keywordRest >= 0)
    a.onValue(given.keywordRest, (value) => {
      const source = containerOf(a, value)
      if (source !== undefined)
        watchEntries(source, (key, node) => {
          if (a.values.kind(key) === sort.text) byName(a.values.first(key), node)
        })
    })
}

/** Containers that gather what no parameter takes: the function's own for everyone, and the frame's. */
function collectors(a: Analysis, register: number, own: number, key: string, kind: number) {
  const found = []
  if (register < 0) return []
  let shared = a.memo.get(key)
  if (shared === undefined) {
    shared = makeContainer(a, kind)
    a.memo.set(key, shared)
    a.solver.add(register, shared)
  }
  found.push(shared)
  if (own >= 0) {
    const value = makeContainer(a, kind)
    a.solver.add(own, value)
    found.push(value)
  }
  return found.map((value) => containerOf(a, value)).filter((container) => container !== undefined)
}

/** Node of all that a function returns; of a generator that yields it. */
export function resultOf(a: Analysis, fn: number): number {
  const known = a.results[fn]
  if (known !== undefined) return known
  const { solver } = a
  const node = solver.node()
  a.results[fn] = node
  const declared = a.program.functions[fn]
  if (declared === undefined) return node
  if (declared.flags & functionFlag.generator) {
    const container = makeContainer(a, containerSort.list)
    const elements = containerOf(a, container)?.rest ?? node
    for (const register of declared.yields) solver.copy(register, elements)
    solver.add(node, container)
  } else for (const register of declared.returns) solver.copy(register, node)
  return node
}
