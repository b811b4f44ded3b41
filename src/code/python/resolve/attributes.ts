import { absent, type PairMap } from '../../resolve/pair-map.ts'
import { functionFlag } from '../flow/flow-facts.ts'
import type { Analysis } from './analysis.ts'
import { invoke } from './invoke.ts'
import { moduleAttribute } from './module-attributes.ts'
import { partOf, settersOf } from './properties.ts'
import { rule } from './rules.ts'
import { sort } from './values.ts'

/** Names that are followed through something from outside: `a.b.c.d`. */
const mostDots = 3

/** Adds to `to` what reading attribute `name` of `object` gives. */
export function readAttribute(a: Analysis, object: number, name: number, to: number): void {
  const { values, solver, names } = a
  const first = values.first(object)
  switch (values.kind(object)) {
    case sort.instance:
      solver.copy(instanceAttribute(a, first, name), to)
      return
    case sort.class:
      solver.copy(classAttribute(a, first, name), to)
      return
    case sort.module:
      solver.copy(moduleAttribute(a, first, name), to)
      return
    case sort.namespace:
      readNamespace(a, first, values.second(object), name, to)
      return
    case sort.super:
      solver.copy(superAttribute(a, object, name), to)
      return
    case sort.container:
      solver.add(to, values.of(sort.containerMethod, object, name))
      return
    case sort.external:
      solver.add(to, externalAttribute(a, object, name))
      return
    case sort.property: {
      const part = partOf(names.text(name))
      if (part >= 0) solver.add(to, values.of(sort.propertyPart, object, part))
      return
    }
    case sort.function:
      solver.copy(field(a, object, name), to)
      return
    case sort.bound:
      if (name === names.known.func) solver.add(to, first)
      else if (name === names.known.self) solver.add(to, values.second(object))
      else solver.copy(field(a, first, name), to)
      return
    case sort.text:
    case sort.integer:
    case sort.typeForm:
    case sort.containerMethod:
      solver.add(to, a.unknown)
      return
    default:
  }
}

/** Makes `from` flow into attribute `name` of `object`; properties call their setter. */
export function writeAttribute(a: Analysis, object: number, name: number, from: number): void {
  const { values, solver } = a
  const kind = values.kind(object)
  if (kind === sort.instance)
    for (const setter of settersOf(a, values.first(object), name))
      invoke(a, setter, a.arguments.ofPositionals(holding(a, object), from), -1, -1, 0)
  if (from < 0) return
  if (kind === sort.instance) solver.copy(from, field(a, values.of(sort.class, values.first(object)), name))
  else if (kind === sort.class || kind === sort.module || kind === sort.function)
    solver.copy(from, field(a, object, name))
}

/**
 * Node of what is stored under a name on a class (for it and its instances), module or function from outside its body. It is
 * made when something is stored or looked for on this very owner; those that have asked for the attribute by then are told.
 */
export function field(a: Analysis, owner: number, name: number): number {
  return remember(a, a.memos.field, owner, name, (node) => {
    const first = a.values.first(owner)
    if (a.values.kind(owner) === sort.module) copyTo(a, node, a.memos.moduleAttribute.get(first, name))
    if (a.values.kind(owner) !== sort.class) return
    tellClass(a, node, first, name)
    for (const below of a.hierarchy.descendants[first] ?? []) tellClass(a, node, below, name)
  })
}

function tellClass(a: Analysis, node: number, cls: number, name: number): void {
  copyTo(a, node, a.memos.instanceAttribute.get(cls, name))
  copyTo(a, node, a.memos.classAttribute.get(cls, name))
}

/** Copies from a node that may not have been made yet (`absent`). */
function copyTo(a: Analysis, from: number, to: number): void {
  if (from !== absent && to !== absent) a.solver.copy(from, to)
}

/** Makes what is stored under a name on an owner, now or later, flow into a node of `moduleAttribute` and its like. */
export function copyField(a: Analysis, owner: number, name: number, to: number): void {
  copyTo(a, a.memos.field.get(owner, name), to)
}

/** Node that holds just one value. */
export function holding(a: Analysis, value: number): number {
  const known = a.memos.holding.get(value, 0)
  if (known !== absent) return known
  const node = remember(a, a.memos.holding, value, 0)
  a.solver.add(node, value)
  return node
}

/** The node that stands for two numbers; made, and filled once, when it is first asked for. */
export function remember(
  a: Analysis,
  memo: PairMap,
  first: number,
  second: number,
  fill?: (node: number) => void,
): number {
  const known = memo.get(first, second)
  if (known !== absent) return known
  const node = a.solver.node()
  memo.set(first, second, node)
  fill?.(node)
  return node
}

export function instanceAttribute(a: Analysis, cls: number, name: number): number {
  const known = a.memos.instanceAttribute.get(cls, name)
  if (known !== absent) return known
  const node = attributeNode(a, a.memos.instanceAttribute, cls, name)
  if (name === a.names.known.class) {
    a.solver.add(node, a.values.of(sort.class, cls))
    return node
  }
  const own = ownAttribute(a, cls, name)
  if (own !== absent) a.when(own, rule.bind, a.values.of(sort.instance, cls), node)
  else if (a.hierarchy.isOpaque(cls)) a.solver.add(node, a.unknown)
  return node
}

export function classAttribute(a: Analysis, cls: number, name: number): number {
  const known = a.memos.classAttribute.get(cls, name)
  if (known !== absent) return known
  const node = attributeNode(a, a.memos.classAttribute, cls, name)
  const own = ownAttribute(a, cls, name)
  if (own === absent) {
    if (a.hierarchy.isOpaque(cls)) a.solver.add(node, a.unknown)
    return node
  }
  a.when(own, rule.readThroughClass, cls, node)
  if (a.hierarchy.isEnumeration(cls)) a.solver.add(node, a.unknown)
  return node
}

/** A node with what was stored from outside under a name on a class and on those it inherits from. */
function attributeNode(a: Analysis, memo: PairMap, cls: number, name: number): number {
  const node = a.solver.node()
  memo.set(cls, name, node)
  for (const ancestor of a.hierarchy.order[cls] ?? []) copyField(a, a.values.of(sort.class, ancestor), name, node)
  return node
}

/** Register of the first class in resolution order that binds a name in its body, or `absent`. */
export function ownAttribute(a: Analysis, cls: number, name: number): number {
  const known = a.memos.ownAttribute.get(cls, name)
  // -1 is a value of its own: bound to nothing known.
  if (known !== absent) return known === unbound ? absent : known
  const found = inherited(a, cls, name, 0)
  a.memos.ownAttribute.set(cls, name, found === absent ? unbound : found)
  return found
}

const unbound = -2

function inherited(a: Analysis, cls: number, name: number, skip: number): number {
  const order = a.hierarchy.order[cls] ?? []
  for (let i = skip; i < order.length; i++) {
    const register = a.program.attribute(order[i] ?? -1, name)
    if (register !== absent) return register
  }
  return absent
}

function flagsOf(a: Analysis, fn: number): number {
  return a.program.functions.flags[a.values.first(fn)] ?? 0
}

/** What a class attribute becomes when it is read through the class. */
export function readThroughClass(a: Analysis, value: number, cls: number, to: number): void {
  const { values, solver } = a
  const kind = values.kind(value)
  const self = values.of(sort.class, cls)
  if (kind === sort.static) solver.add(to, values.first(value))
  else if (kind === sort.classMethod) solver.add(to, values.of(sort.bound, values.first(value), self))
  else if (kind === sort.function && flagsOf(a, value) & functionFlag.classMethod)
    solver.add(to, values.of(sort.bound, value, self))
  else if (a.hierarchy.isEnumeration(cls) && kind !== sort.function && kind !== sort.property)
    solver.add(to, values.of(sort.instance, cls))
  else solver.add(to, value)
}

/** What a class attribute becomes when it is read through `self`. */
export function bindTo(a: Analysis, value: number, self: number, to: number): void {
  const { values, solver } = a
  switch (values.kind(value)) {
    case sort.function: {
      const flags = flagsOf(a, value)
      if (flags & functionFlag.staticMethod) solver.add(to, value)
      else if (flags & functionFlag.classMethod) solver.add(to, values.of(sort.bound, value, classOf(a, self)))
      else solver.add(to, values.of(sort.bound, value, self))
      return
    }
    case sort.static:
      solver.add(to, values.first(value))
      return
    case sort.classMethod:
      solver.add(to, values.of(sort.bound, values.first(value), classOf(a, self)))
      return
    case sort.property: {
      const property = a.properties[values.first(value)]
      if (property !== undefined && property.getter >= 0)
        invoke(a, property.getter, a.arguments.none, holding(a, self), to, 0)
      return
    }
    case sort.instance: {
      const { get } = a.names.known
      if (ownAttribute(a, values.first(value), get) === absent) solver.add(to, value)
      else {
        const given = a.arguments.ofPositionals(holding(a, self), holding(a, classOf(a, self)))
        a.when(instanceAttribute(a, values.first(value), get), rule.invoke, given, -1, to, 0)
      }
      return
    }
    default:
      solver.add(to, value)
  }
}

function classOf(a: Analysis, self: number): number {
  return a.values.kind(self) === sort.instance ? a.values.of(sort.class, a.values.first(self)) : self
}

/** Node of an attribute looked up past a class, in the order of the receiver's class. */
function superAttribute(a: Analysis, object: number, name: number): number {
  return remember(a, a.memos.superAttribute, object, name, (node) => {
    const { values, solver, hierarchy } = a
    const cls = values.first(object)
    const self = values.second(object)
    const receiver = values.first(self)
    const position = hierarchy.order[receiver]?.indexOf(cls) ?? -1
    const [start, skip] = position < 0 ? [cls, 1] : [receiver, position + 1]
    const own = inherited(a, start, name, skip)
    if (own !== absent) a.when(own, rule.bind, self, node)
    else if (hierarchy.isOpaque(start) || a.names.text(name).startsWith('__')) solver.add(node, a.unknown)
  })
}

function externalAttribute(a: Analysis, object: number, name: number): number {
  if (object === a.unknown) return object
  const known = a.memos.externalAttribute.get(object, name)
  if (known !== absent) return known
  const dotted = a.names.text(a.values.first(object))
  const isDeep = dotted.split('.').length > mostDots
  const value = isDeep ? a.unknown : a.external(`${dotted}.${a.names.text(name)}`)
  a.memos.externalAttribute.set(object, name, value)
  return value
}

function readNamespace(a: Analysis, directory: number, file: number, name: number, to: number): void {
  const { values, solver, names } = a
  const dotted = `${names.text(directory)}.${names.text(name)}`
  const module = a.modules.absolute(file, dotted)
  if (module >= 0) solver.add(to, values.of(sort.module, module))
  else if (module === -2) solver.add(to, values.of(sort.namespace, names.of(dotted), file))
}
