import type { Analysis } from './analysis.ts'
import { rule } from './rules.ts'
import { sort } from './values.ts'

/** Subclasses of a caught exception that are told apart. */
const mostCaught = 12

/**
 * Lets those values of `from` pass to `to` that are instances of the class (or of any in a tuple of classes) that `type` holds;
 * an instance of the class itself where there is none. Without `from` (-1), what an `except` of the class catches.
 */
export function narrow(a: Analysis, from: number, type: number, to: number): void {
  const classes = a.solver.node()
  a.when(type, rule.elements, classes)
  a.when(classes, rule.narrowTo, from, to)
  a.fallbacks.add(to, classes, -1)
}

/** A class has arrived that values are narrowed to. */
export function narrowTo(a: Analysis, value: number, from: number, to: number): void {
  const { values, solver } = a
  const kind = values.kind(value)
  if (kind === sort.external) solver.add(to, a.unknown)
  if (kind !== sort.class) return
  const cls = values.first(value)
  if (from >= 0) {
    a.when(from, rule.passNarrowed, cls, to)
    return
  }
  // An `except` catches the class or any below it.
  solver.add(to, values.of(sort.instance, cls))
  const below = a.hierarchy.descendants[cls] ?? []
  if (below.length <= mostCaught) for (const caught of below) solver.add(to, values.of(sort.instance, caught))
}

export function passNarrowed(a: Analysis, value: number, cls: number, to: number): void {
  if (a.values.kind(value) !== sort.instance) return
  if (a.hierarchy.order[a.values.first(value)]?.includes(cls)) a.solver.add(to, value)
}
