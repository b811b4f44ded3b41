import type { Evaluator, Member } from './evaluator.ts'
import { type Environment, noEnvironment, nothing, typeParameterKey, union, type Value, type Values } from './values.ts'

/** Longest chain of bases that is followed. */
const mostBases = 20

/** Members of a value by name; several where a type is put together from several. */
export function findMembers(
  e: Evaluator,
  value: Value,
  name: string,
  accessor?: 'get' | 'set' | undefined,
): readonly Member[] {
  switch (value.kind) {
    case 'instance':
      return classMember(value.file, value.cls, { env: withThis(value.env, value), isStatic: false, depth: 0 })
    case 'class':
      return [
        ...classMember(value.file, value.cls, { env: noEnvironment, isStatic: true, depth: 0 }),
        ...(name === 'prototype'
          ? [plain(() => [{ kind: 'instance', file: value.file, cls: value.cls, env: noEnvironment }])]
          : []),
      ]
    case 'shape':
      return shapeMembers(value.file, value.shape, withThis(value.env, value), 0)
    case 'object':
      return objectMembers(value.file, value.expression)
    case 'module': {
      const entity = e.exported(value.file, name)
      return entity.kind === 'external' ? [] : [{ ...plain(() => e.entityValues(entity)), fn: e.functionOf(entity) }]
    }
    case 'namespace': {
      const members = e.program.symbol(value.file, value.symbol)?.members ?? []
      return members
        .filter(([as]) => as === name)
        .map(([, symbol]) => ({
          ...plain(() => e.symbolValues(value.file, symbol)),
          fn: e.functionOf({ kind: 'symbol', file: value.file, symbol }),
        }))
    }
    case 'function':
      // `bind` gives the function and does not call it.
      if (name === 'bind') return [plain(() => [value])]
      return name === 'call' || name === 'apply'
        ? [{ ...plain(() => [value]), fn: { file: value.file, fn: value.fn } }]
        : []
    case 'library':
      return [plain(() => [{ kind: 'method', of: value, name }])]
    case 'external':
      return [plain(() => [value])]
    default:
      return []
  }

  function classMember(
    file: number,
    cls: number,
    { env, isStatic, depth }: { env: Environment; isStatic: boolean; depth: number },
  ): Member[] {
    const flow = e.program.cls(file, cls)
    if (flow === undefined || depth > mostBases) return []
    const own = flow.members.filter((member) => member.name === name && member.isStatic === isStatic)
    const found =
      own.find(({ kind }) => kind === accessor) ?? own.find(({ kind }) => kind !== 'set' && kind !== 'get') ?? own[0]
    const assigned = isStatic ? [] : e.program.assignedToClass(file, cls, name)
    if (found !== undefined) {
      const fn = functionAt(file, found.value) ?? (assigned.length === 1 ? functionAt(file, assigned[0] ?? -1) : null)
      const isAccessor = found.kind === 'get' || found.kind === 'set'
      const values = (): Values => {
        if (found.kind === 'get' && fn !== null)
          return e.callables({ kind: 'function', ...fn, env }, null).flatMap((each) => each.result())
        if (found.type >= 0) return e.type(file, found.type, env)
        if (found.kind === 'method' && fn !== null) return [{ kind: 'function', ...fn, env }]
        return union([found.value, ...assigned].map((each) => e.expression(file, each)))
      }
      return [{ fn, accessor: isAccessor ? (found.kind as 'get' | 'set') : null, isInherited: depth > 0, values }]
    }
    if (assigned.length > 0) {
      const fn = assigned.length === 1 ? functionAt(file, assigned[0] ?? -1) : null
      const values = () => union(assigned.map((each) => e.expression(file, each)))
      return [{ fn, accessor: null, isInherited: depth > 0, values }]
    }
    const bases = e.bases(file, cls)
    const given = flow.given.map((type) => e.type(file, type, env))
    return bases.flatMap((base) => {
      if (base.kind === 'class') {
        const parameters = e.program.cls(base.file, base.cls)?.typeParameters ?? []
        const bound = bindAll(base.file, parameters, given, env)
        return classMember(base.file, base.cls, { env: bound, isStatic, depth: depth + 1 })
      }
      return base.kind === 'shape' || base.kind === 'external' ? [...e.members(base, name, accessor)] : []
    })
  }

  function shapeMembers(file: number, index: number, env: Environment, depth: number): Member[] {
    const shape = e.program.shape(file, index)
    if (shape === undefined || depth > mostBases) return []
    const own = shape.members.filter(([as]) => as === name)
    if (own.length > 0) return own.map(([, type]) => plain(() => e.type(file, type, env)))
    const inherited = shape.bases
      .flatMap((base) => e.type(file, base, env))
      .flatMap((base) => e.members(base, name, accessor))
    if (inherited.length > 0 || shape.index < 0) return inherited.map((member) => ({ ...member, isInherited: true }))
    return [plain(() => e.type(file, shape.index, env))]
  }

  function objectMembers(file: number, expression: number): Member[] {
    const form = e.program.expression(file, expression)
    if (form[0] !== 'object') return []
    const own = form[1].filter(([as]) => as === name).at(-1)
    if (own !== undefined) return [{ ...plain(() => e.expression(file, own[1])), fn: functionAt(file, own[1]) }]
    return form[2].flatMap((spread) => e.expression(file, spread)).flatMap((value) => e.members(value, name, accessor))
  }

  function functionAt(file: number, index: number): { file: number; fn: number } | null {
    const form = e.program.expression(file, index)
    if (form[0] === 'function') return { file, fn: form[1] }
    return form[0] === 'symbol' ? e.functionOf({ kind: 'symbol', file, symbol: form[1] }) : null
  }
}

function plain(values: () => Values): Member {
  return { fn: null, accessor: null, isInherited: false, values }
}

function withThis(env: Environment, value: Value): Environment {
  return new Map([...env, ['this', [value]]])
}

function bindAll(
  file: number,
  parameters: readonly number[],
  given: readonly Values[],
  outer: Environment,
): Environment {
  const bound = new Map<string, Values>()
  const self = outer.get('this')
  if (self !== undefined) bound.set('this', self)
  parameters.forEach((parameter, i) => {
    const value = given[i] ?? nothing
    if (value.length > 0) bound.set(typeParameterKey(file, parameter), value)
  })
  return bound
}
