import type { NamedTree } from '../node-kinds.ts'
import type {
  Expression,
  FlowClass,
  FlowFunction,
  FlowShape,
  FlowSignature,
  FlowUse,
  FunctionContext,
  TypeForm,
} from './flow-facts.ts'
import type { Scope, Scopes } from './scope.ts'

/** Where in the file the reading stands. */
export interface Place {
  readonly scope: Scope
  /** Function being read, -1 at module level. */
  readonly fn: number
  /** Innermost function with a name: index of its definition, or -1. */
  readonly caller: number
  /** Class of which `this` is an instance or the class itself. */
  readonly cls: number
  readonly isStatic: boolean
  /** Symbols of the namespace being read, for what it exports; null in the module itself. */
  readonly namespace: number | null
}

/** One file in the making: lists that grow, and the readers that call each other. */
export interface FileReader {
  readonly view: NamedTree
  readonly scopes: Scopes
  readonly expressions: Expression[]
  readonly types: TypeForm[]
  readonly functions: FlowFunction[]
  readonly classes: FlowClass[]
  readonly shapes: FlowShape[]
  readonly uses: FlowUse[]
  readonly exports: [name: string, symbol: number][]
  readonly stars: string[]
  readonly assigned: number[]
  readonly attributes: [target: number, value: number][]
  readonly objects: [expression: number, context: FunctionContext][]
  readonly imports: Set<string>
  /** Index of the definition of a function's or class's node, or -1. */
  definitionOf(node: number): number
  lineOf(node: number): number
  /** Reads any node: a statement, or an expression whose number is returned. */
  visit(node: number, place: Place, context?: FunctionContext): number
  /** Reads `a.b` as what is called, read or written. */
  member(node: number, place: Place, what: 'read' | 'write' | 'callee'): number
  type(node: number, place: Place): number
  signature(node: number, place: Place): FlowSignature
  /** Named children; those of the node asked for last are kept. */
  childrenOf(node: number): readonly number[]
  add(expression: Expression): number
  addType(type: TypeForm): number
}

export const none: FunctionContext = ['none']
