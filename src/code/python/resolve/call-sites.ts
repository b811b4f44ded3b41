import type { CallHow } from '../../facts.ts'
import { type CallEdges, createCallEdges } from '../../resolve/call-edges.ts'
import { op } from '../flow/flow-facts.ts'
import type { Analysis } from './analysis.ts'
import { classAttribute, gettersOf, instanceAttribute, ownAttribute, settersOf } from './attributes.ts'
import { confidenceOf, guessed } from './confidence.ts'
import { containerOf } from './containers.ts'
import { isHandedIn } from './invoke.ts'
import { iteratorNode, plainMethod } from './protocols.ts'
import { uniqueMethods } from './unique-methods.ts'
import { sort } from './values.ts'

export interface CallSites {
  readonly edges: CallEdges
  readonly externalCalls: number
  readonly unresolvedCalls: number
}

/** Built-in functions that call what they are given, before they return: positions of such arguments, names of such keywords. */
const callers: Readonly<Record<string, readonly (number | string)[]>> = {
  'builtins.map': [0, 1],
  'builtins.filter': [0],
  'builtins.sorted': ['key'],
  'builtins.min': ['key'],
  'builtins.max': ['key'],
  'functools.reduce': [0],
  're.sub': [1],
  'asyncio.run': [],
}

/** Built-in functions that call a method of their first argument. */
const protocols: Readonly<Record<string, readonly string[]>> = {
  'builtins.len': ['__len__'],
  'builtins.str': ['__str__', '__repr__'],
  'builtins.repr': ['__repr__'],
  'builtins.print': ['__str__', '__repr__'],
  'builtins.format': ['__format__', '__str__'],
  'builtins.bool': ['__bool__', '__len__'],
  'builtins.int': ['__int__'],
  'builtins.float': ['__float__'],
  'builtins.hash': ['__hash__'],
  'builtins.abs': ['__abs__'],
  'builtins.bytes': ['__bytes__'],
  'builtins.next': ['__next__'],
  'builtins.anext': ['__anext__'],
  'builtins.reversed': ['__reversed__'],
  'builtins.dir': ['__dir__'],
}

/** Built-in functions that iterate over an argument. */
const iterators = new Set(
  [
    'list',
    'tuple',
    'set',
    'frozenset',
    'iter',
    'sorted',
    'sum',
    'any',
    'all',
    'min',
    'max',
    'enumerate',
    'dict',
    'zip',
    'filter',
  ].map((name) => `builtins.${name}`),
)

/** Possible values of an operand up to which its operators are read as calls. */
const mostImplicit = 2

/** Callables made of callables (partials, objects with `__call__`) are taken apart this far. */
const deepestTarget = 3

/** Reads the calls off the finished flows: every constraint that runs code, with the functions that its values mean. */
export function collectCalls(a: Analysis, isLate: (constraint: number) => boolean): CallSites {
  const { program, solver, values } = a
  const { code } = program
  const edges = createCallEdges()
  let externalCalls = 0
  let unresolvedCalls = 0
  const onlyMethods = uniqueMethods(program)
  for (let i = 0; i < program.count; i++) a.within(program.fileOf[i] ?? 0, () => visit(i, program.at[i] ?? 0))
  return { edges, externalCalls, unresolvedCalls }

  function visit(i: number, p: number): void {
    const at = (offset: number) => code[p + offset] ?? -1
    switch (at(0)) {
      case op.call:
        visitCall(i, p)
        return
      case op.attribute: {
        const name = at(3)
        record(
          i,
          at(2),
          instancesIn(at(2)).flatMap((cls) => gettersOf(a, cls, name)),
          at(4),
        )
        return
      }
      case op.setAttribute:
        record(
          i,
          at(1),
          instancesIn(at(1)).flatMap((cls) => settersOf(a, cls, at(2))),
          at(4),
        )
        return
      case op.item:
        recordMethods(i, at(2), ['__getitem__'], at(4))
        return
      case op.setItem:
        recordMethods(i, at(1), ['__setitem__'], at(4))
        return
      case op.iterate:
        recordIteration(i, at(2), at(3), at(4) === 1)
        return
      case op.enter:
        for (const name of at(4) === 1 ? ['__aenter__', '__aexit__'] : ['__enter__', '__exit__'])
          recordMethods(i, at(2), [name], at(3))
        return
      case op.protocol:
        recordProtocol(i, at(2), at(3), at(5))
        return
      case op.raise:
        record(
          i,
          at(1),
          solver.values(at(1)).filter((value) => values.kind(value) === sort.class),
          at(2),
        )
        return
      default:
    }
  }

  function visitCall(i: number, p: number): void {
    const callee = code[p + 2] ?? -1
    const line = code[p + 3] ?? 0
    const found = solver.values(callee)
    const called: number[] = []
    let external = false
    for (const value of found) {
      const kind = values.kind(value)
      if (kind === sort.external) {
        external = true
        recordBuiltin(i, p, a.externalName(value), line)
      } else if (kind === sort.containerMethod || kind === sort.typeForm || kind === sort.text) {
        external = true
        if (kind === sort.containerMethod && a.nameText(values.second(value)) === 'sort')
          recordArguments(i, p, ['key'], line)
      } else called.push(value)
    }
    const resolved = record(i, callee, called, line)
    if (resolved) return
    if (external) externalCalls++
    else {
      unresolvedCalls++
      if (found.length === 0) guess(i, callee, line)
    }
  }

  function recordBuiltin(i: number, p: number, dotted: string, line: number): void {
    if (Object.hasOwn(callers, dotted)) recordArguments(i, p, callers[dotted] ?? [], line)
    const argument = (code[p + 4] ?? 0) > 0 ? (code[p + 5] ?? -1) : -1
    if (argument < 0) return
    if (Object.hasOwn(protocols, dotted) && !isVague(argument))
      recordMethods(i, argument, protocols[dotted] ?? [], line)
    if (iterators.has(dotted)) recordIteration(i, argument, line, false)
    if (dotted === 'builtins.getattr') {
      const key = (code[p + 4] ?? 0) > 1 ? (code[p + 6] ?? -1) : -1
      for (const name of solver.values(key))
        if (values.kind(name) === sort.text)
          record(
            i,
            argument,
            instancesIn(argument).flatMap((cls) => gettersOf(a, cls, values.first(name))),
            line,
          )
    }
  }

  function recordArguments(i: number, p: number, which: readonly (number | string)[], line: number): void {
    const count = code[p + 4] ?? 0
    for (const position of which)
      if (typeof position === 'number') {
        if (position < count) recordFunctions(i, code[p + 5 + position] ?? -1, line)
      } else {
        const named = p + 5 + count
        for (let k = 0; k < (code[named] ?? 0); k++)
          if (a.nameText(code[named + 1 + 2 * k] ?? -1) === position)
            recordFunctions(i, code[named + 2 + 2 * k] ?? -1, line)
      }
  }

  function recordFunctions(i: number, register: number, line: number): void {
    const callable = solver.values(register).filter((value) => {
      const kind = values.kind(value)
      return kind === sort.function || kind === sort.bound || kind === sort.class || kind === sort.partial
    })
    record(i, register, callable, line)
  }

  /** Classes of the instances that a register holds. */
  function instancesIn(register: number): number[] {
    return solver
      .values(register)
      .filter((value) => values.kind(value) === sort.instance)
      .map((value) => values.first(value))
  }

  /** Whether an implicit call, of which the source shows nothing, is worth an edge: only where few classes are possible. */
  function isVague(register: number): boolean {
    let classes = 0
    for (const value of solver.values(register)) if (values.kind(value) !== sort.external) classes++
    return classes > mostImplicit
  }

  /** The first of the methods that the class of an instance has. */
  function recordMethods(i: number, register: number, names: readonly string[], line: number): void {
    const methods = instancesIn(register).flatMap((cls) => {
      const name = names.map((text) => a.name(text)).find((candidate) => ownAttribute(a, cls, candidate) !== undefined)
      return name === undefined ? [] : solver.values(instanceAttribute(a, cls, name))
    })
    record(i, register, methods, line)
  }

  function recordProtocol(i: number, register: number, name: number, line: number): void {
    if (isVague(register)) return
    const text = a.nameText(name)
    if (text === '__format__') recordMethods(i, register, ['__format__', '__str__', '__repr__'], line)
    else if (text === '__ne__') recordMethods(i, register, ['__ne__', '__eq__'], line)
    else if (text === '__contains__') recordMethods(i, register, ['__contains__', '__iter__'], line)
    else recordMethods(i, register, [text, a.nameText(plainMethod(a, name))], line)
  }

  function recordIteration(i: number, register: number, line: number, isAsync: boolean): void {
    const [iterate, advance] = isAsync ? ['__aiter__', '__anext__'] : ['__iter__', '__next__']
    recordMethods(i, register, [iterate, '__getitem__'], line)
    const advances = instancesIn(register)
      .filter((cls) => ownAttribute(a, cls, a.name(iterate)) !== undefined)
      .flatMap((cls) => [...solver.values(iteratorNode(a, cls, isAsync))])
      .filter((iterator) => values.kind(iterator) === sort.instance)
      .flatMap((iterator) => [...solver.values(instanceAttribute(a, values.first(iterator), a.name(advance)))])
    record(i, register, advances, line)
  }

  /** A method of whose name the repository has just one, called on something unknown. */
  function guess(i: number, callee: number, line: number): void {
    const p = program.at[a.definedBy[callee] ?? -1]
    if (p === undefined || code[p] !== op.attribute || solver.values(code[p + 2] ?? -1).length > 0) return
    const fn = onlyMethods.get(code[p + 3] ?? -1)
    const declared = program.functions[fn ?? -1]
    if (declared === undefined) return
    edges.add(program.fileOf[i] ?? 0, callerOf(i), declared.file, declared.definition, 'unique-name', guessed, line)
  }

  /** Adds edges to every function that the called values mean; false when they mean none of this repository. */
  function record(i: number, register: number, called: readonly number[], line: number): boolean {
    if (called.length === 0) return false
    const meant = called.map((value) => {
      const targets: number[] = []
      return { value, targets, isKnown: targetsOf(value, targets, 0) }
    })
    const why = reason(i, register, new Set(meant.map(({ targets }) => targets.join())).size)
    for (const { value, targets } of meant)
      for (const fn of targets) {
        const declared = program.functions[fn]
        if (declared === undefined || declared.definition < 0) continue
        const how = howOf(value, why, fn, i)
        edges.add(
          program.fileOf[i] ?? 0,
          callerOf(i),
          declared.file,
          declared.definition,
          how,
          confidenceOf(how, why),
          line,
        )
      }
    return meant.some(({ isKnown }) => isKnown)
  }

  function targetsOf(value: number, targets: number[], depth: number): boolean {
    if (depth > deepestTarget) return false
    const first = values.first(value)
    switch (values.kind(value)) {
      case sort.function:
        if (!targets.includes(first)) targets.push(first)
        return true
      case sort.bound:
      case sort.static:
      case sort.classMethod:
        return targetsOf(first, targets, depth)
      case sort.class:
        for (const name of ['__init__', '__new__', '__post_init__']) {
          const index = a.name(name)
          if (ownAttribute(a, first, index) === undefined) continue
          for (const method of solver.values(
            name === '__new__' ? classAttribute(a, first, index) : instanceAttribute(a, first, index),
          ))
            targetsOf(method, targets, depth + 1)
        }
        return true
      case sort.instance: {
        const index = a.name('__call__')
        if (ownAttribute(a, first, index) === undefined) return false
        for (const method of solver.values(instanceAttribute(a, first, index))) targetsOf(method, targets, depth + 1)
        return true
      }
      case sort.partial:
        for (const inner of solver.values(a.partials[first]?.callee ?? -1)) targetsOf(inner, targets, depth + 1)
        return true
      case sort.callable:
      case sort.propertyPart:
      case sort.property:
        return true
      default:
        return containerOf(a, value) !== undefined
    }
  }

  /** Definition whose code constraint `i` is; lambdas count as the function around them. */
  function callerOf(i: number): number | null {
    let fn = program.owner[i] ?? -1
    while (fn >= 0 && (program.functions[fn]?.definition ?? -1) < 0) fn = program.functions[fn]?.parent ?? -1
    return fn < 0 ? null : (program.functions[fn]?.definition ?? null)
  }

  interface Reason {
    readonly route: 'import' | 'self' | 'super' | 'class' | 'handed' | 'direct' | 'value'
    readonly alternatives: number
    readonly isLate: boolean
  }

  /** How the register that is called came by its value. */
  function reason(i: number, register: number, alternatives: number): Reason {
    const late = isLate(i)
    const defined = a.definedBy[register] ?? -1
    const p = defined < 0 ? -1 : (program.at[defined] ?? -1)
    const kind = p < 0 ? -1 : code[p]
    if (kind === op.from || kind === op.import) return { route: 'import', alternatives, isLate: late }
    if (kind === op.function || kind === op.class) return { route: 'direct', alternatives, isLate: late }
    if (kind === op.attribute) {
      const object = code[p + 2] ?? -1
      const held = solver.values(object)
      if (isSelf(i, object)) return { route: 'self', alternatives, isLate: late }
      const [one] = held
      if (one !== undefined && held.length === 1) {
        if (values.kind(one) === sort.module) return { route: 'import', alternatives, isLate: late }
        if (values.kind(one) === sort.super) return { route: 'super', alternatives, isLate: late }
        if (values.kind(one) === sort.class) return { route: 'class', alternatives, isLate: late }
      }
      if (held.some((value) => values.kind(value) === sort.super)) return { route: 'super', alternatives, isLate: late }
    }
    const isHanded = isHandedIn(a, program.owner[i] ?? -1, register)
    return { route: isHanded ? 'handed' : 'value', alternatives, isLate: late }
  }

  function isSelf(i: number, register: number): boolean {
    for (let fn = program.owner[i] ?? -1; fn >= 0; fn = program.functions[fn]?.parent ?? -1) {
      const declared = program.functions[fn]
      if (declared !== undefined && declared.method >= 0) return declared.parameters[1] === register
    }
    return false
  }

  function howOf(value: number, why: Reason, fn: number, i: number): CallHow {
    if (why.isLate) return 'annotation'
    if (why.route === 'super') return 'super'
    if (why.route === 'self') {
      const method = program.functions[fn]?.method ?? -1
      let around = program.owner[i] ?? -1
      while (around >= 0 && (program.functions[around]?.method ?? -1) < 0)
        around = program.functions[around]?.parent ?? -1
      return method === program.functions[around]?.method ? 'self' : 'inherited'
    }
    if (values.kind(value) === sort.class) return 'constructor'
    return why.route === 'import' ? 'import' : 'assignment'
  }
}
