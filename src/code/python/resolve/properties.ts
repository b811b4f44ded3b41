import { absent } from '../../resolve/pair-map.ts'
import type { Analysis, Property } from './analysis.ts'
import { instanceAttribute, ownAttribute } from './attributes.ts'
import { sort } from './values.ts'

/** Parts of a property by their number. */
const parts = ['getter', 'setter', 'deleter'] as const

export function makeProperty(a: Analysis, getter: number, setter = -1, descriptor = -1): number {
  const { memos } = a
  let accessors = memos.accessors.get(getter + 1, setter)
  if (accessors === absent) {
    accessors = a.properties.length
    memos.accessors.set(getter + 1, setter, accessors)
  }
  const known = memos.property.get(accessors, descriptor)
  if (known !== absent) return known
  const value = addProperty(a, { getter, setter, deleter: -1, descriptor })
  memos.property.set(accessors, descriptor, value)
  return value
}

function addProperty(a: Analysis, property: Property): number {
  return a.values.of(sort.property, a.properties.push(property) - 1)
}

/** Number of the part that `property.getter` and the like set, or -1. */
export function partOf(name: string): number {
  return (parts as readonly string[]).indexOf(name)
}

/** A property with its getter, setter or deleter replaced. */
export function withPart(a: Analysis, property: number, part: number, fn: number): number {
  const before = a.properties[a.values.first(property)] ?? { getter: -1, setter: -1, deleter: -1, descriptor: -1 }
  return addProperty(a, { ...before, [parts[part] ?? 'getter']: fn })
}

/** Functions that run when `name` is read from an instance: property getters and `__get__` of descriptors. */
export function gettersOf(a: Analysis, cls: number, name: number): number[] {
  const own = ownAttribute(a, cls, name)
  if (own === absent) return []
  const { values, solver } = a
  const { get } = a.names.known
  const getters: number[] = []
  for (const value of solver.values(own)) {
    if (values.kind(value) === sort.property) {
      const property = a.properties[values.first(value)]
      const getter = property === undefined ? -1 : property.descriptor >= 0 ? property.descriptor : property.getter
      if (getter >= 0) getters.push(getter)
    } else if (values.kind(value) === sort.instance && ownAttribute(a, values.first(value), get) !== absent)
      getters.push(...solver.values(instanceAttribute(a, values.first(value), get)))
  }
  return getters
}

/** Functions that run when `name` of an instance is assigned. */
export function settersOf(a: Analysis, cls: number, name: number): number[] {
  const own = ownAttribute(a, cls, name)
  if (own === absent) return []
  const setters: number[] = []
  for (const value of a.solver.values(own)) {
    if (a.values.kind(value) !== sort.property) continue
    const setter = a.properties[a.values.first(value)]?.setter ?? -1
    if (setter >= 0) setters.push(setter)
  }
  return setters
}
