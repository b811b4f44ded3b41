import type { Analysis } from './analysis.ts'
import { instanceAttribute, isEnumeration, ownAttribute, remember } from './attributes.ts'
import { allOf, containerOf, keysOf } from './containers.ts'
import { invoke } from './invoke.ts'
import { sort } from './values.ts'

const noArguments = { positional: [], keywords: [], rest: -1, keywordRest: -1 } as const

/** Adds what iterating over the values of a node gives. */
export function elementsOf(a: Analysis, iterable: number, to: number, isAsync = false): void {
  if (to < 0) return
  a.onValue(iterable, (value) => addElements(a, value, to, isAsync))
}

export function addElements(a: Analysis, value: number, to: number, isAsync: boolean): void {
  const { values, solver } = a
  const container = containerOf(a, value)
  if (container !== undefined) solver.copy(container.sort === 3 ? keysOf(a, container) : allOf(a, container), to)
  else if (values.kind(value) === sort.instance) solver.copy(elementNode(a, values.first(value), isAsync), to)
  else if (values.kind(value) === sort.class && isEnumeration(a, values.first(value)))
    solver.add(to, values.of(sort.instance, values.first(value)))
  else if (values.kind(value) === sort.external || values.kind(value) === sort.text) solver.add(to, a.unknown)
}

/** Node of what `__iter__` of a class gives: its iterators. */
export function iteratorNode(a: Analysis, cls: number, isAsync: boolean): number {
  const name = isAsync ? '__aiter__' : '__iter__'
  return remember(a, `iterator${cls}${name}`, (node) => callMethod(a, cls, name, node))
}

function elementNode(a: Analysis, cls: number, isAsync: boolean): number {
  const [iterate, advance] = isAsync ? ['__aiter__', '__anext__'] : ['__iter__', '__next__']
  return remember(a, `element${cls}${iterate}`, (node) => {
    if (ownAttribute(a, cls, a.name(iterate)) === undefined) {
      callMethod(a, cls, '__getitem__', node)
      return
    }
    a.onValue(iteratorNode(a, cls, isAsync), (iterator) => {
      if (a.values.kind(iterator) === sort.instance) callMethod(a, a.values.first(iterator), advance, node)
      else addElements(a, iterator, node, isAsync)
    })
  })
}

/** What `with` binds for an instance. */
export function enteredNode(a: Analysis, cls: number, isAsync: boolean): number {
  const name = isAsync ? '__aenter__' : '__enter__'
  return remember(a, `entered${cls}${name}`, (node) => callMethod(a, cls, name, node))
}

function callMethod(a: Analysis, cls: number, name: string, to: number): void {
  a.onValue(instanceAttribute(a, cls, a.name(name)), (method) => invoke(a, method, noArguments, to, 1))
}

/** Calls a method that an operator or a built-in function stands for, when the object's class has it. */
export function callProtocol(
  a: Analysis,
  object: number,
  name: number,
  argument: number,
  to: number,
  depth: number,
): void {
  const { values, solver } = a
  if (values.kind(object) !== sort.instance) {
    if (containerOf(a, object) !== undefined) solver.add(to, object)
    else if (values.kind(object) === sort.class && a.nameText(name) === '__or__') solver.add(to, object)
    else if (values.kind(object) === sort.external || values.kind(object) === sort.typeForm) solver.add(to, object)
    return
  }
  const cls = values.first(object)
  const given = { ...noArguments, positional: argument >= 0 ? [argument] : [] }
  const direct = ownAttribute(a, cls, name) !== undefined ? name : plainMethod(a, name)
  a.onValue(instanceAttribute(a, cls, direct), (method) => invoke(a, method, given, to, depth + 1))
}

/** `__add__` for `__iadd__`. */
export function plainMethod(a: Analysis, name: number): number {
  const text = a.nameText(name)
  return /^__i(add|sub|mul|truediv|floordiv|mod|pow|lshift|rshift|and|xor|or|matmul)__$/.test(text)
    ? a.name(`__${text.slice(3)}`)
    : name
}
