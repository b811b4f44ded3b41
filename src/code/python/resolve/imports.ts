import { absent } from '../../resolve/pair-map.ts'
import type { Analysis } from './analysis.ts'
import { readAttribute } from './attributes.ts'
import { builtinNames } from './builtin-names.ts'
import { starred } from './module-attributes.ts'
import { sort } from './values.ts'

/** A name that the file does not bind: a built-in, or what a star import brings. */
export function readGlobal(a: Analysis, file: number, name: number, to: number): void {
  const text = a.names.text(name)
  if (builtinNames.has(text)) a.solver.add(to, a.external(`builtins.${text}`))
  else starred(a, file, name, to)
}

/** `import a.b`, which binds `a`, or `import a.b as c`. */
export function importModule(a: Analysis, file: number, dotted: string, bindsFirst: boolean, to: number): void {
  const { modules, solver, values, names } = a
  const name = bindsFirst ? (dotted.split('.', 1)[0] ?? dotted) : dotted
  const module = modules.absolute(file, name)
  if (module >= 0) solver.add(to, values.of(sort.module, module))
  else if (module === -2) solver.add(to, values.of(sort.namespace, names.of(name), file))
  else solver.add(to, a.external(name))
}

/** `from a.b import c` with `level` dots before the module, of which there may be none (-1). */
export function importFrom(a: Analysis, file: number, level: number, module: number, name: number, to: number): void {
  const { modules, solver, values, names, program } = a
  const dotted = module < 0 ? '' : names.text(module)
  const text = names.text(name)
  const found = level > 0 ? modules.relative(file, level, dotted) : modules.absolute(file, dotted)
  if (found >= 0) readAttribute(a, values.of(sort.module, found), name, to)
  const isBound = found >= 0 && found !== file && program.exported(found, name) !== absent
  const submodule = isBound ? -1 : modules.submodule(file, level, dotted, text)
  if (submodule >= 0) solver.add(to, values.of(sort.module, submodule))
  else if (found === -2 && submodule === -2)
    solver.add(to, values.of(sort.namespace, names.of(`${dotted}.${text}`), file))
  else if (found === -1) solver.add(to, a.external(`${dotted}.${text}`))
}
