import type { CallHow } from '../../facts.ts'
import { op } from '../flow/flow-facts.ts'
import type { Analysis } from './analysis.ts'
import { isParameter, receiverOf } from './function-table.ts'
import { sort } from './values.ts'

/** How a register that is called came by its value. */
export type Route = 'import' | 'self' | 'super' | 'class' | 'handed' | 'direct' | 'value'

/** Reads the route of the register that constraint `i` calls off the constraint that defines it. */
export function routeOf(a: Analysis, i: number, register: number): Route {
  const { program, solver, values } = a
  const { code } = program
  const p = program.at[a.definitions.first[register] ?? -1] ?? -1
  const kind = p < 0 ? -1 : code[p]
  if (kind === op.from || kind === op.import) return 'import'
  if (kind === op.function || kind === op.class) return 'direct'
  if (kind === op.attribute) {
    const object = code[p + 2] ?? -1
    if (isSelf(a, i, object)) return 'self'
    const held = solver.values(object).map(values.kind)
    if (held.includes(sort.super)) return 'super'
    if (held.length === 1 && held[0] === sort.module) return 'import'
    if (held.length === 1 && held[0] === sort.class) return 'class'
  }
  return isParameter(program.functions, program.owner[i] ?? -1, register) ? 'handed' : 'value'
}

/** Whether a register is the receiver of the method around constraint `i`. */
function isSelf(a: Analysis, i: number, register: number): boolean {
  const method = methodAround(a, i)
  return method >= 0 && register >= 0 && receiverOf(a.program.functions, method) === register
}

/** The innermost method around constraint `i`, or -1. */
function methodAround({ program: { functions, owner } }: Analysis, i: number): number {
  let fn = owner[i] ?? -1
  while (fn >= 0 && (functions.method[fn] ?? -1) < 0) fn = functions.parent[fn] ?? -1
  return fn
}

/** How constraint `i` reaches function `fn` through a called value; `isLate`: only an annotation or a guess led there. */
export function howOf(a: Analysis, i: number, value: number, fn: number, route: Route, isLate: boolean): CallHow {
  if (isLate) return 'annotation'
  if (route === 'super') return 'super'
  if (route === 'self') {
    const { method } = a.program.functions
    const own = method[methodAround(a, i)] ?? -1
    return method[fn] === own ? 'self' : 'inherited'
  }
  if (a.values.kind(value) === sort.class) return 'constructor'
  return route === 'import' ? 'import' : 'assignment'
}
