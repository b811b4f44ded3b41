import { createSolver, type Solver } from '../../resolve/solver.ts'
import { op } from '../flow/flow-facts.ts'
import { type ClassHierarchy, resolveHierarchy } from './hierarchy.ts'
import { createModuleMap, type ModuleMap } from './modules.ts'
import type { Program } from './program.ts'
import { createSlices, type Slices } from './slices.ts'
import { createValues, sort, type Values } from './values.ts'

/** Arguments of a call as nodes; -1 where nothing is known. */
export interface CallArguments {
  readonly positional: readonly number[]
  /** Name and node, alternating. */
  readonly keywords: readonly number[]
  readonly rest: number
  readonly keywordRest: number
}

export interface Partial {
  readonly callee: number
  readonly given: CallArguments
}

export interface Property {
  /** Callable values, -1 where there is none. */
  readonly getter: number
  readonly setter: number
  readonly deleter: number
  /** Value of the descriptor object of this repository that calls the getter, or -1 for a built-in property. */
  readonly descriptor: number
}

/** A list, tuple, set, dictionary or generator by the place that makes it. */
export interface Container {
  readonly sort: number
  /** Node by constant key (the value's number). */
  readonly fields: Map<number, number>
  /** What lies under a key that is not known. */
  readonly rest: number
  /** All elements, and the keys of a dictionary: -1 until asked for, see `allOf` and `keysOf`. */
  all: number
  keys: number
  /** Number of elements, or -1. */
  readonly length: number
  readonly watchers: ((key: number, node: number) => void)[]
  /** Whether it stands for many, see `lump`. */
  isLump: boolean
}

/** A call's own copy of the registers that decide what the callee returns. */
export interface Frame {
  readonly map: ReadonlyMap<number, number>
  readonly depth: number
}

/** What stands in for a value when nothing better has arrived at a node: an annotation. */
export interface Fallback {
  readonly node: number
  readonly type: number
  /** Node of the receiver, for `Self`, or -1. */
  readonly self: number
}

/** State of one run over a repository, shared by the parts of the resolver. */
export interface Analysis {
  readonly program: Program
  readonly modules: ModuleMap
  readonly hierarchy: ClassHierarchy
  readonly solver: Solver
  readonly values: Values
  readonly frames: Frame[]
  readonly containers: Container[]
  readonly partials: Partial[]
  readonly properties: Property[]
  readonly fallbacks: Fallback[]
  /** Work for when all flows are known: keys that nothing is known about, decorators that gave nothing. */
  readonly late: (() => void)[]
  /** Work for when the values on their way have arrived. */
  readonly deferred: (() => void)[]
  /** Functions that pytest calls for a parameter of their name. */
  readonly fixtures: Set<number>
  /** Constraint that defines each register first, and the next one that defines the same register, -1 at the end. */
  readonly definedBy: Int32Array
  readonly nextDefinition: Int32Array
  /** Nodes and values made once for each key, see `remember`. */
  readonly memo: Map<string, number>
  readonly memos: Readonly<Record<'value' | 'lump' | 'lumped' | 'repeated' | 'typed', Map<number, number>>>
  /** Nodes of attributes by owner and name. */
  readonly members: Readonly<Record<'instance' | 'class' | 'module' | 'field', Map<number, Map<number, number>>>>
  readonly slices: Slices
  /** Node of each function's result, once asked for. */
  readonly results: (number | undefined)[]
  /** Bound on `frames`, in proportion to the program. */
  readonly mostFrames: number
  /** Value of something outside the repository that has no name worth keeping. */
  readonly unknown: number
  external(dotted: string): number
  externalName(value: number): string
  name(text: string): number
  nameText(index: number): string
  /** Calls `then` for each value of `node`, now or later. */
  onValue(node: number, then: (value: number) => void): void
  /** Lets values flow until nothing changes. */
  settle(): void
  /** Does work on behalf of a file: when it throws, the file has failed and the others go on. */
  within(file: number, work: () => void): void
}

export interface AnalysisRules {
  /** A value has arrived at the input of a constraint. */
  fire(analysis: Analysis, constraint: number, frame: number, value: number): void
  /** See `SolverRules.lump`. */
  lump(analysis: Analysis, node: number, value: number, size: number): number
}

const handlerFrame = 0

export function createAnalysis(program: Program, rules: AnalysisRules): Analysis {
  const values = createValues()
  const modules = createModuleMap(program.paths)
  const { definedBy, nextDefinition } = indexDefinitions(program)
  const names = [...program.names]
  const index = new Map(names.map((text, i) => [text, i]))
  const handlers: ((value: number) => void)[] = []
  /** File on whose behalf each handler was set up. */
  const handlerFile: number[] = []
  const failed = new Set<number>()
  let current = 0
  const fail = (file: number, error: unknown) => {
    failed.add(file)
    program.failures.push({
      path: program.paths[file] ?? '',
      reason: error instanceof Error ? error.message : String(error),
    })
  }
  const name = (text: string) => {
    const known = index.get(text)
    if (known !== undefined) return known
    index.set(text, names.length)
    return names.push(text) - 1
  }
  const external = (dotted: string) => values.of(sort.external, name(dotted))
  const unknown = external('?')
  const hierarchy = resolveHierarchy(program, modules, definedBy, nextDefinition)
  const solver = createSolver(program.registers, {
    fire(trigger, frame, value) {
      const before = current
      current = (trigger < 0 ? handlerFile[-1 - trigger] : program.fileOf[trigger]) ?? 0
      if (!failed.has(current))
        try {
          if (trigger < 0) handlers[-1 - trigger]?.(value)
          else rules.fire(analysis, trigger, frame, value)
        } catch (error) {
          fail(current, error)
        }
      current = before
    },
    lump: (node, value, size) => rules.lump(analysis, node, value, size),
  })
  const analysis: Analysis = {
    program,
    modules,
    hierarchy,
    solver,
    values,
    frames: [{ map: new Map(), depth: 0 }],
    containers: [],
    partials: [],
    properties: [],
    fallbacks: [],
    late: [],
    deferred: [],
    fixtures: new Set(),
    definedBy,
    nextDefinition,
    memo: new Map(),
    memos: { value: new Map(), lump: new Map(), lumped: new Map(), repeated: new Map(), typed: new Map() },
    members: { instance: new Map(), class: new Map(), module: new Map(), field: new Map() },
    slices: createSlices(program, hierarchy, definedBy, nextDefinition),
    results: [],
    mostFrames: 1000 + program.count,
    unknown,
    external,
    externalName: (value) => names[values.first(value)] ?? '?',
    name,
    nameText: (i) => names[i] ?? '',
    onValue(node, then) {
      if (node < 0) return
      handlerFile.push(current)
      solver.on(node, -handlers.push(then), handlerFrame)
    },
    settle() {
      solver.run()
      while (analysis.deferred.length > 0) {
        for (const work of analysis.deferred.splice(0)) work()
        solver.run()
      }
    },
    within(file, work) {
      if (failed.has(file)) return
      current = file
      try {
        work()
      } catch (error) {
        fail(file, error)
      }
    },
  }
  return analysis
}

function indexDefinitions(program: Program): { definedBy: Int32Array; nextDefinition: Int32Array } {
  const definedBy = new Int32Array(program.registers).fill(-1)
  const nextDefinition = new Int32Array(program.count).fill(-1)
  for (let i = program.count - 1; i >= 0; i--) {
    const at = program.at[i] ?? 0
    const kind = program.code[at]
    if (kind === op.setAttribute || kind === op.setItem || kind === op.raise) continue
    const to = program.code[at + 1] ?? -1
    nextDefinition[i] = definedBy[to] ?? -1
    definedBy[to] = i
  }
  return { definedBy, nextDefinition }
}
