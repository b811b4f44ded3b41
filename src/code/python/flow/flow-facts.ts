/**
 * What a Python file says about values, for `resolvePython`. Expressions and variable versions are numbered registers;
 * `code` is a list of constraints between them whose order does not matter, apart from `op.owner`, which names the
 * function that the constraints after it belong to. Plain JSON, a few hundred bytes a function.
 */
export interface PythonFlow {
  /** Strings that the rest refers to by index. */
  readonly names: readonly string[]
  /** Number of registers. */
  readonly registers: number
  /** See `op`. */
  readonly code: readonly number[]
  readonly functions: readonly FlowFunction[]
  readonly classes: readonly FlowClass[]
  /** Module-level names when the module has run: name, register. */
  readonly exports: readonly number[]
  /** Modules of `from m import *`: level of relative import, name (-1: none). */
  readonly stars: readonly number[]
  /** Names listed in a literal `__all__`, or null. */
  readonly all: readonly number[] | null
}

/** A function or lambda, in the order in which it is met; the module itself is `owner` -1. */
export interface FlowFunction {
  /** Index in `FileFacts.definitions`, -1 for a lambda. */
  readonly definition: number
  /** Function around it, or -1. */
  readonly parent: number
  /** Class of which it is a method, or -1. */
  readonly method: number
  /** `functionFlag`s, added. */
  readonly flags: number
  /** Four numbers each: name, register, register of the annotated type or -1, register of the default or -1. */
  readonly parameters: readonly number[]
  /** Number of `parameters` that a positional argument can fill. */
  readonly positional: number
  /** Registers of `*args` and `**kwargs`, or -1. */
  readonly rest: number
  readonly keywords: number
  /** Registers that `return` gives. */
  readonly returns: readonly number[]
  /** Registers that `yield` gives. */
  readonly yields: readonly number[]
  /** Register of the annotated result, or -1. */
  readonly result: number
}

export interface FlowClass {
  /** Index in `FileFacts.definitions`. */
  readonly definition: number
  /** Registers of the bases, in order. */
  readonly bases: readonly number[]
  /** Register of `metaclass=`, or -1. */
  readonly metaclass: number
  /** Class attributes when the body has run: name, register. */
  readonly attributes: readonly number[]
  /** Attributes that are only annotated or annotated and assigned: name, register of the type. */
  readonly annotations: readonly number[]
}

export const functionFlag = { generator: 1, async: 2, staticMethod: 4, classMethod: 8, abstract: 16 } as const

/** First number of each constraint, with what follows it. Registers may be -1 where nothing is known. */
export const op = {
  /** function (-1: module level) */
  owner: 1,
  /** to, from */
  copy: 2,
  /** to, name: a short string constant */
  text: 3,
  /** to, value: a small integer constant */
  integer: 4,
  /** to: a value of a built-in type that no constraint needs to know closer */
  builtin: 5,
  /** to, function */
  function: 6,
  /** to, class */
  class: 7,
  /** to, name: a name that the file does not bind */
  global: 8,
  /** to, name of the module, 1 where only its first part is bound */
  import: 9,
  /** to, level, module or -1, name */
  from: 10,
  /** to, object, name, line */
  attribute: 11,
  /** object, name, from, line */
  setAttribute: 12,
  /** to, object, key, line */
  item: 13,
  /** object, key, from, line */
  setItem: 14,
  /** to, object, first (integer or -1), end (integer or -1): constant slice */
  slice: 15,
  /** to, function, line, number of positionals, registers…, number of keywords, name and register…, `*` register, `**` register */
  call: 16,
  /** to, iterable, line, 1 when asynchronous */
  iterate: 17,
  /** to, context manager, line, 1 when asynchronous */
  enter: 18,
  /** to, sort (`containerSort`), number of elements, registers… (a splat as -2 - register) */
  sequence: 19,
  /** to, number of entries, key and value… (key -1: unknown, -2: `**`) */
  dictionary: 20,
  /** to, from, class: `isinstance` holds */
  narrow: 21,
  /** to, annotation: an instance of what is annotated */
  annotated: 22,
  /** value, line */
  raise: 23,
  /** to, object, name of the method, argument or -1, line: an operator or protocol of the object's class, if it has it */
  protocol: 24,
  /** to, from, key, value: the dictionary `from` with one entry replaced */
  replaceItem: 25,
  /** to, function expression result, decorated: what stands when a decorator from outside the repository was applied */
  decorated: 26,
} as const

export const containerSort = { list: 0, tuple: 1, set: 2, dict: 3 } as const
