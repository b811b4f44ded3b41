import type { Analysis } from './analysis.ts'
import { feedKeyword, feedPositional } from './bind-arguments.ts'
import { entry, integer } from './entries.ts'
import { addInstances } from './types.ts'
import { sort } from './values.ts'

/** What is done for every constant key of a container, with the operands of the rule. */
export const entryRule = {
  /** another container: the elements from start to end go there, counted from 0 */
  slice: 0,
  /** another container: every entry goes there */
  copy: 1,
  /** another container, key: every other entry goes there */
  copyOthers: 2,
  /** function, number of arguments before, frame or -1: elements are positional arguments */
  positionals: 3,
  /** function, frame or -1: entries are keyword arguments */
  keywords: 4,
  /** a tuple, node of the receiver, depth: elements are the types of its elements */
  types: 5,
} as const

/** Applies a watcher's rule to an entry of the container that it watches. */
export function fireEntry(a: Analysis, watcher: number, key: number, node: number): void {
  const { containers, values, solver } = a
  const first = containers.watcher(watcher, 1)
  const second = containers.watcher(watcher, 2)
  const third = containers.watcher(watcher, 3)
  const index = values.kind(key) === sort.integer ? values.first(key) : -1
  switch (containers.watcher(watcher, 0)) {
    case entryRule.slice:
      if (index >= second && index < third) solver.copy(node, entry(a, first, integer(a, index - second)))
      return
    case entryRule.copy:
      solver.copy(node, entry(a, first, key))
      return
    case entryRule.copyOthers:
      if (key !== second) solver.copy(node, entry(a, first, key))
      return
    case entryRule.positionals:
      if (index >= 0) feedPositional(a, first, third, second + index, node)
      return
    case entryRule.keywords:
      if (values.kind(key) === sort.text) feedKeyword(a, first, second, values.first(key), node)
      return
    case entryRule.types:
      if (index >= 0) addInstances(a, node, entry(a, first, integer(a, index)), second, third)
      return
    default:
  }
}
