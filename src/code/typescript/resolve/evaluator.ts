import type { FlowSignature, FunctionContext } from '../flow/flow-facts.ts'
import type { Modules } from './modules.ts'
import type { Program } from './program.ts'
import type { Environment, Value, Values } from './values.ts'

/** What a name of another module is. */
export type Entity =
  | { readonly kind: 'symbol'; readonly file: number; readonly symbol: number }
  | { readonly kind: 'module'; readonly file: number }
  | { readonly kind: 'expression'; readonly file: number; readonly expression: number }
  | { readonly kind: 'external' }

/** How a call of a value takes arguments and what it gives. */
export interface Callable {
  /** Expected of the argument at a position. */
  parameter(position: number): Values
  result(): Values
}

/** A member as found in a class, an object, a type or a module. */
export interface Member {
  /** The function itself, where the declaration is one. */
  readonly fn: { readonly file: number; readonly fn: number } | null
  readonly accessor: 'get' | 'set' | null
  readonly isInherited: boolean
  values(): Values
}

/** The parts of the evaluation, which call each other. Each is a function of the program alone, and remembers its answers. */
export interface Evaluator {
  readonly program: Program
  readonly modules: Modules
  expression(file: number, index: number): Values
  /** Instances of a type. */
  type(file: number, index: number, env: Environment): Values
  symbolValues(file: number, symbol: number): Values
  /** Instances of the type that a name stands for. */
  symbolType(file: number, symbol: number, given: readonly Values[], env: Environment): Values
  imported(file: number, specifier: string, name: string): Entity
  exported(file: number, name: string): Entity
  /** The function that a name declares or is initialised with, whatever its annotated type. */
  functionOf(entity: Entity): { readonly file: number; readonly fn: number } | null
  entityValues(entity: Entity): Values
  entityType(entity: Entity, given: readonly Values[]): Values
  members(value: Value, name: string, accessor?: 'get' | 'set' | undefined): readonly Member[]
  /** The ways to call a value. `call`: the call expression, whose arguments tell what type parameters stand for. */
  callables(value: Value, call: CallSite | null): readonly Callable[]
  /** What is expected where a function stands. */
  context(file: number, context: FunctionContext): Values
  bases(file: number, cls: number): Values
  /** What a class's or function's type parameters stand for, given type arguments and arguments. */
  infer(file: number, signature: FlowSignature, call: CallSite | null, outer: Environment): Environment
}

export interface CallSite {
  readonly file: number
  readonly given: readonly number[]
  readonly types: readonly number[]
  /** The object whose method is called. */
  readonly receiver: Value | null
}
