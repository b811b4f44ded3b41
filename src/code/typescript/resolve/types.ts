import type { Evaluator } from './evaluator.ts'
import { instancesOf } from './expressions.ts'
import { itemOf } from './library.ts'
import {
  type Environment,
  external,
  library,
  noEnvironment,
  nothing,
  typeParameterKey,
  union,
  type Values,
} from './values.ts'

/** Types that stand for the type in their first argument. */
const transparent = new Set([
  'Partial',
  'Required',
  'Readonly',
  'NonNullable',
  'Pick',
  'Omit',
  'NoInfer',
  'Exclude',
  'Extract',
])
const nullish = new Set(['null', 'undefined', 'void', 'never', 'any', 'unknown', 'object', 'literal'])

/** Instances of a type. */
export function evaluateType(e: Evaluator, file: number, index: number, env: Environment): Values {
  const form = e.program.type(file, index)
  const all = (types: readonly number[]) => types.map((type) => e.type(file, type, env))
  switch (form[0]) {
    case 'unknown':
      return nothing
    case 'named':
      return named(form[1], form[2], all(form[3]))
    case 'global':
      return global(form[1], all(form[2]))
    case 'signature':
      return [{ kind: 'signature', file, signature: form[1], env }]
    case 'shape':
      return [{ kind: 'shape', file, shape: form[1], env }]
    case 'union':
    case 'intersection':
      return union(all(form[1]))
    case 'array':
      return library('Array', e.type(file, form[1], env))
    case 'tuple': {
      const items = all(form[1])
      return [{ kind: 'library', name: 'Array', given: [union(items)], items }]
    }
    case 'typeof':
      return e.expression(file, form[1])
    case 'member': {
      const name = form[2]
      const objects = e.type(file, form[1], env)
      if (name === null) return union(objects.map((value) => itemOf(e, value, -1)))
      return union(objects.flatMap((value) => e.members(value, name).map((member) => member.values())))
    }
    case 'this':
      return env.get('this') ?? (form[1] < 0 ? nothing : [{ kind: 'instance', file, cls: form[1], env: noEnvironment }])
    case 'import': {
      const [name = '*', ...rest] = form[2]
      const entity = e.imported(file, form[1], name)
      return rest.length > 0 ? nothing : name === '*' ? e.entityValues(entity) : e.entityType(entity, [])
    }
  }

  function named(symbol: number, path: readonly string[], given: readonly Values[]): Values {
    const bound = env.get(typeParameterKey(file, symbol))
    if (bound !== undefined) return bound
    if (path.length === 0) return e.symbolType(file, symbol, given, env)
    let scopes = e.symbolValues(file, symbol)
    for (const part of path.slice(0, -1))
      scopes = union(scopes.flatMap((value) => e.members(value, part).map((member) => member.values())))
    const last = path.at(-1) ?? ''
    return union(scopes.map((value) => typeIn(value, last, given)))
  }

  /** A type that a module or namespace exports. */
  function typeIn(value: Values[number], name: string, given: readonly Values[]): Values {
    if (value.kind === 'external') return external
    if (value.kind === 'module') return e.entityType(e.exported(value.file, name), given)
    if (value.kind !== 'namespace') return nothing
    const members = e.program.symbol(value.file, value.symbol)?.members ?? []
    return union(
      members.filter(([as]) => as === name).map(([, symbol]) => e.symbolType(value.file, symbol, given, env)),
    )
  }

  function global(name: string, given: readonly Values[]): Values {
    if (nullish.has(name)) return nothing
    if (name === 'ReadonlyArray' || name === 'ArrayLike') return library('Array', given[0] ?? nothing)
    if (name === 'Awaited') return given[0] ?? nothing
    if (name === 'InstanceType') return instancesOf(e, given[0] ?? nothing)
    if (name === 'ReturnType')
      return union(
        (given[0] ?? nothing).flatMap((value) => e.callables(value, null).map((callable) => callable.result())),
      )
    return transparent.has(name) ? (given[0] ?? nothing) : library(name, ...given)
  }
}

/** Instances of the type that a name stands for: a class, interfaces of that name, an alias, a type parameter. */
export function evaluateSymbolType(
  e: Evaluator,
  file: number,
  index: number,
  { given, env }: { given: readonly Values[]; env: Environment },
): Values {
  const symbol = e.program.symbol(file, index)
  if (symbol === undefined) return nothing
  const bound = env.get(typeParameterKey(file, index))
  if (bound !== undefined) return bound
  if (symbol.typeParameter !== undefined) {
    const [constraint, fallback] = symbol.typeParameter
    const limit = e.type(file, constraint, env)
    return limit.length > 0 ? limit : e.type(file, fallback, env)
  }
  if (symbol.from !== undefined) return e.entityType(e.imported(file, ...symbol.from), given)
  if (symbol.alias !== undefined) return e.type(file, symbol.alias.type, bind(symbol.alias.parameters))
  const shapes = symbol.shapes.map((shape) => ({
    kind: 'shape' as const,
    file,
    shape,
    env: bind(e.program.shape(file, shape)?.typeParameters ?? []),
  }))
  const classes = symbol.values.flatMap((value): Values => {
    const form = e.program.expression(file, value)
    if (form[0] === 'class') {
      const parameters = e.program.cls(file, form[1])?.typeParameters ?? []
      return [{ kind: 'instance', file, cls: form[1], env: bind(parameters) }]
    }
    // `const C = mixin(B)`, `import C = N.C`.
    return shapes.length > 0
      ? nothing
      : instancesOf(
          e,
          e.expression(file, value).filter(({ kind }) => kind === 'class'),
        )
  })
  return union([classes, ...shapes.map((shape): Values => [shape])])

  function bind(parameters: readonly number[]): Environment {
    if (parameters.length === 0) return noEnvironment
    const bound = new Map<string, Values>()
    parameters.forEach((parameter, i) => {
      const [, fallback = -1] = e.program.symbol(file, parameter)?.typeParameter ?? []
      const value = given[i] ?? (fallback < 0 ? nothing : e.type(file, fallback, bound))
      if (value.length > 0) bound.set(typeParameterKey(file, parameter), value)
    })
    return bound
  }
}
