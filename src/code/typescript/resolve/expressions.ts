import type { Evaluator } from './evaluator.ts'
import { awaited, elementOf, itemOf } from './library.ts'
import { external, library, noEnvironment, nothing, union, type Value, type Values } from './values.ts'

/** What an expression can be; what a cycle leads back to is nothing. */
export function evaluate(e: Evaluator, file: number, index: number): Values {
  const form = e.program.expression(file, index)
  switch (form[0]) {
    case 'unknown':
      return nothing
    case 'symbol':
      return e.symbolValues(file, form[1])
    case 'global':
      return library(`typeof ${form[1]}`)
    case 'this':
      return form[1] < 0 ? nothing : thisOf(file, form[1], form[2] === 1)
    case 'super':
      return form[2] === 1 ? e.bases(file, form[1]) : instancesOf(e, e.bases(file, form[1]))
    case 'member':
      return memberValues(e, file, form[1], form[2])
    case 'item':
      return union(e.expression(file, form[1]).map((value) => itemOf(e, value, form[2])))
    case 'element':
      return union(e.expression(file, form[1]).map((value) => elementOf(e, value)))
    case 'call':
      return callResult(e, file, form)
    case 'new':
      return union(e.expression(file, form[1]).map((value) => constructed(e, file, value, form)))
    case 'function':
      return [{ kind: 'function', file, fn: form[1], env: noEnvironment }]
    case 'class':
      return [{ kind: 'class', file, cls: form[1] }]
    case 'object':
      return [{ kind: 'object', file, expression: index }]
    case 'array':
      return arrayOf(form[1])
    case 'await':
      return union(e.expression(file, form[1]).map((value) => awaited(e, value)))
    case 'cast': {
      const cast = e.type(file, form[2], noEnvironment)
      return cast.length > 0 ? cast : e.expression(file, form[1])
    }
    case 'either':
      return union(form[1].map((each) => e.expression(file, each)))
    case 'module': {
      const found = e.modules.find(file, form[1])
      return found < 0 ? external : [{ kind: 'module', file: found }]
    }
    case 'builtin':
      return library(form[1])
  }

  function thisOf(of: number, cls: number, isStatic: boolean): Values {
    return isStatic ? [{ kind: 'class', file: of, cls }] : [{ kind: 'instance', file: of, cls, env: noEnvironment }]
  }

  function arrayOf(elements: readonly number[]): Values {
    const items = elements.map((each) => e.expression(file, each))
    return [{ kind: 'library', name: 'Array', given: [union(items)], items }]
  }
}

export function instancesOf(e: Evaluator, classes: Values): Values {
  return union(
    classes.map((value): Values => {
      if (value.kind === 'class') return [{ kind: 'instance', file: value.file, cls: value.cls, env: noEnvironment }]
      return value.kind === 'external' ? [value] : union(e.callables(value, null).map((callable) => callable.result()))
    }),
  )
}

function memberValues(e: Evaluator, file: number, object: number, name: string): Values {
  const form = e.program.expression(file, object)
  const assigned = form[0] === 'symbol' ? e.program.assignedToSymbol(file, form[1], name) : []
  return union([
    ...e.expression(file, object).map((value) => union(e.members(value, name, 'get').map((member) => member.values()))),
    ...assigned.map((each) => e.expression(file, each)),
  ])
}

type Call = readonly ['call' | 'new', number, readonly number[], readonly number[]]

function callResult(e: Evaluator, file: number, [, callee, given, types]: Call): Values {
  const form = e.program.expression(file, callee)
  const receivers: (Value | null)[] = form[0] === 'member' ? [...e.expression(file, form[1])] : [null]
  return union(
    receivers.map((receiver) => {
      const called =
        receiver === null || form[0] !== 'member'
          ? e.expression(file, callee)
          : union(e.members(receiver, form[2], 'get').map((member) => member.values()))
      const site = { file, given, types, receiver }
      return union(called.flatMap((value) => firstKnown(e.callables(value, site).map((callable) => callable.result()))))
    }),
  )
}

/** Of overloads, the first whose result is known. */
function firstKnown(results: readonly Values[]): Values[] {
  const known = results.find((result) => result.length > 0)
  return known === undefined ? [] : [known]
}

function constructed(e: Evaluator, file: number, value: Value, [, , given, types]: Call): Values {
  const site = { file, given, types, receiver: null }
  if (value.kind === 'class') {
    const cls = e.program.cls(value.file, value.cls)
    const maker = cls?.members.find(({ name, kind }) => name === 'constructor' && kind === 'method')
    const made = maker === undefined ? undefined : e.program.expression(value.file, maker.value)
    const fn = made?.[0] === 'function' ? e.program.fn(value.file, made[1]) : undefined
    const signature = {
      typeParameters: cls?.typeParameters ?? [],
      parameters: fn?.parameters ?? [],
      result: -1,
    }
    const env = e.infer(value.file, signature, site, noEnvironment)
    return [{ kind: 'instance', file: value.file, cls: value.cls, env }]
  }
  if (value.kind === 'external') return [value]
  if (value.kind === 'library') {
    const given = types.map((type) => e.type(file, type, noEnvironment))
    return library(value.name.replace(/^typeof /, ''), ...given)
  }
  if (value.kind === 'shape') {
    const shape = e.program.shape(value.file, value.shape)
    return firstKnown(
      (shape?.constructs ?? []).map((signature) =>
        e.type(value.file, signature.result, e.infer(value.file, signature, site, value.env)),
      ),
    ).flat()
  }
  return nothing
}
