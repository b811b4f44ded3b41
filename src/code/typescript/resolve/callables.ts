import type { FlowSignature, FunctionContext } from '../flow/flow-facts.ts'
import type { Callable, CallSite, Evaluator } from './evaluator.ts'
import { awaited, elementOf, libraryCallable, libraryMethod } from './library.ts'
import {
  type Environment,
  library,
  noEnvironment,
  nothing,
  typeParameterKey,
  union,
  type Value,
  type Values,
} from './values.ts'

/** The ways to call a value: one for each overload. */
export function findCallables(e: Evaluator, value: Value, call: CallSite | null): readonly Callable[] {
  switch (value.kind) {
    case 'function': {
      const fn = e.program.fn(value.file, value.fn)
      if (fn === undefined) return []
      if (fn.overloads.length > 0) return fn.overloads.map((overload) => signed(value.file, overload, value.env))
      const env = e.infer(value.file, fn, call, value.env)
      return [
        {
          parameter: (position) => parameterOf(value.file, fn, position, env),
          result: () => resultOf(value.file, value.fn, env),
        },
      ]
    }
    case 'signature':
      return [signed(value.file, value.signature, value.env)]
    case 'shape': {
      const shape = e.program.shape(value.file, value.shape)
      if (shape === undefined) return []
      const own = shape.calls.map((signature) => signed(value.file, signature, value.env))
      const inherited = shape.bases
        .flatMap((base) => e.type(value.file, base, value.env))
        .flatMap((base) => e.callables(base, call))
      return [...own, ...inherited]
    }
    case 'class': {
      // Expected of the arguments of `new`.
      const members = e.program.cls(value.file, value.cls)?.members ?? []
      const maker = members.find(({ name, kind }) => name === 'constructor' && kind === 'method')
      if (maker === undefined) return e.bases(value.file, value.cls).flatMap((base) => e.callables(base, call))
      return e.expression(value.file, maker.value).flatMap((each) => e.callables(each, call))
    }
    case 'method':
      return [libraryMethod(e, { value: value.of, name: value.name, call })]
    case 'library': {
      const callable = libraryCallable(value)
      return callable === null ? [] : [callable]
    }
    case 'external':
      return [{ parameter: () => nothing, result: () => [value] }]
    default:
      return []
  }

  function signed(file: number, signature: FlowSignature, outer: Environment): Callable {
    const env = e.infer(file, signature, call, outer)
    return {
      parameter: (position) => parameterOf(file, signature, position, env),
      result: () => e.type(file, signature.result, env),
    }
  }

  function parameterOf(file: number, { parameters }: FlowSignature, position: number, env: Environment): Values {
    const declared = parameters[position] ?? parameters.at(-1)
    if (declared === undefined || (position >= parameters.length && !declared.isRest)) return nothing
    const type = e.type(file, declared.type, env)
    return declared.isRest ? union(type.map((each) => elementOf(e, each))) : type
  }

  function resultOf(file: number, index: number, env: Environment): Values {
    const fn = e.program.fn(file, index)
    if (fn === undefined) return nothing
    if (fn.result >= 0) return e.type(file, fn.result, env)
    if (fn.isGenerator) {
      return library(
        fn.isAsync ? 'AsyncGenerator' : 'Generator',
        union(fn.yields.map((each) => e.expression(file, each))),
      )
    }
    const returned = union(fn.returns.map((each) => e.expression(file, each)))
    return fn.isAsync ? library('Promise', union(returned.map((each) => awaited(e, each)))) : returned
  }
}

/** What is expected where a function or object literal stands. */
export function expectedAt(e: Evaluator, file: number, context: FunctionContext): Values {
  switch (context[0]) {
    case 'none':
      return nothing
    case 'typed':
      return e.type(file, context[1], noEnvironment)
    case 'assigned':
      return e.expression(file, context[1])
    case 'member': {
      const [, outer, name] = context
      return union(e.context(file, outer).flatMap((value) => e.members(value, name).map((member) => member.values())))
    }
    case 'returned': {
      const fn = e.program.fn(file, context[1])
      if (fn === undefined) return nothing
      const declared =
        fn.result >= 0
          ? e.type(file, fn.result, noEnvironment)
          : union(
              e
                .context(file, fn.context)
                .flatMap((value) => e.callables(value, null).map((callable) => callable.result())),
            )
      return union(declared.map((value) => awaited(e, value)))
    }
    case 'argument':
      return argumentAt(e, file, context[1], context[2])
  }
}

function argumentAt(e: Evaluator, file: number, callIndex: number, position: number): Values {
  const form = e.program.expression(file, callIndex)
  if (form[0] !== 'call' && form[0] !== 'new') return nothing
  const [, callee, given, types] = form
  const target = e.program.expression(file, callee)
  const expected = (called: Values, receiver: Value | null) =>
    called.flatMap((value) =>
      e.callables(value, { file, given, types, receiver }).map((each) => each.parameter(position)),
    )
  if (target[0] !== 'member') return union(expected(e.expression(file, callee), null))
  return union(
    e
      .expression(file, target[1])
      .flatMap((receiver) =>
        e.members(receiver, target[2], 'get').flatMap((member) => expected(member.values(), receiver)),
      ),
  )
}

/** What type parameters stand for: as given, else as the arguments tell. */
export function inferTypes(
  e: Evaluator,
  {
    file,
    signature,
    call,
    outer,
  }: { file: number; signature: FlowSignature; call: CallSite | null; outer: Environment },
): Environment {
  const self = call?.receiver ?? null
  if (signature.typeParameters.length === 0 || call === null) {
    return self === null || outer.has('this') ? outer : new Map([...outer, ['this', [self]]])
  }
  const bound = new Map(outer)
  if (self !== null && !bound.has('this')) bound.set('this', [self])
  const open = new Set(signature.typeParameters.map((parameter) => typeParameterKey(file, parameter)))
  signature.typeParameters.forEach((parameter, i) => {
    const type = call.types[i]
    if (type !== undefined) bound.set(typeParameterKey(file, parameter), e.type(call.file, type, noEnvironment))
  })
  if (call.types.length === 0) {
    signature.parameters.forEach(({ type, isRest }, i) => {
      for (const index of isRest ? call.given.slice(i) : call.given.slice(i, i + 1)) {
        // A function's type may depend on what is being inferred.
        if (e.program.expression(call.file, index)[0] === 'function') continue
        match(isRest ? elementType(type) : type, e.expression(call.file, index), 0)
      }
    })
  }
  return bound

  function elementType(type: number): number {
    const form = e.program.type(file, type)
    return form[0] === 'array' ? form[1] : type
  }

  function match(type: number, values: Values, depth: number): void {
    if (values.length === 0 || depth > 4) return
    const form = e.program.type(file, type)
    if (form[0] === 'named') {
      const key = typeParameterKey(file, form[1])
      if (open.has(key)) bound.set(key, union([bound.get(key) ?? nothing, values]))
      else if (form[3].length > 0) matchInstances(form[3], values, depth)
    } else if (form[0] === 'array') match(form[1], union(values.map((value) => elementOf(e, value))), depth + 1)
    else if (form[0] === 'union') for (const each of form[1]) match(each, values, depth + 1)
    else if (form[0] === 'global') {
      form[2].forEach((given, i) => {
        for (const value of values)
          if (value.kind === 'library' && value.name === form[1]) match(given, value.given[i] ?? nothing, depth + 1)
      })
    }
  }

  /** `Box<T>` against an instance of `Box`. */
  function matchInstances(given: readonly number[], values: Values, depth: number): void {
    for (const value of values) {
      if (value.kind !== 'instance' && value.kind !== 'shape') continue
      const parameters =
        value.kind === 'instance'
          ? e.program.cls(value.file, value.cls)?.typeParameters
          : e.program.shape(value.file, value.shape)?.typeParameters
      given.forEach((type, i) => {
        match(type, value.env.get(typeParameterKey(value.file, parameters?.[i] ?? -1)) ?? nothing, depth + 1)
      })
    }
  }
}
