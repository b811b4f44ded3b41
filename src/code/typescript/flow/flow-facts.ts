/**
 * What a TypeScript or JavaScript file says about values and types, for `resolveTypescript`. Everything is numbered within its
 * list; -1 stands for nothing known. Plain JSON.
 */
export interface TypescriptFlow {
  readonly expressions: readonly Expression[]
  readonly types: readonly TypeForm[]
  readonly symbols: readonly FlowSymbol[]
  readonly functions: readonly FlowFunction[]
  readonly classes: readonly FlowClass[]
  readonly shapes: readonly FlowShape[]
  readonly uses: readonly FlowUse[]
  /** Symbols by the name under which the module exports them. */
  readonly exports: readonly (readonly [name: string, symbol: number])[]
  /** Modules of `export * from`. */
  readonly stars: readonly string[]
  /** What `export =` and `module.exports =` give away. */
  readonly assigned: readonly number[]
  /** Members that values are assigned to outside of a declaration: member expression, value. */
  readonly attributes: readonly (readonly [target: number, value: number])[]
  /** Object literals, where something is expected of them. */
  readonly objects: readonly (readonly [expression: number, context: FunctionContext])[]
  /** Modules whose names stand anywhere in an import. */
  readonly imports: readonly string[]
}

/** Operands are expressions unless named otherwise. */
export type Expression =
  | readonly ['unknown']
  | readonly ['symbol', symbol: number]
  | readonly ['global', name: string]
  /** The instance or class whose member the code is in; class -1: none. */
  | readonly ['this', cls: number, isStatic: 0 | 1]
  | readonly ['super', cls: number, isStatic: 0 | 1]
  | readonly ['member', object: number, name: string]
  | readonly ['item', object: number, index: number]
  /** What iterating gives. */
  | readonly ['element', iterable: number]
  | readonly ['call', callee: number, given: readonly number[], types: readonly number[]]
  | readonly ['new', callee: number, given: readonly number[], types: readonly number[]]
  | readonly ['function', fn: number]
  | readonly ['class', cls: number]
  | readonly ['object', members: readonly (readonly [name: string, value: number])[], spread: readonly number[]]
  | readonly ['array', elements: readonly number[]]
  | readonly ['await', value: number]
  | readonly ['cast', value: number, type: number]
  | readonly ['either', values: readonly number[]]
  | readonly ['module', specifier: string]
  /** A value of a type of the language itself: `string`, `RegExp`. */
  | readonly ['builtin', name: string]

export type TypeForm =
  | readonly ['unknown']
  | readonly ['named', symbol: number, path: readonly string[], given: readonly number[]]
  | readonly ['global', name: string, given: readonly number[]]
  | readonly ['signature', signature: FlowSignature]
  | readonly ['shape', shape: number]
  | readonly ['union', types: readonly number[]]
  | readonly ['intersection', types: readonly number[]]
  | readonly ['array', element: number]
  | readonly ['tuple', elements: readonly number[]]
  | readonly ['typeof', expression: number]
  | readonly ['member', object: number, name: string | null]
  | readonly ['this', cls: number]
  | readonly ['import', specifier: string, path: readonly string[]]

/** Everything that one name means in one scope. */
export interface FlowSymbol {
  readonly name: string
  /** Expressions it is given: initialiser, declaration, assignments. */
  readonly values: number[]
  /** Annotated type, or -1. */
  type: number
  /** Function and position, for a parameter. */
  parameter?: readonly [fn: number, position: number]
  /** Module and exported name (`*`: the module itself), for an import. */
  from?: readonly [specifier: string, name: string]
  readonly shapes: number[]
  /** `type X = …`. */
  alias?: { readonly parameters: readonly number[]; readonly type: number }
  /** Constraint and default of a type parameter, types or -1. */
  typeParameter?: readonly [constraint: number, fallback: number]
  /** What a namespace exports. */
  readonly members: (readonly [name: string, symbol: number])[]
}

export interface FlowSignature {
  readonly typeParameters: readonly number[]
  readonly parameters: readonly FlowParameter[]
  readonly result: number
}

export interface FlowParameter {
  readonly type: number
  readonly isRest: boolean
}

export interface FlowFunction extends FlowSignature {
  /** Index in `FileFacts.definitions`, or -1. */
  readonly definition: number
  readonly isAsync: boolean
  readonly isGenerator: boolean
  readonly overloads: readonly FlowSignature[]
  /** Expressions that it returns. */
  readonly returns: readonly number[]
  readonly yields: readonly number[]
  /** Where an expression of a function stands, which types its parameters. */
  context: FunctionContext
}

export type FunctionContext =
  | readonly ['none']
  | readonly ['argument', call: number, position: number]
  | readonly ['typed', type: number]
  /** Assigned to a member expression. */
  | readonly ['assigned', target: number]
  /** A member of an object literal that stands in `of`. */
  | readonly ['member', of: FunctionContext, name: string]
  | readonly ['returned', fn: number]

export interface FlowClass {
  readonly definition: number
  readonly typeParameters: readonly number[]
  /** Expression, or -1. */
  readonly base: number
  /** Type arguments of the base. */
  readonly given: readonly number[]
  readonly implemented: readonly number[]
  readonly members: readonly FlowMember[]
}

export interface FlowMember {
  readonly name: string
  readonly isStatic: boolean
  readonly kind: 'method' | 'get' | 'set' | 'field'
  /** Annotated type, or -1. */
  readonly type: number
  /** The function, or what the field is initialised with; -1: none. */
  readonly value: number
}

/** Members of an interface or of an object type. */
export interface FlowShape {
  readonly typeParameters: readonly number[]
  /** Types that it extends. */
  readonly bases: readonly number[]
  readonly members: readonly (readonly [name: string, type: number])[]
  readonly calls: readonly FlowSignature[]
  readonly constructs: readonly FlowSignature[]
  /** Type of what an index gives, or -1. */
  readonly index: number
}

/** A call, or an access that may run an accessor. */
export interface FlowUse {
  readonly kind: 'call' | 'new' | 'read' | 'write'
  /** What is called, constructed or accessed. */
  readonly target: number
  /** Index of the calling function in `FileFacts.definitions`, -1 at module level. */
  readonly caller: number
  readonly line: number
  /** The call itself, or -1. */
  readonly call: number
}
