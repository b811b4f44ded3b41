import { functionFlag } from '../flow/flow-facts.ts'
import type { Analysis } from './analysis.ts'
import { containerMethodValue } from './containers.ts'
import { invoke } from './invoke.ts'
import { sort } from './values.ts'

/** Bases that add no attributes a program would call by name. */
const transparentBases = new Set([
  'builtins.object',
  'abc.ABC',
  'typing.Generic',
  'typing.Protocol',
  'typing_extensions.Protocol',
  'typing_extensions.Generic',
])
const enumBases = new Set(['enum.Enum', 'enum.IntEnum', 'enum.StrEnum', 'enum.Flag', 'enum.IntFlag'])

const noArguments = { positional: [], keywords: [], rest: -1, keywordRest: -1 } as const

/** Adds to `to` what reading attribute `name` of `object` gives. */
export function readAttribute(a: Analysis, object: number, name: number, to: number): void {
  const { values, solver } = a
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
    case sort.namespace: {
      const module = a.modules.absolute(values.second(object), `${a.nameText(first)}.${a.nameText(name)}`)
      if (module >= 0) solver.add(to, values.of(sort.module, module))
      else if (module === -2)
        solver.add(
          to,
          values.of(sort.namespace, a.name(`${a.nameText(first)}.${a.nameText(name)}`), values.second(object)),
        )
      return
    }
    case sort.super:
      readSuper(a, first, values.second(object), name, to)
      return
    case sort.container:
      solver.add(to, containerMethodValue(a, object, name))
      return
    case sort.external: {
      const dotted = a.externalName(object)
      const isDeep = dotted === '?' || dotted.split('.').length > 3
      solver.add(to, isDeep ? a.unknown : a.external(`${dotted}.${a.nameText(name)}`))
      return
    }
    case sort.property: {
      const which = ['getter', 'setter', 'deleter'].indexOf(a.nameText(name))
      if (which >= 0) solver.add(to, values.of(sort.propertyPart, object, which))
      return
    }
    case sort.function:
      solver.copy(field(a, object, name), to)
      return
    case sort.bound:
      if (a.nameText(name) === '__func__') solver.add(to, first)
      else if (a.nameText(name) === '__self__') solver.add(to, values.second(object))
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
  if (kind === sort.instance) {
    for (const setter of settersOf(a, values.first(object), name))
      invoke(a, setter, { ...noArguments, positional: [holding(a, object), from] }, -1, 0)
  }
  if (from < 0) return
  if (kind === sort.instance) solver.copy(from, field(a, values.of(sort.class, values.first(object)), name))
  else if (kind === sort.class || kind === sort.module || kind === sort.function)
    solver.copy(from, field(a, object, name))
}

/** Node of what is stored under a name on a class (for it and its instances), module or function from outside its body. */
export function field(a: Analysis, owner: number, name: number): number {
  return rememberBy(a, tableOf(a.members.field, owner), name, () => {})
}

/** Node that holds just one value. */
export function holding(a: Analysis, value: number): number {
  return rememberBy(a, a.memos.value, value, (node) => a.solver.add(node, value))
}

export function remember(a: Analysis, key: string, fill: (node: number) => void): number {
  const known = a.memo.get(key)
  if (known !== undefined) return known
  const node = a.solver.node()
  a.memo.set(key, node)
  fill(node)
  return node
}

/** Memo of one owner's names. */
function tableOf(tables: Map<number, Map<number, number>>, owner: number): Map<number, number> {
  let table = tables.get(owner)
  if (table === undefined) {
    table = new Map()
    tables.set(owner, table)
  }
  return table
}

/** As `remember`, by a number. */
function rememberBy(a: Analysis, memo: Map<number, number>, key: number, fill: (node: number) => void): number {
  const known = memo.get(key)
  if (known !== undefined) return known
  const node = a.solver.node()
  memo.set(key, node)
  fill(node)
  return node
}

export function instanceAttribute(a: Analysis, cls: number, name: number): number {
  return rememberBy(a, tableOf(a.members.instance, cls), name, (node) => {
    const { values, solver, hierarchy } = a
    const self = values.of(sort.instance, cls)
    for (const ancestor of hierarchy.order[cls] ?? [])
      solver.copy(field(a, values.of(sort.class, ancestor), name), node)
    if (a.nameText(name) === '__class__') {
      solver.add(node, values.of(sort.class, cls))
      return
    }
    const own = ownAttribute(a, cls, name)
    if (own !== undefined) a.onValue(own, (value) => bindTo(a, value, self, node))
    else if (hasOpaqueBase(a, cls)) solver.add(node, a.unknown)
  })
}

export function classAttribute(a: Analysis, cls: number, name: number): number {
  return rememberBy(a, tableOf(a.members.class, cls), name, (node) => {
    const { values, solver, hierarchy } = a
    const self = values.of(sort.class, cls)
    for (const ancestor of hierarchy.order[cls] ?? [])
      solver.copy(field(a, values.of(sort.class, ancestor), name), node)
    const own = ownAttribute(a, cls, name)
    if (own === undefined) {
      if (hasOpaqueBase(a, cls)) solver.add(node, a.unknown)
      return
    }
    const isEnum = isEnumeration(a, cls)
    a.onValue(own, (value) => {
      const kind = values.kind(value)
      if (kind === sort.static) solver.add(node, values.first(value))
      else if (kind === sort.classMethod) solver.add(node, values.of(sort.bound, values.first(value), self))
      else if (kind === sort.function && flagsOf(a, value) & functionFlag.classMethod)
        solver.add(node, values.of(sort.bound, value, self))
      else if (isEnum && kind !== sort.function && kind !== sort.property)
        solver.add(node, values.of(sort.instance, cls))
      else solver.add(node, value)
    })
    if (isEnum) solver.add(node, a.unknown)
  })
}

/** Register of the first class in resolution order that binds a name in its body. */
export function ownAttribute(a: Analysis, cls: number, name: number, skip = 0): number | undefined {
  const order = a.hierarchy.order[cls] ?? []
  for (let i = skip; i < order.length; i++) {
    const register = a.program.classes[order[i] ?? -1]?.own.get(name)
    if (register !== undefined) return register
  }
  return undefined
}

function hasOpaqueBase(a: Analysis, cls: number): boolean {
  for (const name of a.hierarchy.external[cls] ?? []) if (!transparentBases.has(name)) return true
  return false
}

export function isEnumeration(a: Analysis, cls: number): boolean {
  for (const name of a.hierarchy.external[cls] ?? []) if (enumBases.has(name)) return true
  return false
}

function flagsOf(a: Analysis, fn: number): number {
  return a.program.functions[a.values.first(fn)]?.flags ?? 0
}

/** What a class attribute becomes when it is read through `self`. */
function bindTo(a: Analysis, value: number, self: number, to: number): void {
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
        invoke(a, property.getter, { ...noArguments, positional: [holding(a, self)] }, to, 0)
      return
    }
    case sort.instance: {
      const get = a.program.nameIndex('__get__')
      if (get === undefined || ownAttribute(a, values.first(value), get) === undefined) solver.add(to, value)
      else
        a.onValue(instanceAttribute(a, values.first(value), get), (method) =>
          invoke(a, method, { ...noArguments, positional: [holding(a, self), holding(a, classOf(a, self))] }, to, 0),
        )
      return
    }
    default:
      solver.add(to, value)
  }
}

function classOf(a: Analysis, self: number): number {
  return a.values.kind(self) === sort.instance ? a.values.of(sort.class, a.values.first(self)) : self
}

function readSuper(a: Analysis, cls: number, self: number, name: number, to: number): void {
  const { values, solver, hierarchy } = a
  const node = remember(a, `s${cls}.${self}.${name}`, (fresh) => {
    const selfClass = values.first(self)
    const position = hierarchy.position[selfClass]?.get(cls)
    const [start, from] = position === undefined ? [cls, 1] : [selfClass, position + 1]
    const own = ownAttribute(a, start, name, from)
    if (own !== undefined) a.onValue(own, (value) => bindTo(a, value, self, fresh))
    else if (hasOpaqueBase(a, start)) solver.add(fresh, a.unknown)
    else if (a.nameText(name).startsWith('__')) solver.add(fresh, a.unknown)
  })
  solver.copy(node, to)
}

/** Functions that run when `name` is read from an instance: property getters and `__get__` of descriptors. */
export function gettersOf(a: Analysis, cls: number, name: number): number[] {
  const own = ownAttribute(a, cls, name)
  if (own === undefined) return []
  const { values, solver } = a
  const getters: number[] = []
  for (const value of solver.values(own)) {
    if (values.kind(value) === sort.property) {
      const property = a.properties[values.first(value)]
      const getter = property === undefined ? -1 : property.descriptor >= 0 ? property.descriptor : property.getter
      if (getter >= 0) getters.push(getter)
    } else if (values.kind(value) === sort.instance) {
      const get = a.program.nameIndex('__get__')
      if (get === undefined || ownAttribute(a, values.first(value), get) === undefined) continue
      getters.push(...solver.values(instanceAttribute(a, values.first(value), get)))
    }
  }
  return getters
}

/** Functions that run when `name` of an instance is assigned. */
export function settersOf(a: Analysis, cls: number, name: number): number[] {
  const own = ownAttribute(a, cls, name)
  if (own === undefined) return []
  const setters: number[] = []
  for (const value of a.solver.values(own)) {
    if (a.values.kind(value) !== sort.property) continue
    const setter = a.properties[a.values.first(value)]?.setter ?? -1
    if (setter >= 0) setters.push(setter)
  }
  return setters
}

/** Exported names, submodules, what star imports bring, and what others stored on the module. */
function moduleAttribute(a: Analysis, module: number, name: number): number {
  return rememberBy(a, tableOf(a.members.module, module), name, (node) => {
    const { program, solver, values } = a
    solver.copy(field(a, values.of(sort.module, module), name), node)
    const register = program.modules[module]?.exports.get(name)
    if (register !== undefined) {
      if (register >= 0) solver.copy(register, node)
      return
    }
    if (starred(a, module, name, node)) return
    const path = program.paths[module] ?? ''
    const submodule = path.endsWith('__init__.py') ? a.modules.relative(module, 1, a.nameText(name)) : -1
    if (submodule >= 0) solver.add(node, values.of(sort.module, submodule))
  })
}

/** Adds what `from m import *` statements of a module bind to a name; false when none does. */
export function starred(a: Analysis, module: number, name: number, to: number): boolean {
  const { program, solver } = a
  let isOpaque = false
  const stars = program.modules[module]?.stars ?? []
  for (let k = 0; k < stars.length; k += 2) {
    const level = stars[k] ?? 0
    const dotted = (stars[k + 1] ?? -1) < 0 ? '' : (program.names[stars[k + 1] ?? -1] ?? '')
    const source = level > 0 ? a.modules.relative(module, level, dotted) : a.modules.absolute(module, dotted)
    if (source === -1) isOpaque = true
    if (source < 0 || source === module || !provides(a, source, name, new Set([module]))) continue
    solver.copy(moduleAttribute(a, source, name), to)
    return true
  }
  if (isOpaque) solver.add(to, a.unknown)
  return isOpaque
}

function provides(a: Analysis, module: number, name: number, seen: Set<number>): boolean {
  if (seen.has(module)) return false
  seen.add(module)
  const facts = a.program.modules[module]
  if (facts === undefined) return false
  if (facts.all !== null ? !facts.all.has(name) : a.nameText(name).startsWith('_')) return false
  if (facts.exports.has(name)) return true
  for (let k = 0; k < facts.stars.length; k += 2) {
    const level = facts.stars[k] ?? 0
    const dotted = (facts.stars[k + 1] ?? -1) < 0 ? '' : (a.program.names[facts.stars[k + 1] ?? -1] ?? '')
    const source = level > 0 ? a.modules.relative(module, level, dotted) : a.modules.absolute(module, dotted)
    if (source >= 0 && provides(a, source, name, seen)) return true
  }
  return false
}
