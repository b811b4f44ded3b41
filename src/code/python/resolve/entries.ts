import { absent } from '../../resolve/pair-map.ts'
import { containerSort } from '../flow/flow-facts.ts'
import type { Analysis } from './analysis.ts'
import { entryRule, fireEntry } from './entry-rules.ts'
import { lateRule } from './late-rules.ts'
import { rule } from './rules.ts'
import { sort } from './values.ts'

/** A sequence's elements beyond this are not told apart: `f(x, *args)` within `f(*args)` would number them without end. */
const largestIndex = 32

/** A container as a value. */
export function containerValue(a: Analysis, container: number): number {
  return a.values.of(sort.container, container)
}

/** Number of the container that a value is, or -1. */
export function containerOf(a: Analysis, value: number): number {
  return a.values.kind(value) === sort.container ? a.values.first(value) : -1
}

/** Node under a constant key; made when it is first written. */
export function entry(a: Analysis, container: number, key: number): number {
  const known = a.containers.field(container, key)
  if (known !== absent) return known
  if (a.values.kind(key) === sort.integer && a.values.first(key) > largestIndex) return a.containers.rest(container)
  const node = a.containers.addField(container, key)
  const last = a.containers.lastWatcher(container)
  for (let w = a.containers.firstWatcher(container); w > 0; w = w === last ? 0 : a.containers.nextWatcher(w))
    fireEntry(a, w, key, node)
  return node
}

/** Applies a rule (see `fireEntry`) to each constant key of a container, now or later. */
export function watchEntries(a: Analysis, container: number, kind: number, first: number, second = 0, third = 0): void {
  const { containers } = a
  const watcher = containers.watch(container, kind, first, second, third)
  const last = containers.lastField(container)
  for (
    let field = containers.firstField(container);
    field > 0;
    field = field === last ? 0 : containers.nextField(field)
  )
    fireEntry(a, watcher, containers.fieldKey(field), containers.fieldNode(field))
}

export function isKey(a: Analysis, value: number): boolean {
  const kind = a.values.kind(value)
  return kind === sort.text || kind === sort.integer
}

/** Negative integers keep their sign in the second part. */
export function integer(a: Analysis, value: number): number {
  return a.values.of(sort.integer, Math.abs(value), value < 0 ? 1 : 0)
}

/** Adds what `container[key]` gives; `key` is a constant's value, or -1 for any. */
export function readEntry(a: Analysis, container: number, key: number, to: number): void {
  const { containers, solver } = a
  if (key < 0) {
    solver.copy(containers.all(container), to)
    return
  }
  if (!containers.isLump(container)) solver.copy(entry(a, container, fromEnd(a, container, key)), to)
  solver.copy(containers.rest(container), to)
}

/** A negative index of a sequence whose length is known, counted from its start. */
function fromEnd(a: Analysis, container: number, key: number): number {
  const length = a.containers.length(container)
  if (a.values.kind(key) !== sort.integer || a.values.second(key) === 0 || length < 0) return key
  return integer(a, length - a.values.first(key))
}

export function writeEntry(a: Analysis, container: number, key: number, from: number): void {
  if (from < 0) return
  const isVague = key < 0 || a.containers.isLump(container)
  a.solver.copy(from, isVague ? a.containers.rest(container) : entry(a, container, key))
}

/** Reads under every constant that `key` can be, or everything when it can be none. */
export function readAtKeys(a: Analysis, container: number, key: number, to: number): void {
  if (key < 0) {
    a.solver.copy(a.containers.all(container), to)
    return
  }
  a.when(key, rule.readKey, container, to)
  a.late.add(lateRule.readAll, key, container, to)
}

/** Writes under every constant that `key` can be, or under an unknown one when it can be none. */
export function writeAtKeys(a: Analysis, container: number, key: number, from: number): void {
  if (key < 0) {
    writeEntry(a, container, -1, from)
    return
  }
  a.solver.copy(key, a.containers.keys(container))
  a.when(key, rule.writeKey, container, from)
  a.late.add(lateRule.writeAny, key, container, from)
}

/** A container with the elements `from`…`until` of another; -1 is the end, -2 unknown bounds. */
export function sliceOf(a: Analysis, container: number, from: number, until: number): number {
  const { containers, solver } = a
  const result = containers.make(containers.sort(container))
  const length = containers.length(container)
  const start = from === -1 ? 0 : from
  const end = until === -1 ? (length >= 0 ? length : 2 ** 20) : until < 0 ? length + until : until
  if (from === -2 || until === -2 || end < 0) solver.copy(containers.all(container), containers.rest(result))
  else {
    solver.copy(containers.rest(container), containers.rest(result))
    watchEntries(a, container, entryRule.slice, result, start, end)
  }
  return containerValue(a, result)
}

export function copyEntries(a: Analysis, from: number, to: number): void {
  const { containers, solver } = a
  solver.copy(containers.rest(from), containers.rest(to))
  solver.copy(containers.keys(from), containers.keys(to))
  if (containers.sort(to) === containerSort.dict) watchEntries(a, from, entryRule.copy, to)
  else solver.copy(containers.all(from), containers.rest(to))
}

/** A list of what a node holds. */
export function listFrom(a: Analysis, node: number): number {
  const list = a.containers.make(containerSort.list)
  if (node >= 0) a.solver.copy(node, a.containers.rest(list))
  return containerValue(a, list)
}
