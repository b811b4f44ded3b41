import { absent } from '../../resolve/pair-map.ts'
import { createRows } from '../../resolve/rows.ts'
import { containerSort } from '../flow/flow-facts.ts'
import type { Analysis } from './analysis.ts'
import { containerValue } from './entries.ts'
import { sort } from './values.ts'

/** Receivers that are told apart in one node: a method of a class with more subclasses is as good as unknown in its callees. */
const mostInstances = 24

/** Where a node holds many values: constants become unknown, containers one container with all their elements. */
export function lump(a: Analysis, node: number, value: number, size: number): number {
  const { values, containers, memos } = a
  switch (values.kind(value)) {
    case sort.text:
    case sort.integer:
    case sort.containerMethod:
      return a.unknown
    case sort.instance:
    case sort.bound:
      return size < mostInstances ? value : a.unknown
    case sort.container: {
      const container = values.first(value)
      if (containers.isLump(container)) return value
      let coarse = memos.lump.get(node, 0)
      if (coarse === absent) {
        coarse = containers.make(containers.sort(container))
        memos.lump.set(node, 0, coarse)
      }
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
