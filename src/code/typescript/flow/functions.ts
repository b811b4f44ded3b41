import type { FileReader, Place } from './file-reader.ts'
import type { FlowSignature, FunctionContext } from './flow-facts.ts'
import { bindParameters } from './patterns.ts'
import { readParameterTypes, readResult, readSignature, readTypeParameters } from './types.ts'

export interface FunctionOptions {
  readonly context: FunctionContext
  /** Overload signatures before it. */
  readonly overloads?: readonly number[]
}

interface Results {
  readonly returns: number[]
  readonly yields: number[]
}

/** Functions being read, for what their bodies return. */
const results = new WeakMap<FileReader, Map<number, Results>>()

export function resultsOf(file: FileReader, fn: number): Results | undefined {
  return results.get(file)?.get(fn)
}

/** Reads a function of any shape with its body; returns its number. */
export function readFunction(file: FileReader, node: number, place: Place, options: FunctionOptions): number {
  const { kind, field, hasToken } = file.view
  const definition = file.definitionOf(node)
  const own: Results = { returns: [], yields: [] }
  const fn = file.functions.length
  const isArrow = kind(node) === 'arrow_function'
  const inner: Place = {
    ...place,
    scope: file.scopes.open(place.scope, true),
    fn,
    caller: definition >= 0 ? definition : place.caller,
    ...(isArrow || kind(node) === 'method_definition' ? {} : { cls: -1, isStatic: false }),
    namespace: null,
  }
  const typeParameters = readTypeParameters(file, field(node, 'type_parameters'), inner)
  const flow = {
    definition,
    typeParameters,
    parameters: readParameterTypes(file, node, inner),
    result: readResult(file, node, inner),
    isAsync: hasToken(node, 'async'),
    isGenerator: kind(node).startsWith('generator') || hasToken(node, '*'),
    overloads: (options.overloads ?? []).map((overload): FlowSignature => readSignature(file, overload, place)),
    returns: own.returns,
    yields: own.yields,
    context: options.context,
  }
  file.functions.push(flow)
  const byFunction = results.get(file) ?? new Map<number, Results>()
  results.set(file, byFunction.set(fn, own))
  const name = field(node, 'name')
  if (kind(node) === 'function_expression' && name >= 0) {
    const symbol = file.scopes.declare(inner.scope, file.view.text(name))
    file.scopes.symbols[symbol]?.values.push(file.add(['function', fn]))
  }
  bindParameters(file, node, fn, inner)
  const body = field(node, 'body')
  if (kind(body) === 'statement_block') file.visit(body, inner)
  else if (body >= 0) own.returns.push(file.visit(body, inner, ['returned', fn]))
  return fn
}
