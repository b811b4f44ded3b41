import { absent } from '../../resolve/pair-map.ts'
import { functionFlag, op } from '../flow/flow-facts.ts'
import type { Definitions } from './definitions.ts'
import { isParameter, receiverOf } from './function-table.ts'
import type { ClassHierarchy, Meaning } from './hierarchy.ts'
import type { Program } from './program.ts'

/**
 * The constraints through which a function's result depends on its parameters, or on what it captured. A call repeats them for
 * itself, so that `return f` gives the caller's own `f` and not everyone's.
 */
export interface Slice {
  /** Constraints, inputs before outputs where there is no cycle. */
  readonly constraints: readonly number[]
  /** Registers that the function returns (or yields). */
  readonly outputs: readonly number[]
  /** Parameters among the inputs. */
  readonly parameters: ReadonlySet<number>
  /** Registers of functions around this one among the inputs. */
  readonly captured: ReadonlySet<number>
  readonly members: ReadonlySet<number>
  /** Whether it hands `*` or `**` arguments on to a function that it was given, see `isForwarding`. */
  readonly forwards: boolean
}

const mostConstraints = 14
const mostCalls = 3
/** Generated expressions have thousands of operands, one under the other; nobody repeats those. */
const mostDepth = 500

export interface Slices {
  /** Null where the result depends on no parameter, or in a way too long to repeat. */
  of(fn: number): Slice | null
}

export function createSlices(
  program: Program,
  hierarchy: ClassHierarchy,
  { first: definedBy, next: nextDefinition }: Definitions,
): Slices {
  const known: (Slice | null | undefined)[] = []
  /** Function whose parameter a register is, plus one. */
  const parameterOwner = new Int32Array(program.registers)
  /** Receivers that are always an instance of one class: nothing depends on which. */
  const fixed = new Map<number, number>()
  const { functions } = program
  for (let fn = 0; fn < functions.count; fn++) {
    const self = receiverOf(functions, fn)
    const method = functions.method[fn] ?? -1
    if (self >= 0 && method >= 0 && !((functions.flags[fn] ?? 0) & functionFlag.staticMethod))
      if (hierarchy.descendants[method]?.length === 0) fixed.set(self, method)
    const end = functions.returns[fn] ?? 0
    for (let i = (functions.parameters[fn] ?? 0) + 1; i < end; i += 4) setOwner(functions.lists[i] ?? -1, fn)
    setOwner(functions.rest[fn] ?? -1, fn)
    setOwner(functions.keywords[fn] ?? -1, fn)
  }
  return { of }

  function setOwner(register: number, fn: number): void {
    if (register >= 0) parameterOwner[register] = fn + 1
  }

  function of(fn: number): Slice | null {
    const slice = known[fn]
    if (slice !== undefined) return slice
    known[fn] = null
    const computed = compute(fn)
    known[fn] = computed
    return computed
  }

  /** Whether what is called gives the same whatever its arguments: a class, or a function without a slice. */
  function givesTheSame(callee: number): boolean {
    const called = hierarchy.meaning(callee) ?? methodOfFixed(callee)
    if (called === null) return false
    return 'class' in called || ('function' in called && of(called.function) === null)
  }

  /** `self.name` where `self` can be of one class only. */
  function methodOfFixed(callee: number): Meaning {
    const p = program.at[definedBy[callee] ?? -1]
    if (p === undefined || program.code[p] !== op.attribute) return null
    const cls = fixed.get(program.code[p + 2] ?? -1)
    if (cls === undefined) return null
    for (const ancestor of hierarchy.order[cls] ?? []) {
      const own = program.attribute(ancestor, program.code[p + 3] ?? -1)
      if (own !== absent) return hierarchy.meaning(own)
    }
    return null
  }

  function compute(fn: number): Slice | null {
    const isGenerator = ((functions.flags[fn] ?? 0) & functionFlag.generator) > 0
    const outputs = [
      ...functions.lists.subarray(
        (isGenerator ? functions.yields : functions.returns)[fn],
        isGenerator ? functions.parameters[fn + 1] : functions.yields[fn],
      ),
    ]
    if (outputs.length === 0 || outputs.length > 4) return null
    const constraints: number[] = []
    const parameters = new Set<number>()
    const captured = new Set<number>()
    const dependent = new Map<number, boolean>()
    let calls = 0
    let depth = 0
    let isTooLong = false
    let depends = false
    for (const output of outputs) depends = visit(output) || depends
    if (!depends || isTooLong) return null
    const forwards = constraints.some((i) => isForwardingCall(program, i))
    return { constraints, outputs, parameters, captured, members: new Set(constraints), forwards }

    function visit(register: number): boolean {
      if (register < 0 || isTooLong) return false
      const seen = dependent.get(register)
      if (seen !== undefined) return seen
      dependent.set(register, false)
      if (fixed.has(register)) return false
      const owner = (parameterOwner[register] ?? 0) - 1
      if (owner >= 0) {
        if (owner === fn) parameters.add(register)
        else captured.add(register)
        dependent.set(register, true)
        return true
      }
      let result = false
      for (let i = definedBy[register] ?? -1; i >= 0; i = nextDefinition[i] ?? -1) {
        const at = program.owner[i] ?? -1
        if (at !== fn) {
          if (at < 0) continue
          captured.add(register)
          result = true
          break
        }
        if (visitInputs(i)) {
          constraints.push(i)
          if (program.code[program.at[i] ?? 0] === op.call) calls++
          result = true
          if (constraints.length > mostConstraints || calls > mostCalls) isTooLong = true
        }
      }
      if (result) addOtherDefinitions(register)
      dependent.set(register, result)
      return result
    }

    /** Once one definition is repeated, the others of that register have to be, too. */
    function addOtherDefinitions(register: number): void {
      for (let i = definedBy[register] ?? -1; i >= 0; i = nextDefinition[i] ?? -1)
        if (program.owner[i] === fn && !constraints.includes(i)) constraints.push(i)
    }

    function visitInputs(i: number): boolean {
      const start = program.at[i] ?? 0
      if (program.code[start] === op.function) {
        const inner = of(program.code[start + 2] ?? -1)
        let needs = false
        for (const register of inner?.captured ?? []) needs = visit(register) || needs
        return needs
      }
      if (program.code[start] === op.call && givesTheSame(program.code[start + 2] ?? -1)) return false
      let needs = false
      if (++depth > mostDepth) isTooLong = true
      for (const register of inputs(program, i)) needs = visit(register) || needs
      depth--
      return needs
    }
  }
}

/** Whether a constraint calls a parameter with `*` or `**` arguments. */
export function isForwardingCall({ code, at, functions, owner }: Program, i: number): boolean {
  const p = at[i] ?? 0
  if (code[p] !== op.call) return false
  const keywords = p + 5 + (code[p + 4] ?? 0)
  const rest = keywords + 1 + 2 * (code[keywords] ?? 0)
  const unpacks = (code[rest] ?? -1) >= 0 || (code[rest + 1] ?? -1) >= 0
  return unpacks && isParameter(functions, owner[i] ?? -1, code[p + 2] ?? -1)
}

/** Registers that a constraint reads. */
function inputs(program: Program, i: number): number[] {
  const { code } = program
  const p = program.at[i] ?? 0
  const at = (offset: number) => code[p + offset] ?? -1
  switch (at(0)) {
    case op.copy:
    case op.attribute:
    case op.slice:
    case op.iterate:
    case op.enter:
      return [at(2)]
    case op.item:
    case op.narrow:
    case op.decorated:
      return [at(2), at(3)]
    case op.annotated:
      return [at(2)]
    case op.protocol:
      return [at(2), at(4)]
    case op.replaceItem:
      return [at(2), at(3), at(4)]
    case op.call: {
      const positional = at(4)
      const read = [at(2)]
      for (let k = 0; k < positional; k++) read.push(at(5 + k))
      let q = 5 + positional
      const keywords = at(q++)
      for (let k = 0; k < keywords; k++) read.push(at(q + 2 * k + 1))
      q += 2 * keywords
      read.push(at(q), at(q + 1))
      return read
    }
    case op.sequence: {
      const read: number[] = []
      for (let k = 0; k < at(3); k++) {
        const element = at(4 + k)
        read.push(element <= -2 ? -2 - element : element)
      }
      return read
    }
    case op.dictionary: {
      const read: number[] = []
      for (let k = 0; k < 2 * at(2); k++) read.push(at(3 + k))
      return read.filter((register) => register >= 0)
    }
    default:
      return []
  }
}
