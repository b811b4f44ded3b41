import { absent } from '../../resolve/pair-map.ts'
import type { Analysis } from './analysis.ts'
import { classAttribute, instanceAttribute, ownAttribute } from './attributes.ts'
import { sort } from './values.ts'

/** Callables made of callables (partials, objects with `__call__`) are taken apart this far. */
const deepest = 3

/** Adds the functions that calling a value runs; false when it means nothing of this repository. */
export function addTargets(a: Analysis, value: number, targets: number[], depth = 0): boolean {
  if (depth > deepest) return false
  const { values, solver, names } = a
  const first = values.first(value)
  switch (values.kind(value)) {
    case sort.function:
      if (!targets.includes(first)) targets.push(first)
      return true
    case sort.bound:
    case sort.static:
    case sort.classMethod:
      return addTargets(a, first, targets, depth)
    case sort.class: {
      const { init, new: create, postInit } = names.known
      addMethod(a, first, init, targets, depth)
      if (ownAttribute(a, first, create) !== absent)
        for (const method of solver.values(classAttribute(a, first, create))) addTargets(a, method, targets, depth + 1)
      addMethod(a, first, postInit, targets, depth)
      return true
    }
    case sort.instance:
      return addMethod(a, first, names.known.call, targets, depth)
    case sort.partial:
      for (const inner of solver.values(a.partials[first]?.callee ?? -1)) addTargets(a, inner, targets, depth + 1)
      return true
    case sort.callable:
    case sort.propertyPart:
    case sort.property:
    case sort.container:
      return true
    default:
      return false
  }
}

/** Adds a method of a class as its instances have it; false when it has none. */
function addMethod(a: Analysis, cls: number, name: number, targets: number[], depth: number): boolean {
  if (ownAttribute(a, cls, name) === absent) return false
  for (const method of a.solver.values(instanceAttribute(a, cls, name))) addTargets(a, method, targets, depth + 1)
  return true
}
