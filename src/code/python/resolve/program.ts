import type { FileFacts } from '../../facts.ts'
import { type FlowClass, type FlowFunction, op, type PythonFlow } from '../flow/flow-facts.ts'

/** All files' flow facts joined: registers, names, functions and classes are numbered over the whole repository. */
export interface Program {
  readonly paths: readonly string[]
  readonly files: readonly FileFacts[]
  readonly names: readonly string[]
  nameIndex(text: string): number | undefined
  readonly registers: number
  /** Constraints of all files, with global numbers. */
  readonly code: Int32Array
  /** Where each constraint begins in `code`; after the last one, where `code` ends. */
  readonly at: Int32Array
  readonly count: number
  /** Function that a constraint belongs to, -1 at module level. */
  readonly owner: Int32Array
  /** File of a constraint. */
  readonly fileOf: Int32Array
  readonly functions: readonly ProgramFunction[]
  readonly classes: readonly ProgramClass[]
  readonly modules: readonly ProgramModule[]
  readonly failures: { path: string; reason: string }[]
}

export interface ProgramFunction extends FlowFunction {
  readonly file: number
}

export interface ProgramClass extends FlowClass {
  readonly file: number
  /** Register by name of attribute. */
  readonly own: ReadonlyMap<number, number>
  readonly types: ReadonlyMap<number, number>
}

export interface ProgramModule {
  readonly exports: ReadonlyMap<number, number>
  readonly stars: readonly number[]
  readonly all: ReadonlySet<number> | null
}

/** How the operands of each constraint are numbered: r(egister), n(ame), f(unction), c(lass), i(nteger). */
const operands: Readonly<Record<number, string>> = {
  [op.copy]: 'rr',
  [op.text]: 'rn',
  [op.integer]: 'ri',
  [op.builtin]: 'r',
  [op.function]: 'rf',
  [op.class]: 'rc',
  [op.global]: 'rn',
  [op.import]: 'rni',
  [op.from]: 'rinn',
  [op.attribute]: 'rrni',
  [op.setAttribute]: 'rnri',
  [op.item]: 'rrri',
  [op.setItem]: 'rrri',
  [op.slice]: 'rrii',
  [op.iterate]: 'rrii',
  [op.enter]: 'rrii',
  [op.narrow]: 'rrr',
  [op.annotated]: 'rrr',
  [op.raise]: 'ri',
  [op.protocol]: 'rrnri',
  [op.replaceItem]: 'rrrr',
  [op.decorated]: 'rrr',
}

export function joinProgram(input: ReadonlyMap<string, FileFacts>): Program {
  const paths: string[] = []
  const files: FileFacts[] = []
  const failures: { path: string; reason: string }[] = []
  const names: string[] = []
  const index = new Map<string, number>()
  const functions: ProgramFunction[] = []
  const classes: ProgramClass[] = []
  const modules: ProgramModule[] = []
  let length = 0
  for (const facts of input.values()) length += codeOf(facts).length
  const code = new Int32Array(length)
  const at = new Int32Array(length + 1)
  const owner = new Int32Array(length)
  const fileOf = new Int32Array(length)
  let used = 0
  let count = 0
  let registers = 0

  for (const [path, facts] of input) {
    const before = { used, count, registers, functions: functions.length, classes: classes.length }
    try {
      if (facts.flow === null) throw new Error('expressions nested too deeply')
      load(path, facts, facts.flow as PythonFlow)
    } catch (error) {
      used = before.used
      count = before.count
      registers = before.registers
      functions.length = before.functions
      classes.length = before.classes
      modules.length = paths.length
      failures.push({ path, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  at[count] = used
  return {
    paths,
    files,
    names,
    nameIndex: (text) => index.get(text),
    registers,
    code,
    at,
    count,
    owner,
    fileOf,
    functions,
    classes,
    modules,
    failures,
  }

  function load(path: string, facts: FileFacts, flow: PythonFlow): void {
    const file = paths.length
    const name = flow.names.map(intern)
    const register = registers
    const fn = functions.length
    const cls = classes.length
    const toRegister = (local: number) => (local >= 0 ? local + register : local)
    for (const local of flow.functions) {
      functions.push({
        ...local,
        file,
        parent: local.parent < 0 ? -1 : local.parent + fn,
        method: local.method < 0 ? -1 : local.method + cls,
        parameters: local.parameters.map((value, i) => (i % 4 === 0 ? (name[value] ?? -1) : toRegister(value))),
        rest: toRegister(local.rest),
        keywords: toRegister(local.keywords),
        returns: local.returns.map(toRegister),
        yields: local.yields.map(toRegister),
        result: toRegister(local.result),
      })
    }
    for (const local of flow.classes) {
      classes.push({
        ...local,
        file,
        bases: local.bases.map(toRegister),
        metaclass: toRegister(local.metaclass),
        own: pairs(local.attributes, name, register),
        types: pairs(local.annotations, name, register),
      })
    }
    relocate(flow.code, name, register, fn, cls, file)
    registers += flow.registers
    modules.push({
      exports: pairs(flow.exports, name, register),
      stars: flow.stars.map((value, i) => (i % 2 === 0 || value < 0 ? value : (name[value] ?? -1))),
      all: flow.all === null ? null : new Set(flow.all.map((value) => name[value] ?? -1)),
    })
    paths.push(path)
    files.push(facts)
  }

  function relocate(
    from: readonly number[],
    name: readonly number[],
    register: number,
    fn: number,
    cls: number,
    file: number,
  ): void {
    let current = -1
    let i = 0
    const put = (value: number) => {
      code[used++] = value
    }
    const putRegister = () => {
      const local = from[i++] ?? -1
      // A splat is -2 - register.
      put(local >= 0 ? local + register : local <= -2 ? local - register : -1)
    }
    while (i < from.length) {
      const kind = from[i++] ?? 0
      if (kind === op.owner) {
        const local = from[i++] ?? -1
        current = local < 0 ? -1 : local + fn
        continue
      }
      at[count] = used
      owner[count] = current
      fileOf[count] = file
      count++
      put(kind)
      if (kind === op.call) {
        putRegister()
        putRegister()
        put(from[i++] ?? 0)
        const positional = from[i++] ?? 0
        put(positional)
        for (let k = 0; k < positional; k++) putRegister()
        const keywords = from[i++] ?? 0
        put(keywords)
        for (let k = 0; k < keywords; k++) {
          put(name[from[i++] ?? -1] ?? -1)
          putRegister()
        }
        putRegister()
        putRegister()
      } else if (kind === op.sequence) {
        putRegister()
        put(from[i++] ?? 0)
        const elements = from[i++] ?? 0
        put(elements)
        for (let k = 0; k < elements; k++) putRegister()
      } else if (kind === op.dictionary) {
        putRegister()
        const entries = from[i++] ?? 0
        put(entries)
        for (let k = 0; k < entries; k++) {
          if (from[i] === -2) put(from[i++] ?? 0)
          else putRegister()
          putRegister()
        }
      } else {
        const shape = operands[kind]
        if (shape === undefined) throw new Error(`unknown constraint ${kind}`)
        for (const sort of shape) {
          if (sort === 'r') putRegister()
          else {
            const value = from[i++] ?? 0
            put(sort === 'n' ? (name[value] ?? -1) : sort === 'f' ? value + fn : sort === 'c' ? value + cls : value)
          }
        }
      }
    }
  }

  function intern(text: string): number {
    const known = index.get(text)
    if (known !== undefined) return known
    index.set(text, names.length)
    return names.push(text) - 1
  }
}

function codeOf(facts: FileFacts): readonly number[] {
  return (facts.flow as Partial<PythonFlow> | null)?.code ?? []
}

function pairs(list: readonly number[], name: readonly number[], register: number): Map<number, number> {
  const map = new Map<number, number>()
  for (let i = 0; i < list.length; i += 2) {
    const value = list[i + 1] ?? -1
    map.set(name[list[i] ?? -1] ?? -1, value < 0 ? -1 : value + register)
  }
  return map
}
