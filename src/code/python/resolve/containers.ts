import { containerSort } from '../flow/flow-facts.ts'
import type { Analysis, CallArguments, Container } from './analysis.ts'
import { remember } from './attributes.ts'
import { invoke } from './invoke.ts'
import { sort } from './values.ts'

/** A new container; returns its value. */
export function makeContainer(a: Analysis, kind: number, length = -1): number {
  const fresh = {
    sort: kind,
    fields: new Map(),
    rest: a.solver.node(),
    all: -1,
    keys: -1,
    length,
    watchers: [],
    isLump: false,
  }
  const index = a.containers.push(fresh) - 1
  return a.values.of(sort.container, index)
}

/** Node of all elements of a container. */
export function allOf(a: Analysis, container: Container): number {
  if (container.all >= 0) return container.all
  container.all = a.solver.node()
  a.solver.copy(container.rest, container.all)
  for (const node of container.fields.values()) a.solver.copy(node, container.all)
  return container.all
}

/** Node of the keys of a dictionary. */
export function keysOf(a: Analysis, container: Container): number {
  if (container.keys < 0) container.keys = a.solver.node()
  return container.keys
}

export function containerOf(a: Analysis, value: number): Container | undefined {
  return a.values.kind(value) === sort.container ? a.containers[a.values.first(value)] : undefined
}

/** A sequence's elements beyond this are not told apart: `f(x, *args)` within `f(*args)` would number them without end. */
const largestIndex = 32

/** Node under a constant key; made when it is first written. */
export function entry(a: Analysis, container: Container, key: number): number {
  const known = container.fields.get(key)
  if (known !== undefined) return known
  if (a.values.kind(key) === sort.integer && a.values.first(key) > largestIndex) return container.rest
  const node = a.solver.node()
  container.fields.set(key, node)
  if (container.all >= 0) a.solver.copy(node, container.all)
  for (const watch of [...container.watchers]) watch(key, node)
  return node
}

/** Calls `then` for each constant key of a container, now or later. */
export function watchEntries(container: Container, then: (key: number, node: number) => void): void {
  container.watchers.push(then)
  for (const [key, node] of [...container.fields]) then(key, node)
}

export function isKey(a: Analysis, value: number): boolean {
  const kind = a.values.kind(value)
  return kind === sort.text || kind === sort.integer
}

/** Adds what `container[key]` gives; `key` is a constant's value, or -1 for any. */
function readEntry(a: Analysis, container: Container, key: number, to: number): void {
  if (key < 0) {
    a.solver.copy(allOf(a, container), to)
    return
  }
  if (!container.isLump) a.solver.copy(entry(a, container, fromEnd(a, container, key)), to)
  a.solver.copy(container.rest, to)
}

/** A negative index of a sequence whose length is known, counted from its start. */
function fromEnd(a: Analysis, container: Container, key: number): number {
  if (a.values.kind(key) !== sort.integer || a.values.second(key) === 0 || container.length < 0) return key
  return integer(a, container.length - a.values.first(key))
}

/** Negative integers keep their sign in the second part. */
export function integer(a: Analysis, value: number): number {
  return a.values.of(sort.integer, Math.abs(value), value < 0 ? 1 : 0)
}

export function writeEntry(a: Analysis, container: Container, key: number, from: number): void {
  if (from >= 0) a.solver.copy(from, key < 0 || container.isLump ? container.rest : entry(a, container, key))
}

/** A container with the elements `from`…`until` of another; -1 is the end, -2 unknown bounds. */
export function sliceOf(a: Analysis, container: Container, from: number, until: number): number {
  const value = makeContainer(a, container.sort)
  const result = containerOf(a, value)
  if (result === undefined) return value
  const start = from === -1 ? 0 : from
  const end =
    until === -1 ? (container.length >= 0 ? container.length : 2 ** 20) : until < 0 ? container.length + until : until
  if (from === -2 || until === -2 || end < 0) a.solver.copy(allOf(a, container), result.rest)
  else {
    a.solver.copy(container.rest, result.rest)
    watchEntries(container, (key, node) => {
      const index = a.values.kind(key) === sort.integer ? a.values.first(key) : -1
      if (index >= start && index < end) a.solver.copy(node, entry(a, result, integer(a, index - start)))
    })
  }
  return value
}

export function copyEntries(a: Analysis, from: Container, to: Container): void {
  a.solver.copy(from.rest, to.rest)
  a.solver.copy(keysOf(a, from), keysOf(a, to))
  if (to.sort === containerSort.dict) watchEntries(from, (key, node) => a.solver.copy(node, entry(a, to, key)))
  else a.solver.copy(allOf(a, from), to.rest)
}

export function containerMethodValue(a: Analysis, container: number, name: number): number {
  return a.values.of(sort.containerMethod, container, name)
}

/** What a method of a built-in container does with the values it is given. */
export function callContainerMethod(a: Analysis, method: number, given: CallArguments, to: number): void {
  const value = a.values.first(method)
  const container = containerOf(a, value)
  if (container === undefined) return
  const { solver } = a
  const [first = -1, second = -1] = given.positional
  switch (a.nameText(a.values.second(method))) {
    case 'append':
    case 'add':
    case 'appendleft':
    case 'put':
    case 'put_nowait':
      if (first >= 0) solver.copy(first, container.rest)
      return
    case 'insert':
      if (second >= 0) solver.copy(second, container.rest)
      return
    case 'extend':
    case 'update':
    case 'union':
    case 'extendleft':
      a.onValue(first, (other) => {
        const source = containerOf(a, other)
        if (source !== undefined) copyEntries(a, source, container)
      })
      for (let k = 0; k < given.keywords.length; k += 2)
        writeEntry(a, container, a.values.of(sort.text, given.keywords[k] ?? 0), given.keywords[k + 1] ?? -1)
      if (to >= 0) solver.add(to, value)
      return
    case 'setdefault':
      if (second >= 0) solver.copy(second, container.rest)
      if (to >= 0) solver.copy(allOf(a, container), to)
      return
    case 'get':
    case 'pop':
      if (to < 0) return
      if (second >= 0) solver.copy(second, to)
      readAtKeys(a, container, first, to)
      return
    case 'popleft':
    case 'get_nowait':
    case '__next__':
    case 'send':
    case '__getitem__':
      if (to >= 0) solver.copy(allOf(a, container), to)
      return
    case 'popitem':
      if (to >= 0) solver.add(to, pairOf(a, container))
      return
    case 'items':
      if (to >= 0)
        solver.add(
          to,
          listOf(a, `items${value}`, (list) => solver.add(list.rest, pairOf(a, container))),
        )
      return
    case 'values':
      if (to >= 0)
        solver.add(
          to,
          listOf(a, `values${value}`, (list) => solver.copy(allOf(a, container), list.rest)),
        )
      return
    case 'keys':
      if (to >= 0)
        solver.add(
          to,
          listOf(a, `keys${value}`, (list) => solver.copy(keysOf(a, container), list.rest)),
        )
      return
    case 'copy':
    case '__iter__':
    case '__enter__':
    case '__aiter__':
      if (to >= 0) solver.add(to, value)
      return
    case 'sort': {
      const key = given.keywords[1] ?? -1
      a.onValue(key, (fn) =>
        invoke(a, fn, { positional: [allOf(a, container)], keywords: [], rest: -1, keywordRest: -1 }, -1, 0),
      )
      return
    }
    default:
      if (to >= 0) solver.add(to, a.unknown)
  }
}

/** Reads under every constant that `key` can be, or everything when it can be none. */
export function readAtKeys(a: Analysis, container: Container, key: number, to: number): void {
  a.onValue(key, (value) => readEntry(a, container, isKey(a, value) ? value : -1, to))
  if (key < 0) a.solver.copy(allOf(a, container), to)
  else
    a.late.push(() => {
      if (a.solver.values(key).length === 0) a.solver.copy(allOf(a, container), to)
    })
}

function pairOf(a: Analysis, container: Container): number {
  const node = remember(a, `pair${container.rest}`, (fresh) => {
    const value = makeContainer(a, containerSort.tuple, 2)
    const made = containerOf(a, value)
    if (made === undefined) return
    a.solver.copy(keysOf(a, container), entry(a, made, integer(a, 0)))
    a.solver.copy(allOf(a, container), entry(a, made, integer(a, 1)))
    a.solver.add(fresh, value)
  })
  return a.solver.values(node)[0] ?? a.unknown
}

function listOf(a: Analysis, key: string, fill: (list: Container) => void): number {
  const node = remember(a, key, (fresh) => {
    const value = makeContainer(a, containerSort.list)
    const made = containerOf(a, value)
    if (made !== undefined) fill(made)
    a.solver.add(fresh, value)
  })
  return a.solver.values(node)[0] ?? a.unknown
}

/** A one-element list of what a node holds. */
export function listFrom(a: Analysis, node: number): number {
  const value = makeContainer(a, containerSort.list)
  const made = containerOf(a, value)
  if (made !== undefined && node >= 0) a.solver.copy(node, made.rest)
  return value
}

/** Receivers that are told apart in one node: a method of a class with more subclasses is as good as unknown in its callees. */
const mostInstances = 24

/** Where a node holds many values: constants become unknown, containers one container with all their elements. */
export function lump(a: Analysis, node: number, value: number, size: number): number {
  const kind = a.values.kind(value)
  if (kind === sort.text || kind === sort.integer || kind === sort.containerMethod) return a.unknown
  if (kind === sort.instance || kind === sort.bound) return size < mostInstances ? value : a.unknown
  const container = containerOf(a, value)
  if (container === undefined || container.isLump) return value
  let coarse = a.memos.lump.get(node)
  if (coarse === undefined) {
    coarse = makeContainer(a, container.sort)
    a.memos.lump.set(node, coarse)
  }
  const made = containerOf(a, coarse)
  if (made === undefined) return value
  const pair = made.rest * 2 ** 24 + container.rest
  if (a.memos.lumped.has(pair)) return coarse
  a.memos.lumped.set(pair, 0)
  made.isLump = true
  // What is nested in it is lumped into it, too: no end of containers within containers.
  a.memos.lump.set(made.rest, coarse)
  a.memos.lump.set(allOf(a, made), coarse)
  a.memos.lump.set(keysOf(a, made), coarse)
  // Later, not now: a copy can lump further, without end to the stack.
  a.deferred.push(() => {
    a.solver.copy(allOf(a, container), made.rest)
    if (container.sort === containerSort.dict) a.solver.copy(keysOf(a, container), keysOf(a, made))
  })
  return coarse
}
