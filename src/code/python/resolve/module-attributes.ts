import { absent } from '../../resolve/pair-map.ts'
import type { Analysis } from './analysis.ts'
import { copyField, remember } from './attributes.ts'
import { sort } from './values.ts'

/** Node of a module's attribute: exported names, submodules, what star imports bring, and what others stored on it. */
export function moduleAttribute(a: Analysis, module: number, name: number): number {
  return remember(a, a.memos.moduleAttribute, module, name, (node) => {
    const { program, solver, values } = a
    copyField(a, values.of(sort.module, module), name, node)
    const register = program.exported(module, name)
    if (register !== absent) {
      if (register >= 0) solver.copy(register, node)
      return
    }
    if (starred(a, module, name, node)) return
    const path = program.paths[module] ?? ''
    const submodule = path.endsWith('__init__.py') ? a.modules.relative(module, 1, a.names.text(name)) : -1
    if (submodule >= 0) solver.add(node, values.of(sort.module, submodule))
  })
}

/** Adds what `from m import *` statements of a module bind to a name; false when none does. */
export function starred(a: Analysis, module: number, name: number, to: number): boolean {
  const { program, solver } = a
  let isOpaque = false
  const stars = program.modules[module]?.stars ?? []
  for (let k = 0; k < stars.length; k += 2) {
    const source = starSource(a, module, stars, k)
    if (source === -1) isOpaque = true
    if (source < 0 || source === module || !provides(a, source, name, new Set([module]))) continue
    solver.copy(moduleAttribute(a, source, name), to)
    return true
  }
  if (isOpaque) solver.add(to, a.unknown)
  return isOpaque
}

function provides(a: Analysis, module: number, name: number, seen: Set<number>): boolean {
  if (seen.has(module)) return false
  seen.add(module)
  const facts = a.program.modules[module]
  if (facts === undefined) return false
  if (facts.all !== null ? !facts.all.has(name) : a.names.text(name).startsWith('_')) return false
  if (a.program.exported(module, name) !== absent) return true
  for (let k = 0; k < facts.stars.length; k += 2) {
    const source = starSource(a, module, facts.stars, k)
    if (source >= 0 && provides(a, source, name, seen)) return true
  }
  return false
}

/** File of a star import; -1 when it is outside the repository. */
function starSource(a: Analysis, module: number, stars: readonly number[], at: number): number {
  const level = stars[at] ?? 0
  const dotted = (stars[at + 1] ?? -1) < 0 ? '' : a.names.text(stars[at + 1] ?? -1)
  return level > 0 ? a.modules.relative(module, level, dotted) : a.modules.absolute(module, dotted)
}
