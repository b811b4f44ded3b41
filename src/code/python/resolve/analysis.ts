import { createPairMap, type PairMap } from '../../resolve/pair-map.ts'
import { createRows, type Rows } from '../../resolve/rows.ts'
import { createSolver, type Solver } from '../../resolve/solver.ts'
import { type ArgumentLists, createArgumentLists } from './argument-lists.ts'
import { type Containers, createContainers } from './containers.ts'
import { type Definitions, indexDefinitions } from './definitions.ts'
import { createFrames, type Frames } from './frames.ts'
import { type ClassHierarchy, resolveHierarchy } from './hierarchy.ts'
import { createModuleMap, type ModuleMap } from './modules.ts'
import { createNames, type Names } from './names.ts'
import type { Program } from './program.ts'
import { createSlices, type Slices } from './slices.ts'
import { createValues, sort, type Values } from './values.ts'

export interface Partial {
  readonly callee: number
  /** What was given already, see `ArgumentLists`. */
  readonly given: number
}

export interface Property {
  /** Callable values, -1 where there is none. */
  readonly getter: number
  readonly setter: number
  readonly deleter: number
  /** Value of the descriptor object of this repository that calls the getter, or -1 for a built-in property. */
  readonly descriptor: number
}

/** What is made once for two numbers, such as the node of an attribute by its class and name. */
const memoNames = [
  'instanceAttribute',
  'classAttribute',
  'moduleAttribute',
  'field',
  'ownAttribute',
  'externalAttribute',
  'holding',
  'protocol',
  'iterated',
  'superAttribute',
  'property',
  'accessors',
  'bound',
  'few',
  'lump',
  'lumped',
  'typed',
  'typeArgument',
  // Values of subscripted types, see `types.ts`.
  'elements',
  'values',
  'tuple',
  'result',
  'type',
  // Contents of dictionaries, see `container-methods.ts`.
  'pair',
  'items',
  'entries',
  'keys',
] as const

/** State of one run over a repository, shared by the parts of the resolver. */
export interface Analysis {
  readonly program: Program
  readonly definitions: Definitions
  readonly modules: ModuleMap
  readonly hierarchy: ClassHierarchy
  readonly solver: Solver
  readonly values: Values
  readonly names: Names
  readonly arguments: ArgumentLists
  readonly frames: Frames
  readonly containers: Containers
  readonly slices: Slices
  readonly memos: Readonly<Record<(typeof memoNames)[number], PairMap>>
  readonly partials: Partial[]
  readonly properties: Property[]
  /** What waits for values of nodes: rule (see `fireRule`), four operands, file on whose behalf. */
  readonly rules: Rows
  /** Rules too rare to be numbers. */
  readonly works: ((value: number) => void)[]
  /** What stands in where nothing better has arrived: node, type, node of the receiver for `Self` (or -1). */
  fallbacks: Rows
  /** What to do when all flows are known: rule (see `runLate`), three operands. */
  late: Rows
  /** Containers and the lumps they go into when the values on their way have arrived. */
  lumps: Rows
  /** How often the callees of a constraint, and a function inside others, have been told apart. */
  readonly repeats: { readonly byConstraint: Uint8Array; readonly byFunction: Uint8Array }
  /** Container of a function's `*args` and `**kwargs` from all calls, node of all its results: -1 until one is needed. */
  readonly gathered: { readonly rest: Int32Array; readonly keywords: Int32Array }
  readonly results: Int32Array
  /** Functions that pytest calls for a parameter of their name. */
  readonly fixtures: Set<number>
  /** Bound on the number of frames, in proportion to the program. */
  readonly mostFrames: number
  /** Value of something outside the repository that has no name worth keeping. */
  readonly unknown: number
  external(dotted: string): number
  /** Applies a rule to each value of `node`, now or later. */
  when(node: number, rule: number, first: number, second?: number, third?: number, fourth?: number): void
  /** Does work for each constraint in turn; when it throws, the constraint's file has failed and the others go on. */
  forEachConstraint(work: (constraint: number, position: number) => void): void
}

export interface AnalysisRules {
  /** A value has arrived at the input of a constraint. */
  fireConstraint(analysis: Analysis, constraint: number, frame: number, value: number): void
  /** A value has arrived where a row of `Analysis.rules` waits for it. */
  fireRule(analysis: Analysis, row: number, value: number): void
  /** See `SolverRules.lump`. */
  lump(analysis: Analysis, node: number, value: number, size: number): number
}

export function createAnalysis(program: Program, { fireConstraint, fireRule, lump }: AnalysisRules): Analysis {
  const values = createValues()
  const names = createNames(program.names, program.nameIndex)
  const modules = createModuleMap(program.paths)
  const definitions = indexDefinitions(program)
  const hierarchy = resolveHierarchy(program, modules, definitions)
  const rules = createRows(6, 4096)
  const failed = new Uint8Array(program.paths.length)
  const external = (dotted: string) => values.of(sort.external, names.of(dotted))
  let current = 0

  const solver = createSolver(program.registers, {
    fire(trigger, frame, value) {
      const before = current
      current = trigger < 0 ? rules.get(-1 - trigger, 5) : (program.fileOf[trigger] ?? 0)
      if (failed[current] === 0)
        try {
          if (trigger < 0) fireRule(analysis, -1 - trigger, value)
          else fireConstraint(analysis, trigger, frame, value)
        } catch (error) {
          fail(current, error)
        }
      current = before
    },
    lump: (node, value, size) => lump(analysis, node, value, size),
  })

  const analysis: Analysis = {
    program,
    definitions,
    modules,
    hierarchy,
    solver,
    values,
    names,
    arguments: createArgumentLists(program.code, program.codeEnd),
    frames: createFrames(),
    containers: createContainers(solver),
    slices: createSlices(program, hierarchy, definitions),
    memos: Object.fromEntries(memoNames.map((name) => [name, createPairMap()])) as Analysis['memos'],
    partials: [],
    properties: [],
    rules,
    works: [],
    fallbacks: createRows(3),
    late: createRows(4),
    lumps: createRows(2),
    repeats: { byConstraint: new Uint8Array(program.count), byFunction: new Uint8Array(program.functions.count) },
    gathered: { rest: unset(program.functions.count), keywords: unset(program.functions.count) },
    results: unset(program.functions.count),
    fixtures: new Set(),
    mostFrames: 1000 + program.count,
    unknown: external('?'),
    external,
    when(node, rule, first, second, third, fourth) {
      if (node >= 0) solver.on(node, -1 - rules.add(rule, first, second, third, fourth, current), 0)
    },
    forEachConstraint(work) {
      for (let i = 0; i < program.count; i++) {
        current = program.fileOf[i] ?? 0
        if (failed[current] === 1) continue
        try {
          work(i, program.at[i] ?? 0)
        } catch (error) {
          fail(current, error)
        }
      }
    },
  }
  return analysis

  function fail(file: number, error: unknown): void {
    failed[file] = 1
    const reason = error instanceof Error ? error.message : String(error)
    program.failures.push({ path: program.paths[file] ?? '', reason })
  }
}

function unset(length: number): Int32Array {
  return new Int32Array(length).fill(-1)
}
