import { absent } from '../../resolve/pair-map.ts'
import type { Analysis } from './analysis.ts'
import { instanceAttribute, ownAttribute } from './attributes.ts'
import { makeProperty } from './properties.ts'
import { rule } from './rules.ts'
import { sort } from './values.ts'

/** A decorator from outside gives back something that calls what it decorated: so it is reached under its name. */
export function decorate(a: Analysis, result: number, decorated: number, to: number): void {
  const { values, solver } = a
  const kind = values.kind(result)
  if (kind === sort.external) {
    if (decorated >= 0) solver.copy(decorated, to)
  } else if (kind === sort.instance && decorated >= 0 && isDescriptor(a, values.first(result)))
    a.when(instanceAttribute(a, values.first(result), a.names.known.get), rule.describe, decorated, to)
  else solver.add(to, result)
}

/** A class whose instances stand for an attribute rather than for a function. */
function isDescriptor(a: Analysis, cls: number): boolean {
  const { get, call } = a.names.known
  return ownAttribute(a, cls, get) !== absent && ownAttribute(a, cls, call) === absent
}

/** The `__get__` of a descriptor has arrived: what it decorates becomes a property. */
export function describe(a: Analysis, descriptor: number, decorated: number, to: number): void {
  a.when(decorated, rule.describeFunction, descriptor, to)
}

export function describeFunction(a: Analysis, fn: number, descriptor: number, to: number): void {
  if (a.values.kind(fn) === sort.function) a.solver.add(to, makeProperty(a, fn, -1, descriptor))
}
