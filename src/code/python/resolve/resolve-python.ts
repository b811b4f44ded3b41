import type { FileFacts, Resolution, ResolvedBase, ResolvedImport } from '../../facts.ts'
import { absent } from '../../resolve/pair-map.ts'
import { createRows } from '../../resolve/rows.ts'
import { functionFlag, op } from '../flow/flow-facts.ts'
import { type Analysis, createAnalysis } from './analysis.ts'
import { field } from './attributes.ts'
import { collectCalls } from './call-sites.ts'
import { fireConstraint, install } from './constraints.ts'
import { fillFixtures } from './fixtures.ts'
import { receiverOf } from './function-table.ts'
import { runLate } from './late-rules.ts'
import { fillLumps, lump } from './lumps.ts'
import { joinProgram } from './program.ts'
import { fireRule } from './rules.ts'
import { addInstances } from './types.ts'
import { sort } from './values.ts'

/** Rounds of filling in what nothing flowed to. */
const mostRounds = 4

/**
 * Resolves the calls of all Python files of a repository by propagating values (functions, classes, instances, modules,
 * containers) from where they are made to where they are called, without regard to order between functions.
 */
export function resolvePython(input: ReadonlyMap<string, FileFacts>): Resolution {
  const program = joinProgram(input)
  const a = createAnalysis(program, { fireConstraint, fireRule, lump })
  a.forEachConstraint((i) => install(a, i, 0))
  seedFunctions(a)
  settle(a)
  const isLate = new Uint8Array(program.count)
  for (let i = 0; i < program.count; i++) {
    const p = program.at[i] ?? 0
    if (program.code[p] === op.call && a.solver.size(program.code[p + 2] ?? -1) === 0) isLate[i] = 1
  }
  fillIn(a)
  const { edges, externalCalls, unresolvedCalls } = collectCalls(a, (i) => isLate[i] === 1)
  return {
    calls: edges.list(program.paths),
    imports: importsOf(a),
    bases: basesOf(a),
    externalCalls,
    unresolvedCalls,
    failures: program.failures,
  }
}

/** Lets values flow until nothing changes. */
function settle(a: Analysis): void {
  do a.solver.run()
  while (fillLumps(a))
}

/** Defaults of parameters, and receivers: a method's first parameter is an instance of its class, or the class. */
function seedFunctions(a: Analysis): void {
  const { solver, values } = a
  const { functions } = a.program
  for (let fn = 0; fn < functions.count; fn++) {
    const end = functions.returns[fn] ?? 0
    for (let i = functions.parameters[fn] ?? 0; i < end; i += 4) {
      const fallback = functions.lists[i + 3] ?? -1
      if (fallback >= 0) solver.copy(fallback, functions.lists[i + 1] ?? -1)
    }
    const self = receiverOf(functions, fn)
    const method = functions.method[fn] ?? -1
    const flags = functions.flags[fn] ?? 0
    if (method < 0 || self < 0 || functions.positional[fn] === 0 || flags & functionFlag.staticMethod) continue
    solver.add(self, values.of(flags & functionFlag.classMethod ? sort.class : sort.instance, method))
  }
}

/** Lets annotations and guesses stand in where nothing of this repository has arrived. */
function fillIn(a: Analysis): void {
  const { values, program } = a
  const { functions } = program
  for (let fn = 0; fn < functions.count; fn++) {
    const end = functions.returns[fn] ?? 0
    for (let i = functions.parameters[fn] ?? 0; i < end; i += 4) {
      const type = functions.lists[i + 2] ?? -1
      if (type >= 0) a.fallbacks.add(functions.lists[i + 1] ?? -1, type, receiverOf(functions, fn))
    }
  }
  program.classes.forEach(({ types }, cls) => {
    for (let k = 0; k < types.length; k += 2)
      a.fallbacks.add(field(a, values.of(sort.class, cls), types[k] ?? -1), types[k + 1] ?? -1, -1)
  })
  fillFixtures(a)
  settle(a)
  for (let round = 0; round < mostRounds && (a.fallbacks.count() > 0 || a.late.count() > 0); round++) {
    fallBack(a)
    runLate(a)
    settle(a)
  }
}

/** Adds instances of the annotated type to every node that holds nothing of this repository. */
function fallBack(a: Analysis): void {
  const { fallbacks } = a
  a.fallbacks = createRows(3)
  const empty: number[] = []
  for (let row = 0; row < fallbacks.count(); row++) if (isEmpty(a, fallbacks.get(row, 0))) empty.push(row)
  for (const row of empty) addInstances(a, fallbacks.get(row, 1), fallbacks.get(row, 0), fallbacks.get(row, 2))
}

function isEmpty(a: Analysis, node: number): boolean {
  for (let k = 0; k < a.solver.size(node); k++)
    if (a.values.kind(a.solver.value(node, k)) !== sort.external) return false
  return true
}

function importsOf(a: Analysis): ResolvedImport[] {
  const { program, modules } = a
  const seen = new Set<string>()
  const imports: ResolvedImport[] = []
  const add = (file: number, target: number) => {
    const from = program.paths[file]
    const to = program.paths[target]
    if (from === undefined || to === undefined || from === to || seen.has(`${from}\n${to}`)) return
    seen.add(`${from}\n${to}`)
    imports.push({ from, to })
  }
  for (let i = 0; i < program.count; i++) {
    const p = program.at[i] ?? 0
    const file = program.fileOf[i] ?? 0
    const kind = program.code[p]
    if (kind === op.import) add(file, modules.absolute(file, program.names[program.code[p + 2] ?? -1] ?? ''))
    if (kind !== op.from) continue
    const level = program.code[p + 2] ?? 0
    const module = program.code[p + 3] ?? -1
    const dotted = module < 0 ? '' : (program.names[module] ?? '')
    const name = program.code[p + 4] ?? -1
    const found = level > 0 ? modules.relative(file, level, dotted) : modules.absolute(file, dotted)
    add(file, found)
    if (found < 0 || program.exported(found, name) === absent)
      add(file, modules.submodule(file, level, dotted, program.names[name] ?? ''))
  }
  program.modules.forEach(({ stars }, file) => {
    for (let k = 0; k < stars.length; k += 2) {
      const level = stars[k] ?? 0
      const dotted = (stars[k + 1] ?? -1) < 0 ? '' : (program.names[stars[k + 1] ?? -1] ?? '')
      add(file, level > 0 ? modules.relative(file, level, dotted) : modules.absolute(file, dotted))
    }
  })
  return imports
}

function basesOf(a: Analysis): ResolvedBase[] {
  const { program, hierarchy } = a
  const reference = (cls: number) => {
    const declared = program.classes[cls]
    return { path: program.paths[declared?.file ?? -1] ?? '', index: declared?.definition ?? -1 }
  }
  return hierarchy.bases
    .flatMap((bases, cls) => bases.map((base) => ({ from: reference(cls), to: reference(base) })))
    .filter(({ from, to }) => from.index >= 0 && to.index >= 0)
}
