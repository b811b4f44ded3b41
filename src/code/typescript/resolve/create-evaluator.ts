import type { FunctionContext } from '../flow/flow-facts.ts'
import { expectedAt, findCallables, inferTypes } from './callables.ts'
import type { Entity, Evaluator } from './evaluator.ts'
import { evaluate } from './expressions.ts'
import { findMembers } from './members.ts'
import type { Modules } from './modules.ts'
import type { Program } from './program.ts'
import { evaluateSymbol, findExport, findImported, functionOfEntity, valuesOfEntity } from './symbols.ts'
import { evaluateSymbolType, evaluateType } from './types.ts'
import { external, nothing, type Values } from './values.ts'

/** How deep one question may lead to others; deeper ones are answered with nothing. */
const mostDepth = 100
/**
 * How many types with type parameters one question may ask for. Those answers are not kept, and types that refer to each other
 * have more of them than can be counted; the bound keeps the whole near-linear.
 */
const mostSteps = 150

export function createEvaluator(program: Program, modules: Modules): Evaluator {
  let depth = 0
  let steps = 0
  const contexts = new WeakMap<FunctionContext, Values>()
  const expressions = createMemo()
  const symbols = createMemo()
  const types = createMemo()
  const bases = createMemo()
  const exported = new Map<string, Entity>()

  const e: Evaluator = {
    program,
    modules,
    expression: (file, index) => (index < 0 ? nothing : expressions(file, index, () => evaluate(e, file, index))),
    type(file, index, env) {
      if (index < 0) return nothing
      if (env.size === 0) return types(file, index, () => evaluateType(e, file, index, env))
      return deeper(() => evaluateType(e, file, index, env))
    },
    symbolValues: (file, symbol) => symbols(file, symbol, () => evaluateSymbol(e, file, symbol)),
    symbolType: (file, symbol, given, env) => deeper(() => evaluateSymbolType(e, file, symbol, { given, env })),
    imported: (file, specifier, name) => findImported(e, file, specifier, name),
    exported(file, name) {
      const id = `${file}:${name}`
      const known = exported.get(id) ?? findExport(e, file, name)
      exported.set(id, known)
      return known
    },
    entityValues: (entity) => valuesOfEntity(e, entity),
    entityType(entity, given) {
      if (entity.kind === 'symbol') return e.symbolType(entity.file, entity.symbol, given, new Map())
      return entity.kind === 'external' ? external : nothing
    },
    functionOf: (entity) => functionOfEntity(e, entity),
    members: (value, name, accessor) => findMembers(e, value, name, accessor),
    callables: (value, call) => findCallables(e, value, call),
    context(file, context) {
      const known = contexts.get(context)
      if (known !== undefined) return known
      contexts.set(context, nothing)
      const expected = ownSteps(() => expectedAt(e, file, context))
      contexts.set(context, expected)
      return expected
    },
    bases: (file, cls) =>
      bases(file, cls, () => {
        const base = program.cls(file, cls)?.base ?? -1
        return e.expression(file, base).filter(({ kind }) => kind !== 'instance')
      }),
    infer: (file, signature, call, outer) => inferTypes(e, { file, signature, call, outer }),
  }
  return e

  function deeper(answer: () => Values): Values {
    if (depth >= mostDepth || steps >= mostSteps) return nothing
    depth++
    steps++
    const value = answer()
    depth--
    return value
  }

  function ownSteps(answer: () => Values): Values {
    const before = steps
    steps = 0
    const value = deeper(answer)
    steps = before
    return value
  }

  /** Answers by file and number; a question that comes up while it is being answered has no answer. */
  function createMemo() {
    const answers = program.flows.map((): Map<number, Values> => new Map())
    return (file: number, index: number, answer: () => Values): Values => {
      const known = answers[file]?.get(index)
      if (known !== undefined) return known
      answers[file]?.set(index, nothing)
      const value = ownSteps(answer)
      answers[file]?.set(index, value)
      return value
    }
  }
}
