import type { FlowSignature } from '../flow/flow-facts.ts'

/** What type parameters stand for, by `typeParameterKey`; `this` under its own name. */
export type Environment = ReadonlyMap<string, readonly Value[]>

/** What an expression can be, or an instance of a type. `file` numbers the file that the other numbers belong to. */
export type Value =
  | { readonly kind: 'function'; readonly file: number; readonly fn: number; readonly env: Environment }
  | { readonly kind: 'class'; readonly file: number; readonly cls: number }
  | { readonly kind: 'instance'; readonly file: number; readonly cls: number; readonly env: Environment }
  | { readonly kind: 'shape'; readonly file: number; readonly shape: number; readonly env: Environment }
  | { readonly kind: 'signature'; readonly file: number; readonly signature: FlowSignature; readonly env: Environment }
  | { readonly kind: 'object'; readonly file: number; readonly expression: number }
  | { readonly kind: 'module'; readonly file: number }
  | { readonly kind: 'namespace'; readonly file: number; readonly symbol: number }
  /** Of the language's own library: `Array`, `Promise`, `Map`, `string`; tuples are arrays with `items`. */
  | {
      readonly kind: 'library'
      readonly name: string
      readonly given: readonly Values[]
      readonly items?: readonly Values[]
    }
  /** A method of the library, taken from a value. */
  | { readonly kind: 'method'; readonly of: LibraryValue; readonly name: string }
  /** Something of another package. */
  | { readonly kind: 'external' }
export type LibraryValue = Extract<Value, { kind: 'library' }>
export type Values = readonly Value[]

export const noEnvironment: Environment = new Map()
export const nothing: Values = []
export const external: Values = [{ kind: 'external' }]

/** More alternatives than these say nothing. */
const mostAlternatives = 12

export function library(name: string, ...given: Values[]): Values {
  return [{ kind: 'library', name, given }]
}

export function typeParameterKey(file: number, symbol: number): string {
  return `${file}:${symbol}`
}

/** Alternatives without repetition. */
export function union(lists: readonly Values[]): Values {
  const only = lists.filter((list) => list.length > 0)
  if (only.length <= 1) return only[0] ?? nothing
  const found = new Map<string, Value>()
  for (const value of only.flat()) if (!found.has(keyOf(value))) found.set(keyOf(value), value)
  return [...found.values()].slice(0, mostAlternatives)
}

/** Equal for equal values, but for what their type parameters stand for. */
function keyOf(value: Value): string {
  switch (value.kind) {
    case 'function':
      return `f${value.file}:${value.fn}`
    case 'class':
      return `c${value.file}:${value.cls}`
    case 'instance':
      return `i${value.file}:${value.cls}`
    case 'shape':
      return `s${value.file}:${value.shape}`
    case 'signature':
      return `g${value.file}:${value.signature.result}:${value.signature.parameters.map(({ type }) => type).join()}`
    case 'object':
      return `o${value.file}:${value.expression}`
    case 'module':
      return `m${value.file}`
    case 'namespace':
      return `n${value.file}:${value.symbol}`
    case 'library':
      return `l${value.name}<${value.given.map((list) => list.map(keyOf).join('|')).join()}>`
    case 'method':
      return `${keyOf(value.of)}.${value.name}`
    case 'external':
      return 'x'
  }
}
