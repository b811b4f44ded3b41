import type { FileFacts, Resolution, ResolvedBase, ResolvedImport } from '../../facts.ts'
import { functionFlag, op } from '../flow/flow-facts.ts'
import { type Analysis, createAnalysis } from './analysis.ts'
import { field } from './attributes.ts'
import { collectCalls } from './call-sites.ts'
import { fire, install } from './constraints.ts'
import { lump } from './containers.ts'
import { fillFixtures } from './fixtures.ts'
import { joinProgram } from './program.ts'
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
  const a = createAnalysis(program, { fire, lump })
  for (let i = 0; i < program.count; i++) a.within(program.fileOf[i] ?? 0, () => install(a, i, 0))
  seedFunctions(a)
  a.settle()
  const resolvedEarly = new Uint8Array(program.count)
  for (let i = 0; i < program.count; i++) {
    const p = program.at[i] ?? 0
    if (program.code[p] === op.call && a.solver.values(program.code[p + 2] ?? -1).length > 0) resolvedEarly[i] = 1
  }
  fillIn(a)
  const { edges, externalCalls, unresolvedCalls } = collectCalls(
    a,
    (i) => program.code[program.at[i] ?? 0] === op.call && resolvedEarly[i] === 0,
  )
  return {
    calls: edges.list(program.paths),
    imports: importsOf(a),
    bases: basesOf(a),
    externalCalls,
    unresolvedCalls,
    failures: program.failures,
  }
}

/** Defaults of parameters, and receivers: a method's first parameter is an instance of its class, or the class. */
function seedFunctions(a: Analysis): void {
  const { solver, values } = a
  for (const declared of a.program.functions) {
    for (let i = 0; i < declared.parameters.length; i += 4) {
      const fallback = declared.parameters[i + 3] ?? -1
      if (fallback >= 0) solver.copy(fallback, declared.parameters[i + 1] ?? -1)
    }
    const self = declared.parameters[1] ?? -1
    if (declared.method < 0 || self < 0 || declared.positional === 0) continue
    if (declared.flags & functionFlag.staticMethod) continue
    const kind = declared.flags & functionFlag.classMethod ? sort.class : sort.instance
    solver.add(self, values.of(kind, declared.method))
  }
}

/** Lets annotations and guesses stand in where nothing of this repository has arrived. */
function fillIn(a: Analysis): void {
  const { solver, values, program } = a
  for (const declared of program.functions)
    for (let i = 0; i < declared.parameters.length; i += 4) {
      const type = declared.parameters[i + 2] ?? -1
      if (type >= 0)
        a.fallbacks.push({ node: declared.parameters[i + 1] ?? -1, type, self: declared.parameters[1] ?? -1 })
    }
  program.classes.forEach((declared, cls) => {
    for (const [name, type] of declared.types)
      a.fallbacks.push({ node: field(a, values.of(sort.class, cls), name), type, self: -1 })
  })
  fillFixtures(a)
  a.settle()
  for (let round = 0; round < mostRounds && (a.fallbacks.length > 0 || a.late.length > 0); round++) {
    const fallbacks = a.fallbacks.splice(0)
    const late = a.late.splice(0)
    const empty = fallbacks.filter(({ node }) =>
      solver.values(node).every((value) => values.kind(value) === sort.external),
    )
    for (const { node, type, self } of empty) addInstances(a, type, node, self)
    for (const work of late) work()
    a.settle()
  }
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
    if (found < 0 || !program.modules[found]?.exports.has(name))
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
