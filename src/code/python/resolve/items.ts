import { containerSort } from '../flow/flow-facts.ts'
import type { Analysis } from './analysis.ts'
import { instanceAttribute } from './attributes.ts'
import { containerOf, containerValue, integer, readAtKeys, watchEntries, writeAtKeys, writeEntry } from './entries.ts'
import { entryRule } from './entry-rules.ts'
import { rule } from './rules.ts'
import { subscripted } from './types.ts'
import { sort } from './values.ts'

/** `[a, b, *c]` in a frame; `p` is where the constraint begins. */
export function makeSequence(a: Analysis, p: number, frame: number, to: number): void {
  const { containers, frames } = a
  const { code } = a.program
  const count = code[p + 3] ?? 0
  let isExact = true
  for (let k = 0; k < count; k++) if ((code[p + 4 + k] ?? -1) <= -2) isExact = false
  const container = containers.make(code[p + 2] ?? 0, isExact ? count : -1)
  let index = 0
  for (let k = 0; k < count; k++) {
    const register = code[p + 4 + k] ?? -1
    if (register <= -2) {
      a.when(frames.node(frame, -2 - register), rule.iterate, containers.rest(container))
      index = -1
    } else if (register >= 0) writeEntry(a, container, index < 0 ? -1 : integer(a, index), frames.node(frame, register))
    if (index >= 0) index++
  }
  a.solver.add(to, containerValue(a, container))
}

/** `{key: value, **other}` in a frame. */
export function makeDictionary(a: Analysis, p: number, frame: number, to: number): void {
  const { code } = a.program
  const container = a.containers.make(containerSort.dict)
  const count = code[p + 2] ?? 0
  for (let k = 0; k < count; k++) {
    const key = code[p + 3 + 2 * k] ?? -1
    const element = a.frames.node(frame, code[p + 4 + 2 * k] ?? -1)
    if (key === -2) a.when(element, rule.copyEntries, container)
    else writeAtKeys(a, container, a.frames.node(frame, key), element)
  }
  a.solver.add(to, containerValue(a, container))
}

/** `object[key]`; key -1: some key. */
export function readItem(a: Analysis, object: number, key: number, to: number, depth: number): void {
  const { values, solver } = a
  const first = values.first(object)
  switch (values.kind(object)) {
    case sort.container:
      readAtKeys(a, first, key, to)
      return
    case sort.instance: {
      const method = instanceAttribute(a, first, a.names.known.getItem)
      a.when(method, rule.invoke, a.arguments.ofPositionals(key), -1, to, depth + 1)
      return
    }
    case sort.class:
      solver.add(to, a.hierarchy.isEnumeration(first) ? values.of(sort.instance, first) : object)
      return
    case sort.external:
      solver.add(to, subscripted(a, object, key))
      return
    case sort.typeForm:
    case sort.text:
      solver.add(to, a.unknown)
      return
    default:
  }
}

export function writeItem(a: Analysis, object: number, key: number, from: number, depth: number): void {
  const first = a.values.first(object)
  const kind = a.values.kind(object)
  if (kind === sort.container) writeAtKeys(a, first, key, from)
  else if (kind === sort.instance) {
    const method = instanceAttribute(a, first, a.names.known.setItem)
    a.when(method, rule.invoke, a.arguments.ofPositionals(key, from), -1, -1, depth + 1)
  }
}

/** The dictionary with one entry replaced; what is no container stays as it is. */
export function replaceItem(a: Analysis, value: number, key: number, from: number, to: number): void {
  const container = containerOf(a, value)
  if (container < 0) a.solver.add(to, value)
  else a.when(key, rule.replaceEntry, container, from, to)
}

export function replaceEntry(a: Analysis, key: number, container: number, from: number, to: number): void {
  const { containers, solver } = a
  const made = containers.make(containers.sort(container), containers.length(container))
  solver.copy(containers.rest(container), containers.rest(made))
  solver.copy(containers.keys(container), containers.keys(made))
  watchEntries(a, container, entryRule.copyOthers, made, key)
  writeEntry(a, made, key, from)
  solver.add(to, containerValue(a, made))
}
