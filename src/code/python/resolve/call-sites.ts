import { type CallEdges, createCallEdges } from '../../resolve/call-edges.ts'
import { absent, createPairMap, type PairMap } from '../../resolve/pair-map.ts'
import { op } from '../flow/flow-facts.ts'
import type { Analysis } from './analysis.ts'
import { howOf, routeOf } from './call-reasons.ts'
import { confidenceOf, guessed } from './confidence.ts'
import { createImplicitCalls, instancesIn } from './implicit-calls.ts'
import { gettersOf, settersOf } from './properties.ts'
import { addTargets } from './targets.ts'
import { uniqueMethods } from './unique-methods.ts'
import { sort } from './values.ts'

export interface CallSites {
  readonly edges: CallEdges
  readonly externalCalls: number
  readonly unresolvedCalls: number
}

/** Reads the calls off the finished flows: every constraint that runs code, with the functions that its values mean. */
export function collectCalls(a: Analysis, isLate: (constraint: number) => boolean): CallSites {
  const { program, solver, values } = a
  const { code, functions } = program
  const edges = createCallEdges()
  const plainReads = createPairMap()
  const plainWrites = createPairMap()
  const implicit = createImplicitCalls(a, record)
  let externalCalls = 0
  let unresolvedCalls = 0
  const onlyMethods = uniqueMethods(program)
  a.forEachConstraint(visit)
  return { edges, externalCalls, unresolvedCalls }

  function visit(i: number, p: number): void {
    const at = (offset: number) => code[p + offset] ?? -1
    switch (at(0)) {
      case op.call:
        visitCall(i, p)
        return
      case op.attribute:
        record(i, at(2), accessors(at(2), at(3), gettersOf, plainReads), at(4))
        return
      case op.setAttribute:
        record(i, at(1), accessors(at(1), at(2), settersOf, plainWrites), at(4))
        return
      case op.item:
        implicit.methods(i, at(2), ['__getitem__'], at(4))
        return
      case op.setItem:
        implicit.methods(i, at(1), ['__setitem__'], at(4))
        return
      case op.iterate:
        implicit.iteration(i, at(2), at(3), at(4) === 1)
        return
      case op.enter:
        for (const name of at(4) === 1 ? ['__aenter__', '__aexit__'] : ['__enter__', '__exit__'])
          implicit.methods(i, at(2), [name], at(3))
        return
      case op.protocol:
        implicit.protocol(i, at(2), at(3), at(5))
        return
      case op.raise: {
        const classes = solver.values(at(1)).filter((value) => values.kind(value) === sort.class)
        record(i, at(1), classes, at(2))
        return
      }
      default:
    }
  }

  /** Getters or setters of the instances that a register holds; `plain` remembers where there are none, as is usual. */
  function accessors(register: number, name: number, find: typeof gettersOf, plain: PairMap): number[] {
    const found: number[] = []
    for (const cls of instancesIn(a, register)) {
      if (plain.get(cls, name) !== absent) continue
      const some = find(a, cls, name)
      if (some.length === 0) plain.set(cls, name, 1)
      else found.push(...some)
    }
    return found
  }

  function visitCall(i: number, p: number): void {
    const callee = code[p + 2] ?? -1
    const line = code[p + 3] ?? 0
    const called: number[] = []
    let external = false
    for (const value of solver.values(callee)) {
      const kind = values.kind(value)
      if (kind === sort.external) {
        external = true
        implicit.builtin(i, p, a.names.text(values.first(value)), line)
      } else if (kind === sort.containerMethod || kind === sort.typeForm || kind === sort.text) {
        external = true
        if (kind === sort.containerMethod && a.names.text(values.second(value)) === 'sort')
          implicit.arguments(i, p, ['key'], line)
      } else called.push(value)
    }
    if (record(i, callee, called, line)) return
    if (external) externalCalls++
    else {
      unresolvedCalls++
      if (solver.size(callee) === 0) guess(i, callee, line)
    }
  }

  /** A method of whose name the repository has just one, called on something unknown. */
  function guess(i: number, callee: number, line: number): void {
    const p = program.at[a.definitions.first[callee] ?? -1]
    if (p === undefined || code[p] !== op.attribute || solver.size(code[p + 2] ?? -1) > 0) return
    const fn = onlyMethods.get(code[p + 3] ?? -1)
    if (fn !== undefined) addEdge(i, fn, 'unique-name', guessed, line)
  }

  /** Adds edges to every function that the called values mean; false when they mean none of this repository. */
  function record(i: number, register: number, called: readonly number[], line: number): boolean {
    if (called.length === 0) return false
    let isKnown = false
    const meant = called.map((value) => {
      const targets: number[] = []
      isKnown = addTargets(a, value, targets) || isKnown
      return targets
    })
    const route = routeOf(a, i, register)
    const alternatives = meant.length === 1 ? 1 : new Set(meant.map((targets) => targets.join())).size
    called.forEach((value, k) => {
      for (const fn of meant[k] ?? []) {
        const how = howOf(a, i, value, fn, route, isLate(i))
        addEdge(i, fn, how, confidenceOf(how, route, alternatives), line)
      }
    })
    return isKnown
  }

  function addEdge(
    i: number,
    fn: number,
    how: Parameters<CallEdges['add']>[4],
    confidence: number,
    line: number,
  ): void {
    const definition = functions.definition[fn] ?? -1
    if (definition < 0) return
    edges.add(program.fileOf[i] ?? 0, callerOf(i), functions.file[fn] ?? 0, definition, how, confidence, line)
  }

  /** Definition whose code constraint `i` is; lambdas count as the function around them. */
  function callerOf(i: number): number | null {
    let fn = program.owner[i] ?? -1
    while (fn >= 0 && (functions.definition[fn] ?? -1) < 0) fn = functions.parent[fn] ?? -1
    return fn < 0 ? null : (functions.definition[fn] ?? null)
  }
}
