import { absent } from '../../resolve/pair-map.ts'
import { containerSort } from '../flow/flow-facts.ts'
import type { Analysis } from './analysis.ts'
import { instanceAttribute, ownAttribute, remember } from './attributes.ts'
import { rule } from './rules.ts'
import { sort } from './values.ts'

/** Adds what iterating over the values of a node gives. */
export function elementsOf(a: Analysis, iterable: number, to: number): void {
  if (to >= 0) a.when(iterable, rule.iterate, to, 0)
}

/** Adds what iterating over a value gives. */
export function addElements(a: Analysis, value: number, to: number, isAsync: boolean): void {
  const { values, solver, containers } = a
  const first = values.first(value)
  switch (values.kind(value)) {
    case sort.container:
      solver.copy(containers.sort(first) === containerSort.dict ? containers.keys(first) : containers.all(first), to)
      return
    case sort.instance:
      solver.copy(elementNode(a, first, isAsync), to)
      return
    case sort.class:
      if (a.hierarchy.isEnumeration(first)) solver.add(to, values.of(sort.instance, first))
      return
    case sort.external:
    case sort.text:
      solver.add(to, a.unknown)
      return
    default:
  }
}

/** Node of what `__iter__` of a class gives: its iterators. */
export function iteratorNode(a: Analysis, cls: number, isAsync: boolean): number {
  const { asyncIter, iter } = a.names.known
  return methodResult(a, cls, isAsync ? asyncIter : iter)
}

/** What `with` binds for an instance. */
export function enteredNode(a: Analysis, cls: number, isAsync: boolean): number {
  const { asyncEnter, enter } = a.names.known
  return methodResult(a, cls, isAsync ? asyncEnter : enter)
}

/** Node of what a method of an instance without arguments gives. */
function methodResult(a: Analysis, cls: number, name: number): number {
  return remember(a, a.memos.protocol, cls, name, (node) => callMethod(a, cls, name, node))
}

function callMethod(a: Analysis, cls: number, name: number, to: number): void {
  a.when(instanceAttribute(a, cls, name), rule.invoke, a.arguments.none, -1, to, 1)
}

function elementNode(a: Analysis, cls: number, isAsync: boolean): number {
  const { asyncIter, iter, getItem } = a.names.known
  const iterate = isAsync ? asyncIter : iter
  return remember(a, a.memos.iterated, cls, iterate, (node) => {
    if (ownAttribute(a, cls, iterate) === absent) callMethod(a, cls, getItem, node)
    else a.when(iteratorNode(a, cls, isAsync), rule.advance, node, isAsync ? 1 : 0)
  })
}

/** Adds what an iterator gives. */
export function addIterated(a: Analysis, iterator: number, to: number, isAsync: boolean): void {
  const { asyncNext, next } = a.names.known
  if (a.values.kind(iterator) !== sort.instance) addElements(a, iterator, to, isAsync)
  else callMethod(a, a.values.first(iterator), isAsync ? asyncNext : next, to)
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
  const { values, solver, names } = a
  const cls = values.first(object)
  switch (values.kind(object)) {
    case sort.instance: {
      const method = instanceAttribute(a, cls, ownAttribute(a, cls, name) === absent ? plainMethod(a, name) : name)
      a.when(method, rule.invoke, a.arguments.none, argument, to, depth + 1)
      return
    }
    case sort.class:
      if (name === names.known.or) solver.add(to, object)
      return
    case sort.container:
    case sort.external:
    case sort.typeForm:
      solver.add(to, object)
      return
    default:
  }
}

/** `__add__` for `__iadd__`. */
export function plainMethod(a: Analysis, name: number): number {
  const text = a.names.text(name)
  return /^__i(add|sub|mul|truediv|floordiv|mod|pow|lshift|rshift|and|xor|or|matmul)__$/.test(text)
    ? a.names.of(`__${text.slice(3)}`)
    : name
}
