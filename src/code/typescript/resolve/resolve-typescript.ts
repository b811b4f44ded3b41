import type { FileFacts, Resolution, ResolvedImport } from '../../facts.ts'
import type { SettingsFlow } from '../settings.ts'
import { basesOf, collectCalls } from './call-sites.ts'
import { createEvaluator } from './create-evaluator.ts'
import { createImplementers } from './implementers.ts'
import { createModules, type Modules } from './modules.ts'
import { joinProgram, type Program } from './program.ts'
import { createProject } from './project.ts'

/**
 * Resolves the calls of all TypeScript and JavaScript files of a repository. Values are worked out from where they are used, by
 * declared types first and by what is assigned where nothing is declared, each expression once.
 */
export function resolveTypescript(input: ReadonlyMap<string, FileFacts>): Resolution {
  const settings = new Map<string, unknown>()
  const files = new Map<string, FileFacts>()
  for (const [path, facts] of input) {
    const flow = facts.flow as Partial<SettingsFlow> | null
    if (flow !== null && 'settings' in flow) settings.set(path, flow.settings)
    else files.set(path, facts)
  }
  const program = joinProgram(files)
  const modules = createModules(program.paths, createProject(settings))
  const e = createEvaluator(program, modules)
  const { edges, externalCalls, unresolvedCalls } = collectCalls(e, createImplementers(e))
  return {
    calls: edges.list(program.paths),
    imports: importsOf(program, modules),
    bases: basesOf(e, files),
    externalCalls,
    unresolvedCalls,
    failures: program.failures,
  }
}

function importsOf(program: Program, modules: Modules): ResolvedImport[] {
  return program.flows.flatMap(({ imports }, file) => {
    const targets = new Set(imports.map((specifier) => modules.find(file, specifier)))
    return [...targets]
      .filter((target) => target >= 0 && target !== file)
      .map((target) => ({ from: program.paths[file] ?? '', to: program.paths[target] ?? '' }))
  })
}
