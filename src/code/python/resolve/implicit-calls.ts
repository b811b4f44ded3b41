import { absent } from '../../resolve/pair-map.ts'
import type { Analysis } from './analysis.ts'
import { instanceAttribute, ownAttribute } from './attributes.ts'
import { gettersOf } from './properties.ts'
import { iteratorNode, plainMethod } from './protocols.ts'
import { sort } from './values.ts'

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

/** Notes that constraint `i` calls values, which came to `register`. */
export type Recorder = (i: number, register: number, called: readonly number[], line: number) => boolean

/** Calls that the source does not spell out: operators, protocols, iteration, and what built-in functions do. */
export interface ImplicitCalls {
  /** The first of the methods that the class of an instance has. */
  methods(i: number, register: number, names: readonly string[], line: number): void
  protocol(i: number, register: number, name: number, line: number): void
  iteration(i: number, register: number, line: number, isAsync: boolean): void
  /** What a built-in function calls on behalf of the call that begins at `p`. */
  builtin(i: number, p: number, dotted: string, line: number): void
  /** Calls of arguments of the call that begins at `p`: by position, or by name. */
  arguments(i: number, p: number, which: readonly (number | string)[], line: number): void
}

export function createImplicitCalls(a: Analysis, record: Recorder): ImplicitCalls {
  const { solver, values, names } = a
  return { methods, protocol, iteration, builtin, arguments: calledArguments }

  function methods(i: number, register: number, candidates: readonly string[], line: number): void {
    const called = instancesIn(a, register).flatMap((cls) => {
      const name = candidates.map(names.of).find((candidate) => ownAttribute(a, cls, candidate) !== absent)
      return name === undefined ? [] : solver.values(instanceAttribute(a, cls, name))
    })
    record(i, register, called, line)
  }

  function protocol(i: number, register: number, name: number, line: number): void {
    if (isVague(register)) return
    const text = names.text(name)
    if (text === '__format__') methods(i, register, ['__format__', '__str__', '__repr__'], line)
    else if (text === '__ne__') methods(i, register, ['__ne__', '__eq__'], line)
    else if (text === '__contains__') methods(i, register, ['__contains__', '__iter__'], line)
    else methods(i, register, [text, names.text(plainMethod(a, name))], line)
  }

  function iteration(i: number, register: number, line: number, isAsync: boolean): void {
    const [iterate, advance] = isAsync ? ['__aiter__', '__anext__'] : ['__iter__', '__next__']
    methods(i, register, [iterate, '__getitem__'], line)
    const advances = instancesIn(a, register)
      .filter((cls) => ownAttribute(a, cls, names.of(iterate)) !== absent)
      .flatMap((cls) => instancesIn(a, iteratorNode(a, cls, isAsync)))
      .flatMap((iterator) => solver.values(instanceAttribute(a, iterator, names.of(advance))))
    record(i, register, advances, line)
  }

  function builtin(i: number, p: number, dotted: string, line: number): void {
    if (Object.hasOwn(callers, dotted)) calledArguments(i, p, callers[dotted] ?? [], line)
    const argument = a.arguments.positional(p + 4, 0)
    if (argument < 0) return
    if (Object.hasOwn(protocols, dotted) && !isVague(argument)) methods(i, argument, protocols[dotted] ?? [], line)
    if (iterators.has(dotted)) iteration(i, argument, line, false)
    if (dotted !== 'builtins.getattr') return
    for (const name of solver.values(a.arguments.positional(p + 4, 1)))
      if (values.kind(name) === sort.text) {
        const getters = instancesIn(a, argument).flatMap((cls) => gettersOf(a, cls, values.first(name)))
        record(i, argument, getters, line)
      }
  }

  function calledArguments(i: number, p: number, which: readonly (number | string)[], line: number): void {
    for (const each of which) {
      const register =
        typeof each === 'number' ? a.arguments.positional(p + 4, each) : a.arguments.keyword(p + 4, names.of(each))
      const called = solver.values(register).filter((value) => isCallable(values.kind(value)))
      record(i, register, called, line)
    }
  }

  /** Whether an implicit call, of which the source shows nothing, is worth an edge: only where few classes are possible. */
  function isVague(register: number): boolean {
    return solver.values(register).filter((value) => values.kind(value) !== sort.external).length > mostImplicit
  }
}

function isCallable(kind: number): boolean {
  return kind === sort.function || kind === sort.bound || kind === sort.class || kind === sort.partial
}

/** Classes of the instances that a node holds. */
export function instancesIn(a: Analysis, node: number): number[] {
  const classes: number[] = []
  for (let k = 0; k < a.solver.size(node); k++) {
    const value = a.solver.value(node, k)
    if (a.values.kind(value) === sort.instance) classes.push(a.values.first(value))
  }
  return classes
}
