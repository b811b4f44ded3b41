import { createRows } from '../../resolve/rows.ts'
import type { Analysis } from './analysis.ts'
import { writeEntry } from './entries.ts'

/** What is done when all flows are known, with the operands of the rule. */
export const lateRule = {
  /** key, container, to: where the key turned out to be nothing, all elements */
  readAll: 0,
  /** key, container, from: where the key turned out to be nothing, under any key */
  writeAny: 1,
  /** to, from: what was decorated, where the decorator gave nothing */
  decorated: 2,
  /** result, to: where there is little of it */
  copyIfFew: 3,
} as const

const fewResults = 3

/** Applies what has gathered so far; returns whether there was anything. */
export function runLate(a: Analysis): boolean {
  const { solver, late } = a
  a.late = createRows(4)
  for (let row = 0; row < late.count(); row++) {
    const first = late.get(row, 1)
    const second = late.get(row, 2)
    const third = late.get(row, 3)
    const size = solver.size(first)
    switch (late.get(row, 0)) {
      case lateRule.readAll:
        if (size === 0) solver.copy(a.containers.all(second), third)
        break
      case lateRule.writeAny:
        if (size === 0) writeEntry(a, second, -1, third)
        break
      case lateRule.decorated:
        if (size === 0) solver.copy(second, first)
        break
      case lateRule.copyIfFew:
        if (size <= fewResults) solver.copy(first, second)
        break
      default:
    }
  }
  return late.count() > 0
}
