import { op } from '../flow/flow-facts.ts'
import type { Analysis, CallArguments } from './analysis.ts'
import { instanceAttribute, isEnumeration, ownAttribute, readAttribute, starred, writeAttribute } from './attributes.ts'
import { builtinNames } from './builtin-names.ts'
import {
  allOf,
  containerOf,
  copyEntries,
  entry,
  integer,
  isKey,
  keysOf,
  makeContainer,
  readAtKeys,
  sliceOf,
  watchEntries,
  writeEntry,
} from './containers.ts'
import { invoke, makeProperty } from './invoke.ts'
import { addElements, callProtocol, enteredNode } from './protocols.ts'
import { subscripted } from './types.ts'
import { sort } from './values.ts'

/** Puts constraint `i` to work in a frame: what needs no value is done, the rest waits at its input. */
export function install(a: Analysis, i: number, frame: number): void {
  const { program, solver, values } = a
  const { code } = program
  const p = program.at[i] ?? 0
  const map = frame === 0 ? undefined : a.frames[frame]?.map
  switch (code[p]) {
    case op.copy:
      if (at(code, p + 2, map) >= 0) solver.copy(at(code, p + 2, map), at(code, p + 1, map))
      return
    case op.text:
      solver.add(at(code, p + 1, map), values.of(sort.text, code[p + 2] ?? -1))
      return
    case op.integer:
      solver.add(at(code, p + 1, map), integer(a, code[p + 2] ?? -1))
      return
    case op.builtin:
      solver.add(at(code, p + 1, map), a.unknown)
      return
    case op.function:
      solver.add(at(code, p + 1, map), values.of(sort.function, code[p + 2] ?? -1, frame))
      return
    case op.class:
      solver.add(at(code, p + 1, map), values.of(sort.class, code[p + 2] ?? -1))
      return
    case op.global:
      readGlobal(a, program.fileOf[i] ?? 0, code[p + 2] ?? -1, at(code, p + 1, map))
      return
    case op.import:
      importModule(
        a,
        program.fileOf[i] ?? 0,
        a.nameText(code[p + 2] ?? -1),
        (code[p + 3] ?? -1) === 1,
        at(code, p + 1, map),
      )
      return
    case op.from:
      importFrom(
        a,
        program.fileOf[i] ?? 0,
        code[p + 2] ?? -1,
        code[p + 3] ?? -1,
        code[p + 4] ?? -1,
        at(code, p + 1, map),
      )
      return
    case op.sequence:
      makeSequence(a, p, map, at(code, p + 1, map))
      return
    case op.dictionary:
      makeDictionary(a, p, map, at(code, p + 1, map))
      return
    case op.setAttribute:
    case op.setItem:
      wait(a, at(code, p + 1, map), i, frame)
      return
    case op.annotated:
      if (at(code, p + 2, map) >= 0) solver.copy(at(code, p + 2, map), at(code, p + 1, map))
      a.fallbacks.push({ node: at(code, p + 1, map), type: at(code, p + 3, map), self: -1 })
      return
    case op.narrow:
      installNarrow(a, at(code, p + 2, map), at(code, p + 3, map), at(code, p + 1, map))
      return
    case op.decorated:
      if (at(code, p + 2, map) >= 0) wait(a, at(code, p + 2, map), i, frame)
      if (at(code, p + 3, map) >= 0)
        a.late.push(() => {
          if (solver.values(at(code, p + 1, map)).length === 0) solver.copy(at(code, p + 3, map), at(code, p + 1, map))
        })
      return
    case op.call:
      wait(a, at(code, p + 2, map), i, frame)
      return
    case op.raise:
      wait(a, at(code, p + 1, map), i, frame)
      return
    default:
      wait(a, at(code, p + 2, map), i, frame)
  }
}

/** Node that an operand means in a frame. */
function at(code: Int32Array, position: number, map: ReadonlyMap<number, number> | undefined): number {
  const register = code[position] ?? -1
  return map === undefined ? register : (map.get(register) ?? register)
}

function wait(a: Analysis, input: number, i: number, frame: number): void {
  if (input >= 0) a.solver.on(input, i, frame)
}

/** A value has arrived at the input of constraint `i`. */
export function fire(a: Analysis, i: number, frame: number, value: number): void {
  const { program, solver, values } = a
  const { code } = program
  const p = program.at[i] ?? 0
  const map = frame === 0 ? undefined : a.frames[frame]?.map
  const depth = frame === 0 ? 0 : (a.frames[frame]?.depth ?? 0)
  switch (code[p]) {
    case op.attribute:
      readAttribute(a, value, code[p + 3] ?? -1, at(code, p + 1, map))
      return
    case op.setAttribute:
      writeAttribute(a, value, code[p + 2] ?? -1, at(code, p + 3, map))
      return
    case op.call:
      invoke(a, value, argumentsOf(a, p, map), at(code, p + 1, map), depth, { constraint: i, frame })
      return
    case op.item:
      readItem(a, value, at(code, p + 3, map), at(code, p + 1, map), depth)
      return
    case op.setItem:
      writeItem(a, value, at(code, p + 2, map), at(code, p + 3, map), depth)
      return
    case op.slice: {
      const container = containerOf(a, value)
      if (container !== undefined)
        solver.add(at(code, p + 1, map), sliceOf(a, container, code[p + 3] ?? -1, code[p + 4] ?? -1))
      else readItem(a, value, -1, at(code, p + 1, map), depth)
      return
    }
    case op.iterate:
      addElements(a, value, at(code, p + 1, map), (code[p + 4] ?? -1) === 1)
      return
    case op.enter: {
      const container = containerOf(a, value)
      if (container !== undefined) solver.copy(allOf(a, container), at(code, p + 1, map))
      else if (values.kind(value) === sort.instance)
        solver.copy(enteredNode(a, values.first(value), (code[p + 4] ?? -1) === 1), at(code, p + 1, map))
      else if (values.kind(value) === sort.external) solver.add(at(code, p + 1, map), a.unknown)
      return
    }
    case op.protocol:
      callProtocol(a, value, code[p + 3] ?? -1, at(code, p + 4, map), at(code, p + 1, map), depth)
      return
    case op.raise:
      if (values.kind(value) === sort.class) invoke(a, value, emptyArguments, -1, 1)
      return
    case op.replaceItem:
      replaceItem(a, value, at(code, p + 3, map), at(code, p + 4, map), at(code, p + 1, map))
      return
    case op.decorated:
      decorate(a, value, at(code, p + 3, map), at(code, p + 1, map))
      return
    default:
  }
}

/** Subclasses of a caught exception that are told apart. */
const mostCaught = 12

const emptyArguments: CallArguments = { positional: [], keywords: [], rest: -1, keywordRest: -1 }

function argumentsOf(a: Analysis, p: number, map: ReadonlyMap<number, number> | undefined): CallArguments {
  const { code } = a.program
  const read = (at: number) => {
    const register = code[at] ?? -1
    return map?.get(register) ?? register
  }
  const count = code[p + 4] ?? 0
  const positional: number[] = []
  let at = p + 5
  for (let k = 0; k < count; k++) positional.push(read(at++))
  const named = code[at++] ?? 0
  const keywords: number[] = []
  for (let k = 0; k < named; k++) {
    keywords.push(code[at] ?? -1, read(at + 1))
    at += 2
  }
  return { positional, keywords, rest: read(at), keywordRest: read(at + 1) }
}

function readGlobal(a: Analysis, file: number, name: number, to: number): void {
  const text = a.nameText(name)
  if (builtinNames.has(text)) {
    a.solver.add(to, a.external(`builtins.${text}`))
    return
  }
  starred(a, file, name, to)
}

function importModule(a: Analysis, file: number, dotted: string, bindsFirst: boolean, to: number): void {
  const { modules, solver, values } = a
  const name = bindsFirst ? (dotted.split('.', 1)[0] ?? dotted) : dotted
  const module = modules.absolute(file, name)
  if (module >= 0) solver.add(to, values.of(sort.module, module))
  else if (module === -2) solver.add(to, values.of(sort.namespace, a.name(name), file))
  else solver.add(to, a.external(name))
}

function importFrom(a: Analysis, file: number, level: number, module: number, name: number, to: number): void {
  const { modules, solver, values } = a
  const dotted = module < 0 ? '' : a.nameText(module)
  const found = level > 0 ? modules.relative(file, level, dotted) : modules.absolute(file, dotted)
  if (found >= 0) readAttribute(a, values.of(sort.module, found), name, to)
  const submodule =
    found >= 0 && a.program.modules[found]?.exports.has(name) && found !== file
      ? -1
      : modules.submodule(file, level, dotted, a.nameText(name))
  if (submodule >= 0) solver.add(to, values.of(sort.module, submodule))
  else if (found === -2 && submodule === -2)
    solver.add(to, values.of(sort.namespace, a.name(`${dotted}.${a.nameText(name)}`), file))
  else if (found === -1) solver.add(to, a.external(`${dotted}.${a.nameText(name)}`))
}

function makeSequence(a: Analysis, p: number, map: ReadonlyMap<number, number> | undefined, to: number): void {
  const { code } = a.program
  const count = code[p + 3] ?? 0
  let isExact = true
  const elements: [node: number, isSplat: boolean][] = []
  for (let k = 0; k < count; k++) {
    const register = code[p + 4 + k] ?? -1
    const isSplat = register <= -2
    if (isSplat) isExact = false
    const plain = isSplat ? -2 - register : register
    elements.push([map?.get(plain) ?? plain, isSplat])
  }
  const value = makeContainer(a, code[p + 2] ?? 0, isExact ? count : -1)
  const container = containerOf(a, value)
  if (container === undefined) return
  let index = 0
  for (const [element, isSplat] of elements) {
    if (isSplat) {
      a.onValue(element, (source) => addElements(a, source, container.rest, false))
      index = -1
    } else if (element >= 0) writeEntry(a, container, index < 0 ? -1 : integer(a, index), element)
    if (index >= 0) index++
  }
  a.solver.add(to, value)
}

function makeDictionary(a: Analysis, p: number, map: ReadonlyMap<number, number> | undefined, to: number): void {
  const { code } = a.program
  const value = makeContainer(a, 3)
  const container = containerOf(a, value)
  if (container === undefined) return
  const read = (register: number) => map?.get(register) ?? register
  const count = code[p + 2] ?? 0
  for (let k = 0; k < count; k++) {
    const key = code[p + 3 + 2 * k] ?? -1
    const element = read(code[p + 4 + 2 * k] ?? -1)
    if (key === -2)
      a.onValue(element, (source) => {
        const other = containerOf(a, source)
        if (other !== undefined) copyEntries(a, other, container)
      })
    else storeUnder(a, container, read(key), element)
  }
  a.solver.add(to, value)
}

function storeUnder(a: Analysis, container: ReturnType<typeof containerOf>, key: number, from: number): void {
  if (container === undefined) return
  if (key < 0) {
    writeEntry(a, container, -1, from)
    return
  }
  a.solver.copy(key, keysOf(a, container))
  a.onValue(key, (value) => writeEntry(a, container, isKey(a, value) ? value : -1, from))
  a.late.push(() => {
    if (a.solver.values(key).length === 0) writeEntry(a, container, -1, from)
  })
}

function readItem(a: Analysis, object: number, key: number, to: number, depth: number): void {
  const { values, solver } = a
  const container = containerOf(a, object)
  if (container !== undefined) {
    readAtKeys(a, container, key, to)
    return
  }
  switch (values.kind(object)) {
    case sort.instance:
      a.onValue(instanceAttribute(a, values.first(object), a.name('__getitem__')), (method) =>
        invoke(a, method, { ...emptyArguments, positional: [key] }, to, depth + 1),
      )
      return
    case sort.class:
      solver.add(to, isEnumeration(a, values.first(object)) ? values.of(sort.instance, values.first(object)) : object)
      return
    case sort.external:
      solver.add(to, subscripted(a, object, key))
      return
    case sort.typeForm:
    case sort.text:
      solver.add(to, a.unknown)
      return
    default:
  }
}

function writeItem(a: Analysis, object: number, key: number, from: number, depth: number): void {
  const container = containerOf(a, object)
  if (container !== undefined) storeUnder(a, container, key, from)
  else if (a.values.kind(object) === sort.instance)
    a.onValue(instanceAttribute(a, a.values.first(object), a.name('__setitem__')), (method) =>
      invoke(a, method, { ...emptyArguments, positional: [key, from] }, -1, depth + 1),
    )
}

/** The dictionary with one entry replaced; what is no container stays as it is. */
function replaceItem(a: Analysis, value: number, key: number, from: number, to: number): void {
  const container = containerOf(a, value)
  if (container === undefined) {
    a.solver.add(to, value)
    return
  }
  a.onValue(key, (replaced) => {
    const fresh = makeContainer(a, container.sort, container.length)
    const made = containerOf(a, fresh)
    if (made === undefined) return
    a.solver.copy(container.rest, made.rest)
    a.solver.copy(keysOf(a, container), keysOf(a, made))
    watchEntries(container, (other, node) => {
      if (other !== replaced) a.solver.copy(node, entry(a, made, other))
    })
    writeEntry(a, made, replaced, from)
    a.solver.add(to, fresh)
  })
}

/** A decorator from outside gives back something that calls what it decorated: so it is reached under its name. */
function decorate(a: Analysis, result: number, decorated: number, to: number): void {
  const { values, solver } = a
  if (values.kind(result) === sort.external) {
    if (decorated >= 0) solver.copy(decorated, to)
    return
  }
  if (values.kind(result) === sort.instance && decorated >= 0) {
    const cls = values.first(result)
    const isProperty =
      ownAttribute(a, cls, a.name('__get__')) !== undefined && ownAttribute(a, cls, a.name('__call__')) === undefined
    if (!isProperty) solver.add(to, result)
    else
      a.onValue(instanceAttribute(a, cls, a.name('__get__')), (descriptor) =>
        a.onValue(decorated, (fn) => {
          if (values.kind(fn) === sort.function) solver.add(to, makeProperty(a, fn, -1, descriptor))
        }),
      )
    return
  }
  solver.add(to, result)
}

/** Instances of the class (or of any in a tuple of classes) among the values; the class itself when there is none. */
function installNarrow(a: Analysis, from: number, type: number, to: number): void {
  const { values, solver } = a
  const candidates = solver.node()
  a.onValue(type, (value) => {
    const container = containerOf(a, value)
    if (container !== undefined) solver.copy(allOf(a, container), candidates)
    else solver.add(candidates, value)
  })
  a.onValue(candidates, (cls) => {
    const kind = values.kind(cls)
    if (kind !== sort.class) {
      if (kind === sort.external) solver.add(to, a.unknown)
      return
    }
    // What an `except` catches: the class or any below it.
    if (from < 0) {
      const below = a.hierarchy.descendants[values.first(cls)] ?? []
      for (const caught of below.length <= mostCaught ? [values.first(cls), ...below] : [values.first(cls)])
        solver.add(to, values.of(sort.instance, caught))
    }
    a.onValue(from, (value) => {
      if (values.kind(value) === sort.instance && a.hierarchy.position[values.first(value)]?.has(values.first(cls)))
        solver.add(to, value)
    })
  })
  a.fallbacks.push({ node: to, type: candidates, self: -1 })
}
