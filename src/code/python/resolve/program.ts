import type { FileFacts } from '../../facts.ts'
import { createPairMap } from '../../resolve/pair-map.ts'
import type { PythonFlow } from '../flow/flow-facts.ts'
import { createFunctionTable, type FunctionTable } from './function-table.ts'
import { createRelocation } from './relocate.ts'

/** All files' flow facts joined: registers, names, functions and classes are numbered over the whole repository. */
export interface Program {
  readonly paths: readonly string[]
  readonly files: readonly FileFacts[]
  /** Names by number, and numbers by name; the resolver adds those that it needs. */
  readonly names: string[]
  readonly nameIndex: Map<string, number>
  readonly registers: number
  /** Constraints of all files, with global numbers, up to `codeEnd`; behind them there is room, see `ArgumentLists`. */
  readonly code: Int32Array<ArrayBuffer>
  readonly codeEnd: number
  /** Where each constraint begins in `code`. */
  readonly at: Int32Array
  readonly count: number
  /** Function that a constraint belongs to, -1 at module level. */
  readonly owner: Int32Array
  /** File of a constraint. */
  readonly fileOf: Int32Array
  /** Registers whose values anything asks for; a call that stands alone defines one that nothing does. */
  readonly isRead: Uint8Array
  readonly functions: FunctionTable
  readonly classes: readonly ProgramClass[]
  readonly modules: readonly ProgramModule[]
  /** Register of what a class binds in its body, or `absent`. */
  attribute(cls: number, name: number): number
  /** Register of what a module binds (-1: of nothing known), or `absent`. */
  exported(file: number, name: number): number
  readonly failures: { path: string; reason: string }[]
}

export interface ProgramClass {
  readonly file: number
  readonly definition: number
  readonly bases: readonly number[]
  /** Annotated attributes: name and register of the type, alternating. */
  readonly types: readonly number[]
}

export interface ProgramModule {
  readonly stars: readonly number[]
  readonly all: ReadonlySet<number> | null
}

export function joinProgram(input: ReadonlyMap<string, FileFacts>): Program {
  const paths: string[] = []
  const files: FileFacts[] = []
  const failures: { path: string; reason: string }[] = []
  const names: string[] = []
  const index = new Map<string, number>()
  const classes: ProgramClass[] = []
  const modules: ProgramModule[] = []
  const attributes = createPairMap()
  const exports = createPairMap()
  const flows = [...input.values()].map(({ flow }) => flow as PythonFlow | null)
  const functions = createFunctionTable(flows)
  const relocation = createRelocation(flows)
  let registers = 0

  for (const [path, facts] of input) {
    const before = { registers, functions: functions.count, classes: classes.length, relocation: relocation.mark() }
    try {
      if (facts.flow === null) throw new Error('expressions nested too deeply')
      load(path, facts, facts.flow as PythonFlow)
    } catch (error) {
      registers = before.registers
      functions.count = before.functions
      classes.length = before.classes
      modules.length = paths.length
      relocation.reset(before.relocation)
      failures.push({ path, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  return {
    paths,
    files,
    names,
    nameIndex: index,
    registers,
    ...relocation.finish(),
    functions,
    classes,
    modules,
    attribute: attributes.get,
    exported: exports.get,
    failures,
  }

  function load(path: string, facts: FileFacts, flow: PythonFlow): void {
    const file = paths.length
    const name = flow.names.map(intern)
    const bases = { file, register: registers, function: functions.count, class: classes.length }
    /** What functions, classes and modules name is read by others. */
    const toRegister = (local: number) => (local < 0 ? -1 : relocation.markRead(local + bases.register))
    relocation.add(flow.code, name, bases)
    functions.add(flow.functions, name, toRegister, bases)
    flow.classes.forEach((local, i) => {
      classes.push({
        file,
        definition: local.definition,
        bases: local.bases.map(toRegister),
        types: local.annotations.map((value, k) => (k % 2 === 0 ? (name[value] ?? -1) : toRegister(value))),
      })
      putPairs(attributes, bases.class + i, local.attributes, name, toRegister)
    })
    putPairs(exports, file, flow.exports, name, toRegister)
    registers += flow.registers
    modules.push({
      stars: flow.stars.map((value, i) => (i % 2 === 0 || value < 0 ? value : (name[value] ?? -1))),
      all: flow.all === null ? null : new Set(flow.all.map((value) => name[value] ?? -1)),
    })
    paths.push(path)
    files.push(facts)
  }

  function intern(text: string): number {
    const known = index.get(text)
    if (known !== undefined) return known
    index.set(text, names.length)
    return names.push(text) - 1
  }
}

/** Names and registers of one file, alternating. */
function putPairs(
  map: ReturnType<typeof createPairMap>,
  owner: number,
  pairs: readonly number[],
  name: readonly number[],
  toRegister: (local: number) => number,
): void {
  for (let i = 0; i < pairs.length; i += 2) map.set(owner, name[pairs[i] ?? -1] ?? -1, toRegister(pairs[i + 1] ?? -1))
}
