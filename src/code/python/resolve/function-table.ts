import type { FlowFunction, PythonFlow } from '../flow/flow-facts.ts'

/** What the numbers of one file are counted from in the whole program. */
export interface FileBases {
  readonly file: number
  readonly register: number
  readonly function: number
  readonly class: number
}

/** Every function and lambda of the program, a column for each field of `FlowFunction`: no object for a function. */
export interface FunctionTable {
  count: number
  readonly file: Int32Array
  readonly definition: Int32Array
  readonly parent: Int32Array
  readonly method: Int32Array
  readonly flags: Int32Array
  readonly positional: Int32Array
  readonly rest: Int32Array
  readonly keywords: Int32Array
  readonly result: Int32Array
  /** Parameters (four numbers each), then returned, then yielded registers of each function, one after the other. */
  readonly lists: Int32Array
  /** Where they begin in `lists`; the next function's parameters end the yields. */
  readonly parameters: Int32Array
  readonly returns: Int32Array
  readonly yields: Int32Array
  /** Appends a file's functions; `name` are the program's numbers of its names, `toRegister` gives those of its registers. */
  add(
    functions: readonly FlowFunction[],
    name: readonly number[],
    toRegister: (local: number) => number,
    bases: FileBases,
  ): void
}

export function createFunctionTable(flows: readonly (PythonFlow | null)[]): FunctionTable {
  let most = 0
  let length = 0
  for (const { functions = [] } of flows.map((flow) => (flow ?? {}) as Partial<PythonFlow>)) {
    most += functions.length
    for (const { parameters, returns, yields } of functions)
      length += parameters.length + returns.length + yields.length
  }
  const column = () => new Int32Array(most + 1)
  const lists = new Int32Array(length)
  let used = 0
  const table: FunctionTable = {
    count: 0,
    file: column(),
    definition: column(),
    parent: column(),
    method: column(),
    flags: column(),
    positional: column(),
    rest: column(),
    keywords: column(),
    result: column(),
    lists,
    parameters: column(),
    returns: column(),
    yields: column(),
    add(functions, name, toRegister, bases) {
      used = table.parameters[table.count] ?? 0
      for (const local of functions) {
        const fn = table.count++
        table.file[fn] = bases.file
        table.definition[fn] = local.definition
        table.parent[fn] = local.parent < 0 ? -1 : local.parent + bases.function
        table.method[fn] = local.method < 0 ? -1 : local.method + bases.class
        table.flags[fn] = local.flags
        table.positional[fn] = local.positional
        table.rest[fn] = toRegister(local.rest)
        table.keywords[fn] = toRegister(local.keywords)
        table.result[fn] = toRegister(local.result)
        for (let i = 0; i < local.parameters.length; i++) {
          const value = local.parameters[i] ?? -1
          lists[used++] = i % 4 === 0 ? (name[value] ?? -1) : toRegister(value)
        }
        table.returns[fn] = used
        for (const register of local.returns) lists[used++] = toRegister(register)
        table.yields[fn] = used
        for (const register of local.yields) lists[used++] = toRegister(register)
        table.parameters[fn + 1] = used
      }
    },
  }
  return table
}

/** Register of a function's first parameter, or -1. */
export function receiverOf(table: FunctionTable, fn: number): number {
  const at = table.parameters[fn] ?? 0
  return at < (table.returns[fn] ?? 0) ? (table.lists[at + 1] ?? -1) : -1
}

/** Whether a register is a parameter, of this function or of one around it. */
export function isParameter(table: FunctionTable, fn: number, register: number): boolean {
  for (let outer = fn; outer >= 0; outer = table.parent[outer] ?? -1) {
    const end = table.returns[outer] ?? 0
    for (let i = (table.parameters[outer] ?? 0) + 1; i < end; i += 4) if (table.lists[i] === register) return true
  }
  return false
}
