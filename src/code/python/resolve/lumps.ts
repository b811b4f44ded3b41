import { absent } from '../../resolve/pair-map.ts'
import { createRows } from '../../resolve/rows.ts'
import { containerSort } from '../flow/flow-facts.ts'
import type { Analysis } from './analysis.ts'
import { containerValue } from './entries.ts'
import { sort } from './values.ts'

/** Receivers that are told apart in one node: a method of a class with more subclasses is as good as unknown in its callees. */
const mostInstances = 24

/** Number of values from which on a node that mixes all that there is, is taken for a mistake that spreads. */
const mixedFrom = 16

const mixable: readonly (number | undefined)[] = Object.assign([], {
  [sort.function]: 1,
  [sort.bound]: 1,
  [sort.class]: 2,
  [sort.instance]: 4,
  [sort.container]: 8,
})

/** Where a node holds many values: constants become unknown, containers one container with all their elements. */
export function lump(a: Analysis, node: number, value: number, size: number): number {
  const { values, containers, memos } = a
  if (size >= mixedFrom && size % 8 === 0 && isMixed(a, node)) return -1
  switch (values.kind(value)) {
    case sort.text:
    case sort.integer:
    case sort.external:
    case sort.containerMethod:
      return a.unknown
    case sort.instance:
    case sort.bound:
      return size < mostInstances ? value : a.unknown
    case sort.container: {
      const container = values.first(value)
      let coarse = memos.lump.get(node, 0)
      if (coarse === absent) {
        coarse = containers.isLump(container) ? container : containers.make(containers.sort(container))
        memos.lump.set(node, 0, coarse)
      }
      if (coarse === container) return value
      if (memos.lumped.get(coarse, container) === absent) {
        memos.lumped.set(coarse, container, 1)
        // Later, not now: a copy can lump further, without end to the stack.
        becomeLump(a, coarse)
        a.lumps.add(container, coarse)
      }
      return containerValue(a, coarse)
    }
    default:
      return value
  }
}

/** What is nested in a lump is lumped into it, too: no end of containers within containers. */
function becomeLump(a: Analysis, container: number): void {
  const { containers, memos } = a
  if (containers.isLump(container)) return
  containers.becomeLump(container)
  for (const node of [containers.rest(container), containers.all(container), containers.keys(container)])
    memos.lump.set(node, 0, container)
}

/** Lets the elements of lumped containers flow into their lumps; returns whether there were any. */
export function fillLumps(a: Analysis): boolean {
  const { containers, solver, lumps } = a
  a.lumps = createRows(2)
  for (let row = 0; row < lumps.count(); row++) {
    const from = lumps.get(row, 0)
    const to = lumps.get(row, 1)
    solver.copy(containers.all(from), containers.rest(to))
    if (containers.sort(from) === containerSort.dict) solver.copy(containers.keys(from), containers.keys(to))
  }
  return lumps.count() > 0
}

/** Whether a node holds functions, classes, instances and containers: no code handles all of these alike. */
function isMixed({ solver, values }: Analysis, node: number): boolean {
  let seen = 0
  for (let k = 0; k < solver.size(node) && seen !== 15; k++) seen |= mixable[values.kind(solver.value(node, k))] ?? 0
  return seen === 15
}
