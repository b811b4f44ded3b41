import { annotationRegister } from './annotations.ts'
import { evaluate } from './expressions.ts'
import { childrenOf, childWith, createScope, type FileWalk, textAt } from './file-walk.ts'
import { type FlowFunction, functionFlag, op } from './flow-facts.ts'
import { boundNames, type Scope } from './scope.ts'
import { executeBlock } from './statements.ts'
import { assignName } from './variables.ts'

type Building = {
  -readonly [K in keyof FlowFunction]: FlowFunction[K] extends readonly number[] ? number[] : FlowFunction[K]
}

/** Registers a function and puts off its body; returns the register of the bare function, without its decorators. */
export function defineFunction(walk: FileWalk, node: number, decorators: readonly string[]): number {
  const { field } = walk.kinds
  const flags =
    (decorators.includes('staticmethod') ? functionFlag.staticMethod : 0) |
    (decorators.includes('classmethod') ? functionFlag.classMethod : 0) |
    (decorators.some((name) => name.endsWith('abstractmethod')) ? functionFlag.abstract : 0) |
    (textAt(walk, node).startsWith('async') ? functionFlag.async : 0)
  const definition = walk.definitionOf.get(node) ?? -1
  const result = childWith(walk, node, field.return_type)
  const [index, building] = addFunction(walk, definition, childWith(walk, node, field.parameters), flags)
  building.result = annotationRegister(walk, result)
  const body = childWith(walk, node, field.body)
  const name = textAt(walk, childWith(walk, node, field.name))
  if (name === '__new__') building.flags |= functionFlag.staticMethod
  if (name === '__init_subclass__' || name === '__class_getitem__') building.flags |= functionFlag.classMethod
  putOff(walk, index, building, childWith(walk, node, field.parameters), body, () => {
    executeBlock(walk, body)
  })
  return walk.fresh(op.function, index)
}

export function deferLambda(walk: FileWalk, node: number): number {
  const { field } = walk.kinds
  const parameters = childWith(walk, node, field.parameters)
  const [index, building] = addFunction(walk, -1, parameters, 0)
  const body = childWith(walk, node, field.body)
  putOff(walk, index, building, parameters, body, () => {
    const value = evaluate(walk, body)
    if (value >= 0) building.returns.push(value)
  })
  return walk.fresh(op.function, index)
}

function addFunction(walk: FileWalk, definition: number, parameters: number, flags: number): [number, Building] {
  const { scope } = walk
  const building: Building = {
    definition,
    parent: scope.owner,
    method: scope.kind === 'class' && definition >= 0 ? scope.classIndex : -1,
    flags,
    parameters: [],
    positional: 0,
    rest: -1,
    keywords: -1,
    returns: [],
    yields: [],
    result: -1,
  }
  const index = walk.functions.push(building) - 1
  if (parameters >= 0) readParameters(walk, parameters, building)
  return [index, building]
}

/** Defaults and annotations belong to the scope around the function, so they are read at once. */
function readParameters(walk: FileWalk, list: number, building: Building): void {
  const { tree } = walk.file
  const { kind, field } = walk.kinds
  let keywordOnly = false
  for (const parameter of childrenOf(walk, list)) {
    const sort = tree.kind[parameter]
    const register = walk.register()
    let target = parameter
    let type = -1
    let fallback = -1
    if (sort === kind.keyword_separator) {
      keywordOnly = true
      continue
    }
    if (sort === kind.positional_separator) continue
    if (sort === kind.typed_parameter || sort === kind.typed_default_parameter || sort === kind.default_parameter) {
      target = sort === kind.typed_parameter ? parameter + 1 : childWith(walk, parameter, field.name)
      type = annotationRegister(walk, childWith(walk, parameter, field.type))
      const value = childWith(walk, parameter, field.value)
      if (value >= 0) fallback = evaluate(walk, value)
    }
    if (tree.kind[target] === kind.list_splat_pattern) {
      building.rest = register
      keywordOnly = true
    } else if (tree.kind[target] === kind.dictionary_splat_pattern) building.keywords = register
    else {
      building.parameters.push(walk.name(textAt(walk, target)), register, type, fallback)
      if (!keywordOnly) building.positional++
    }
  }
}

function putOff(
  walk: FileWalk,
  index: number,
  building: Building,
  parameters: number,
  body: number,
  run: () => void,
): void {
  const { tree } = walk.file
  const around = walk.scope
  walk.waiting.push(() => {
    const names = boundNames(tree, walk.kinds, body, tree.after[body] ?? 0)
    const scope: Scope = createScope('function', around, index, -1, names)
    walk.scope = scope
    for (let i = 0; i < building.parameters.length; i += 4)
      bindParameter(building.parameters[i] ?? -1, building.parameters[i + 1] ?? -1)
    if (parameters >= 0)
      for (const parameter of childrenOf(walk, parameters)) {
        const target = tree.kind[parameter] === walk.kinds.kind.typed_parameter ? parameter + 1 : parameter
        const name = childrenOf(walk, target)[0]
        if (name === undefined) continue
        if (tree.kind[target] === walk.kinds.kind.list_splat_pattern) bind(textAt(walk, name), building.rest)
        if (tree.kind[target] === walk.kinds.kind.dictionary_splat_pattern) bind(textAt(walk, name), building.keywords)
      }
    run()
    scope.finished = true

    function bindParameter(name: number, register: number): void {
      bind(walk.names[name] ?? '', register)
    }
    function bind(name: string, register: number): void {
      names.bound.add(name)
      assignName(walk, name, register)
    }
  })
}
