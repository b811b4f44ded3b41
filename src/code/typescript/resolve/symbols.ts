import type { Entity, Evaluator } from './evaluator.ts'
import { external, noEnvironment, nothing, union, type Values } from './values.ts'

/** Longest chain of re-exports that is followed. */
const mostExports = 30
const outside: Entity = { kind: 'external' }

/** What a name can be where it is used as a value. */
export function evaluateSymbol(e: Evaluator, file: number, index: number): Values {
  const symbol = e.program.symbol(file, index)
  if (symbol === undefined) return nothing
  if (symbol.from !== undefined) return e.entityValues(e.imported(file, ...symbol.from))
  if (symbol.type >= 0) {
    const typed = e.type(file, symbol.type, noEnvironment)
    if (typed.length > 0) return typed
  }
  const given = union(symbol.values.map((value) => e.expression(file, value)))
  const own: Values = symbol.members.length > 0 ? [{ kind: 'namespace', file, symbol: index }] : nothing
  if (symbol.parameter === undefined || symbol.type >= 0) return union([given, own])
  const [fn, position] = symbol.parameter
  const context = e.program.fn(file, fn)?.context
  if (context === undefined) return given
  const expected = e
    .context(file, context)
    .flatMap((value) => e.callables(value, null).map((each) => each.parameter(position)))
  return union([...expected, given])
}

/** What a module exports under a name, through re-exports. */
export function findExport(e: Evaluator, file: number, name: string): Entity {
  const seen = new Set<string>()
  return find(file, name) ?? outside

  function find(of: number, wanted: string): Entity | null {
    const id = `${of}:${wanted}`
    if (seen.has(id) || seen.size > mostExports * 10) return null
    seen.add(id)
    const flow = e.program.flows[of]
    if (flow === undefined) return null
    const own = flow.exports.filter(([as]) => as === wanted)
    // A name may be exported as a type and as a value apart.
    for (const [, symbol] of own) {
      const made = e.program.symbol(of, symbol)
      if (made?.from === undefined) return { kind: 'symbol', file: of, symbol }
      const [specifier, from] = made.from
      const target = e.modules.find(of, specifier)
      if (target < 0) return outside
      return from === '*' ? { kind: 'module', file: target } : (find(target, from) ?? null)
    }
    const assigned = fromAssigned(of, wanted)
    if (assigned !== null) return assigned
    for (const star of wanted === 'default' ? [] : flow.stars) {
      const target = e.modules.find(of, star)
      const found = target < 0 ? null : find(target, wanted)
      if (found !== null) return found
    }
    return null
  }

  /** Of `module.exports = { name: … }` and `export = …`. */
  function fromAssigned(of: number, wanted: string): Entity | null {
    for (const expression of e.program.flows[of]?.assigned ?? []) {
      if (wanted === 'default' || wanted === '=') return { kind: 'expression', file: of, expression }
      const form = e.program.expression(of, expression)
      if (form[0] !== 'object') continue
      const member = form[1].find(([as]) => as === wanted)
      if (member !== undefined) return { kind: 'expression', file: of, expression: member[1] }
    }
    return null
  }
}

export function findImported(e: Evaluator, file: number, specifier: string, name: string): Entity {
  const target = e.modules.find(file, specifier)
  if (target < 0) return outside
  if (name === '*') return { kind: 'module', file: target }
  const found = e.exported(target, name)
  // CommonJS: the module itself is what is imported.
  return found.kind === 'external' && (name === '=' || name === 'default') && !hasDefault(e, target)
    ? { kind: 'module', file: target }
    : found
}

function hasDefault(e: Evaluator, file: number): boolean {
  return (e.program.flows[file]?.exports ?? []).some(([name]) => name === 'default')
}

export function valuesOfEntity(e: Evaluator, entity: Entity): Values {
  switch (entity.kind) {
    case 'symbol':
      return e.symbolValues(entity.file, entity.symbol)
    case 'module': {
      const assigned = e.program.flows[entity.file]?.assigned ?? []
      return union([
        [{ kind: 'module', file: entity.file }],
        ...assigned.map((each) => e.expression(entity.file, each)),
      ])
    }
    case 'expression':
      return e.expression(entity.file, entity.expression)
    case 'external':
      return external
  }
}

/** The function that a name declares or is initialised with, whatever its annotated type. */
export function functionOfEntity(e: Evaluator, entity: Entity): { file: number; fn: number } | null {
  if (entity.kind === 'expression') {
    const form = e.program.expression(entity.file, entity.expression)
    if (form[0] === 'function') return { file: entity.file, fn: form[1] }
    return form[0] === 'symbol' ? e.functionOf({ kind: 'symbol', file: entity.file, symbol: form[1] }) : null
  }
  if (entity.kind !== 'symbol') return null
  const symbol = e.program.symbol(entity.file, entity.symbol)
  if (symbol?.from !== undefined) {
    const target = e.imported(entity.file, ...symbol.from)
    return target.kind === 'symbol' || target.kind === 'expression' ? e.functionOf(target) : null
  }
  if (symbol?.values.length !== 1 || symbol.parameter !== undefined) return null
  const form = e.program.expression(entity.file, symbol.values[0] ?? -1)
  return form[0] === 'function' ? { file: entity.file, fn: form[1] } : null
}
